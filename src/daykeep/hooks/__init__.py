"""What an agent's hooks call: one event in, at most one answer out, and never an agent that stands still."""
