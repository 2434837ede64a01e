"""Checks of what other programs write beside daykeep, and of daykeep's own hooks in them."""
