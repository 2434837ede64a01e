"""``daykeep triage``: what of a long conversation a model still reads."""
