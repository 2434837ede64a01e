"""Watches a session: how full it is, what fades in it, where things stand, and what would help."""
