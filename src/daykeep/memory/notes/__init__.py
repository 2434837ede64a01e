"""Typed notes: what an agent knows of its user, of how to work, of what goes on and of where to look."""

from daykeep.memory.notes.note import TYPES, Note, Statement, Store

__all__ = ["TYPES", "Note", "Statement", "Store"]
