"""Looks back at checks: what came of them, what they changed, and what another policy would have decided."""
