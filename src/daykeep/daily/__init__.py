"""Daily logs: which files belong to which day, what an entry looks like, and what is still open."""
