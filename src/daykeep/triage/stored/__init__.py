"""Stored turns: what left the view verbatim, an index of it, and the way back as data."""
