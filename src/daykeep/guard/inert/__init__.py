"""Inert text: what was said before may be read again, but never act."""

from __future__ import annotations

from daykeep.guard.inert.pasted import own_words
from daykeep.guard.inert.recalled import is_envelope, is_recall_tool
from daykeep.guard.inert.saying import inert_line, inert_value, is_inert, is_short_order, neutralise

__all__ = [
    "inert_line",
    "inert_value",
    "is_envelope",
    "is_inert",
    "is_recall_tool",
    "is_short_order",
    "neutralise",
    "own_words",
]
