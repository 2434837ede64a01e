"""The envelope in which recalled text comes back: JSON with its trust, its turns and who said what, within a budget. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.guard.inert.recalled import ENVELOPE_KIND, ENVELOPE_TRUST
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from daykeep.triage.recall.text import Readable, Row
    from daykeep.triage.stored.model import Stored

LEAST_TOKENS = 40
_SHRINK = 0.85


class RecallResult(NamedTuple):
    """What a recall gives: the envelope, the same as JSON text, the turns in it, its cost, and whether something was left out."""

    envelope: dict[str, Any]
    text: str
    stored_ids: tuple[str, ...]
    tokens: int
    is_cut: bool


def fit(max_tokens: int, build: Callable[[int], RecallResult]) -> RecallResult:
    """The largest answer whose JSON costs no more than ``max_tokens``."""
    budget = max_tokens
    while True:
        result = build(budget)
        if result.tokens <= max_tokens or budget < LEAST_TOKENS:
            return result
        budget = int(budget * min(_SHRINK, max_tokens / result.tokens))


def head_of(stored: Stored, seen: Readable, rows: Sequence[Row]) -> dict[str, Any]:
    """What an envelope says of a turn: its ids, when it was stored, its hash, and who said the parts that are shown."""
    shown = {f"m{row.part}" for row in rows}
    made: dict[str, Any] = {
        "id": stored.id,
        "unit": stored.unit_id,
        "at": stored.at,
        "sha256": stored.sha256,
        "role_map": {mark: role for mark, role in seen.roles.items() if mark in shown},
    }
    return {**made, "secrets_masked": seen.masked} if seen.masked else made


def seal(content: Mapping[str, Any], stored_ids: tuple[str, ...], *, is_cut: bool) -> RecallResult:
    """The result with this content: an object that says first what it is."""
    envelope = {"kind": ENVELOPE_KIND, "trust": ENVELOPE_TRUST, **content}
    text = json.dumps(envelope, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        text = json.dumps(envelope)
    return RecallResult(envelope, text, stored_ids, count_tokens(text), is_cut)
