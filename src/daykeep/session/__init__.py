"""Conversations that are kept whole: their history, turns, memory, records, and what they teach."""
