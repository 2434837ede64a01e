"""What the measures of an agent's hooks are told."""
