"""Drafts for assembled contexts."""

from __future__ import annotations

from daykeep.context.build.fitting import Kind, by_lines, whole
from daykeep.context.build.section import DYNAMIC, IMMUTABLE, OPENING, SESSION, STATIC, SYSTEM, Piece
from daykeep.text.tokens import count_tokens

FIXED = Kind(STATIC, IMMUTABLE, SYSTEM, priority=0)
OWN = Kind(DYNAMIC, SESSION, SYSTEM, priority=1)
LATER = Kind(DYNAMIC, SESSION, OPENING, priority=3, floor=20)


def static(key, text):
    return whole(Piece(key, key, text, (f"{key}.md",)), FIXED, count_tokens)


def own(key, text, **changes):
    return whole(Piece(key, key, text), OWN._replace(**changes), count_tokens)


def lines(key, text, **changes):
    newest_last = changes.pop("newest_last", False)
    piece = Piece(key, key, text, (f"{key}.md",))
    kind = LATER._replace(**changes)
    return by_lines(
        piece, kind, count_tokens, around=lambda body: f"# {key}\n{body}", newest_last=newest_last
    )
