"""Brings stored turns back as data: an envelope in JSON that is the result of a tool and nothing else.

What comes back was said by anybody, tools and pages included. So it names its trust, its text can't open or close a
frame, and who spoke is told in a map beside it. The bytes on the disk are read and never written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.errors import UsageError
from daykeep.triage.recall.envelope import RecallResult, fit, head_of, seal
from daykeep.triage.recall.finding import MOST, look_for, starts_of
from daykeep.triage.recall.text import fitting, join_rows, parse_span, readable
from daykeep.triage.recall.words import HEAD_TOKENS, HIT_TOKENS, Sought, recall_words
from daykeep.triage.stored.model import STORED_ID
from daykeep.triage.stored.store import parts_of_turn

if TYPE_CHECKING:
    from daykeep.triage.stored.model import StoredTurn
    from daykeep.triage.stored.store import StoredTurns

MAX_TOKENS, MIN_TOKENS = 2_000, 400

__all__ = ["MAX_TOKENS", "MIN_TOKENS", "RecallResult", "recall"]


def recall(
    store: StoredTurns, wanted: str, *, max_tokens: int = MAX_TOKENS, span: str = "", mask: bool = True
) -> RecallResult:
    """Recall one stored turn by its id (``A12``), or what answers some words, within ``max_tokens`` (at least 400).

    ``span`` ("12-40") asks for lines of a turn that did not fit at once; the envelope's ``next`` names the span to go on with.
    Secrets are masked unless ``mask`` is False. ``UsageError`` for a turn or a span that is not there, ``RefusedError`` for one that
    was changed on the disk.
    """
    wanted = wanted.strip()
    if max_tokens < MIN_TOKENS:
        raise UsageError(f"a recall takes at least {MIN_TOKENS} tokens, not {max_tokens}")
    if STORED_ID.fullmatch(wanted.upper()):
        return fit(max_tokens, lambda budget: _by_id(store.get(wanted.upper()), span, budget, mask=mask))
    if not wanted:
        raise UsageError("nothing was asked for", hint='give an id ("A12") or some words')
    if span:
        raise UsageError("a span goes with the id of a turn, not with words")
    held = store.holding(starts_of(wanted), MOST, looks=look_for(wanted))
    sought = [Sought(turn.stored, parts_of_turn(turn)) for turn in held]
    return recall_words(wanted, sought, max_tokens=max_tokens, mask=mask)


def _by_id(turn: StoredTurn, span: str, budget: int, *, mask: bool) -> RecallResult:
    seen = readable(parts_of_turn(turn), mask=mask)
    first, last = parse_span(span, len(seen.rows)) if seen.rows else (1, 0)
    rows = seen.rows[first - 1 : last]
    fits = max(1, fitting(rows, budget - HEAD_TOKENS - HIT_TOKENS)) if rows else 0
    shown = first + fits - 1
    content: dict[str, Any] = {
        **head_of(turn.stored, seen, rows[:fits]),
        "lines": f"{first}-{shown} of {len(seen.rows)}",
        "next": f"{shown + 1}-{last}" if shown < last else None,
        "text": join_rows(rows[:fits]),
    }
    return seal(content, (turn.stored.id,), is_cut=shown < last)
