"""A small learned decider: how likely a turn is chatter, from what it does and what was said before it."""
