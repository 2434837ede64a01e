"""The events that are answered, one file for each."""
