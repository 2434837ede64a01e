"""Remembering a statement as a note: decided, guarded, written, put on record, and queued for a person."""
