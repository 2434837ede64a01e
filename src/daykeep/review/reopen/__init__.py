"""Decisions taken back, also those of earlier sittings: what that does to files, and the doing of it."""
