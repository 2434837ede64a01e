"""Brings stored turns back as data: an envelope in JSON that is the result of a tool and nothing else.

What comes back was said by anybody, tools and pages included. So it names its trust, its text can't open or close a
frame, and who spoke is told in a map beside it. The bytes on the disk are read and never written.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import UsageError
from daykeep.guard.inert import neutralise
from daykeep.guard.inert.recalled import ENVELOPE_KIND, ENVELOPE_TRUST
from daykeep.text.tokens import count_tokens
from daykeep.triage.recall.finding import MOST, Found, find_turns, passages_of, row_scores, starts_of
from daykeep.triage.recall.text import Readable, Row, fitting, join_rows, parse_span, readable
from daykeep.triage.stored.model import STORED_ID
from daykeep.triage.stored.store import parts_of_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.stored.model import StoredTurn
    from daykeep.triage.stored.store import StoredTurns

MAX_TOKENS, MIN_TOKENS = 2_000, 400
MAX_HITS = 8
_HEAD_TOKENS, _HIT_TOKENS = 60, 110
_LEAST_TOKENS = 40
_AROUND_ROWS = 2
_SHRINK = 0.85
_QUESTION_CHARS = 200


class RecallResult(NamedTuple):
    """What a recall gives: the envelope, the same as JSON text, the turns in it, its cost, and whether something was left out."""

    envelope: dict[str, Any]
    text: str
    stored_ids: tuple[str, ...]
    tokens: int
    is_cut: bool


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
        return _fit(max_tokens, lambda budget: _by_id(store.get(wanted.upper()), span, budget, mask=mask))
    if not wanted:
        raise UsageError("nothing was asked for", hint='give an id ("A12") or some words')
    if span:
        raise UsageError("a span goes with the id of a turn, not with words")
    turns = {turn.stored.id: turn for turn in store.holding(starts_of(wanted), MOST)}
    parts = {name: parts_of_turn(turn) for name, turn in turns.items()}
    passages = (passage for name, each in parts.items() for passage in passages_of(name, each))
    found = find_turns(wanted, passages, limit=MAX_HITS)
    seen = {hit.turn: readable(parts[hit.turn], mask=mask) for hit in found}
    question = neutralise(wanted[:_QUESTION_CHARS])
    return _fit(max_tokens, lambda budget: _by_words(question, found, turns, seen, budget))


def _fit(max_tokens: int, build: Any) -> RecallResult:
    """The largest answer whose JSON costs no more than ``max_tokens``."""
    budget = max_tokens
    while True:
        result: RecallResult = build(budget)
        if result.tokens <= max_tokens or budget < _LEAST_TOKENS:
            return result
        budget = int(budget * min(_SHRINK, max_tokens / result.tokens))


def _by_id(turn: StoredTurn, span: str, budget: int, *, mask: bool) -> RecallResult:
    seen = readable(parts_of_turn(turn), mask=mask)
    first, last = parse_span(span, len(seen.rows)) if seen.rows else (1, 0)
    rows = seen.rows[first - 1 : last]
    fits = max(1, fitting(rows, budget - _HEAD_TOKENS - _HIT_TOKENS)) if rows else 0
    shown = first + fits - 1
    envelope: dict[str, Any] = {
        "kind": ENVELOPE_KIND,
        "trust": ENVELOPE_TRUST,
        **_head(turn, seen, rows[:fits]),
        "lines": f"{first}-{shown} of {len(seen.rows)}",
        "next": f"{shown + 1}-{last}" if shown < last else None,
        "text": join_rows(rows[:fits]),
    }
    return _result(envelope, (turn.stored.id,), is_cut=shown < last)


def _by_words(
    question: str,
    found: Sequence[Found],
    turns: dict[str, StoredTurn],
    seen: dict[str, Readable],
    budget: int,
) -> RecallResult:
    """Whole turns where they fit, of the others the lines around what was found; the best ones get the most room."""
    left = budget - _HEAD_TOKENS
    hits: list[dict[str, Any]] = []
    is_cut = False
    for place, hit in enumerate(found):
        share = left if len(found) == 1 else max(_LEAST_TOKENS, left * 2 // (len(found) - place + 1))
        if left < _HIT_TOKENS + _LEAST_TOKENS and hits:
            is_cut = True
            break
        every = seen[hit.turn].rows
        chosen = _choose(question, hit, every, min(share, left) - _HIT_TOKENS)
        is_cut = is_cut or len(chosen) < len(every)
        rows = [every[number] for number in chosen]
        turn = turns[hit.turn]
        hits.append(
            {
                **_head(turn, seen[hit.turn], rows),
                "lines": f"{_numbers(chosen)} of {len(every)}",
                "text": _with_gaps(every, chosen),
            }
        )
        left -= _HIT_TOKENS + sum(count_tokens(row.text) + 1 for row in rows)
    envelope = {
        "kind": ENVELOPE_KIND,
        "trust": ENVELOPE_TRUST,
        "question": question,
        "hits": hits,
        "more": [hit.turn for hit in found[len(hits) :]],
    }
    return _result(envelope, tuple(str(hit["id"]) for hit in hits), is_cut=is_cut)


def _choose(question: str, hit: Found, rows: Sequence[Row], budget: int) -> list[int]:
    """The numbers of the rows to show (from 0): all if they fit, else those that say most, with what is around them."""
    if fitting(rows, budget) == len(rows):
        return list(range(len(rows)))
    parts = {passage.part for passage in hit.passages}
    inner = [number for number, row in enumerate(rows) if row.part in parts]
    scores = dict(zip(inner, row_scores(question, [rows[number].text for number in inner]), strict=True))
    wanted: dict[int, None] = {}
    for number in sorted(inner, key=lambda each: (-scores[each], each)):
        if scores[number] or not wanted:
            steps = (0, *(step for step in range(-_AROUND_ROWS, _AROUND_ROWS + 1)))
            wanted.update(dict.fromkeys(number + step for step in steps if 0 <= number + step < len(rows)))
    chosen: list[int] = []
    left = budget
    for number in wanted:
        left -= count_tokens(rows[number].text) + 1
        if left < 0 and chosen:
            break
        chosen.append(number)
    return sorted(chosen)


def _head(turn: StoredTurn, seen: Readable, rows: Sequence[Row]) -> dict[str, Any]:
    shown = {f"m{row.part}" for row in rows}
    made: dict[str, Any] = {
        "id": turn.stored.id,
        "unit": turn.stored.unit_id,
        "at": turn.stored.at,
        "sha256": turn.stored.sha256,
        "role_map": {mark: role for mark, role in seen.roles.items() if mark in shown},
    }
    return {**made, "secrets_masked": seen.masked} if seen.masked else made


def _with_gaps(rows: Sequence[Row], chosen: Sequence[int]) -> str:
    """The chosen rows as text, with "…" where rows between them are left out."""
    parts: list[str] = []
    run: list[Row] = []
    for place, number in enumerate(chosen):
        if place and number != chosen[place - 1] + 1:
            parts.append(join_rows(run))
            run = []
        run.append(rows[number])
    return "\n…\n".join([*parts, join_rows(run)])


def _numbers(chosen: Sequence[int]) -> str:
    """Numbers of rows as people count them: ``1-3, 8``."""
    runs: list[list[int]] = []
    for number in chosen:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first + 1}-{last + 1}" if last > first else str(first + 1) for first, last in runs)


def _result(envelope: dict[str, Any], stored_ids: tuple[str, ...], *, is_cut: bool) -> RecallResult:
    text = json.dumps(envelope, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        text = json.dumps(envelope)
    return RecallResult(envelope, text, stored_ids, count_tokens(text), is_cut)
