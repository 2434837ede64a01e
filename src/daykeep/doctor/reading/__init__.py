"""Checks of what an agent reads in a folder: why it does not know what it should, and what that costs."""
