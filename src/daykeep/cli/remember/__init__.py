"""``daykeep remember``: the command, what it plans, and how it tells."""
