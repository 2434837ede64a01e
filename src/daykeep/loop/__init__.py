"""A conversation in an agent's own loop: one object that keeps it, bounds it, recalls from it and ends it."""
