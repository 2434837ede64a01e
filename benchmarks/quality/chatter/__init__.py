"""Small talk against decisions: which turns of a conversation may be dropped."""
