"""Finds what a person stated, corrected and decided in finished exchanges, and proposes it as notes."""
