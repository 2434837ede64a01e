"""Forgetting for good: out of memory and its archive, then out of what daykeep keeps of the past."""
