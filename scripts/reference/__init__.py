"""Writes docs/reference/ from the code, so that it can't say anything else than the code does."""
