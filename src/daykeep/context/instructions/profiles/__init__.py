"""Which instruction files other agents read: a module per kind of agent, each with ``find(around, asked)``."""
