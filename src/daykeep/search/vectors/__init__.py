"""Vectors: what a model of the user's makes of passages, kept beside the index, to find what shares no word."""
