"""What an agent reads: packets built from files within a budget, never stored."""
