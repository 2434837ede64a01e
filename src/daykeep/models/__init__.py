"""Adapters to models that a person has set up; daykeep works without any."""
