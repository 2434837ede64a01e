"""``daykeep context``: what a model reads, a module for each of its commands."""
