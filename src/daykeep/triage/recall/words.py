"""Recall by words: the turns that answer best as they are, of many more the sentences that hold what is asked for. Pure.

Who asks by the name of a key ("departure date") does not know which of many turns holds the value, so the answer is broad: a line
for each. Who asks with words of the turn itself gets that turn.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.guard.inert import neutralise
from daykeep.text.tokens import count_tokens
from daykeep.triage.recall.envelope import LEAST_TOKENS, RecallResult, fit, head_of, seal
from daykeep.triage.recall.finding import find_turns, is_key, passages_of, row_scores, values_in
from daykeep.triage.recall.text import Readable, Row, fitting, join_rows, readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.session.units.model import Part
    from daykeep.triage.recall.finding import Found
    from daykeep.triage.stored.model import Stored

HEAD_TOKENS, HIT_TOKENS = 60, 110
MAX_HITS, MAX_FOUND = 8, 120
_AROUND_ROWS = 2
_QUESTION_CHARS = 200
_WHOLE_SHARE = 0.65
"""So much of the budget goes to turns with their surroundings; the rest to single sentences of others."""
_LINE_TOKENS = 4
_SENTENCES, _SENTENCE_CHARS = 2, 140


class Sought(NamedTuple):
    """A stored turn among which is searched, with its parts."""

    stored: Stored
    parts: Sequence[Part]


def recall_words(
    question: str, sought: Sequence[Sought], *, max_tokens: int, mask: bool = True
) -> RecallResult:
    """What answers a question among stored turns, in an envelope of at most ``max_tokens``; the same input, the same bytes.

    ``hits`` are turns, whole or the lines around what was found; ``also`` a sentence or two of each turn that
    holds something of it and is not there whole; ``more`` the ids of what had no room.
    """
    by_id = {each.stored.id: each for each in sought}
    passages = (passage for each in sought for passage in passages_of(each.stored.id, each.parts))
    found = find_turns(question, passages, limit=MAX_FOUND)
    desk = _Desk(question, is_key=is_key(question), found=found, by_id=by_id, mask=mask)
    return fit(max_tokens, desk.answer)


class _Desk:
    """One question with what was found; what is read of a turn is read once, for every size that is tried."""

    def __init__(
        self, question: str, *, is_key: bool, found: Sequence[Found], by_id: dict[str, Sought], mask: bool
    ) -> None:
        self._question = question
        self._is_key = is_key
        self._found = found
        self._by_id = by_id
        self._mask = mask
        self._seen: dict[str, Readable] = {}
        self._brief: dict[str, str] = {}

    def answer(self, budget: int) -> RecallResult:
        """The answer for a budget: for a key first a line for each turn, for words of a turn first the turn."""
        left = budget - HEAD_TOKENS
        hits: list[dict[str, Any]] = []
        also: list[str] = []
        is_cut = False
        if not self._is_key:
            room = left if len(self._found) == 1 else int(left * _WHOLE_SHARE)
            hits, spent, is_cut = self._whole(room)
            left -= spent
        for hit in self._found[len(hits) :]:
            line = self._brief_of(hit)
            left -= count_tokens(line) + _LINE_TOKENS
            if left < 0:
                break
            also.append(line)
        done = [hit.turn for hit in self._found[: len(hits) + len(also)]]
        if self._is_key and left > HIT_TOKENS + LEAST_TOKENS:
            hits, _, is_cut = self._whole(left)
        content = {
            "question": neutralise(self._question[:_QUESTION_CHARS]),
            "hits": hits,
            "also": also,
            "more": [hit.turn for hit in self._found[len(done) :]][: MAX_HITS * 2],
        }
        return seal(content, tuple(done), is_cut=is_cut or len(hits) < len(self._found))

    def _whole(self, room: int) -> tuple[list[dict[str, Any]], int, bool]:
        """The best turns with as much of each as fits, what that costs, and whether something of them was left out."""
        hits: list[dict[str, Any]] = []
        spent, is_cut = 0, False
        wanted = self._found[:MAX_HITS]
        for place, hit in enumerate(wanted):
            left = room - spent
            if hits and left < HIT_TOKENS + LEAST_TOKENS:
                break
            share = left if len(wanted) == 1 else max(LEAST_TOKENS, left * 2 // (len(wanted) - place + 1))
            rows = self._read(hit.turn).rows
            chosen = _choose(self._question, hit, rows, min(share, left) - HIT_TOKENS)
            is_cut = is_cut or len(chosen) < len(rows)
            shown = [rows[number] for number in chosen]
            said = {"lines": f"{_numbers(chosen)} of {len(rows)}", "text": _with_gaps(rows, chosen)}
            hits.append({**head_of(self._by_id[hit.turn].stored, self._read(hit.turn), shown), **said})
            spent += HIT_TOKENS + sum(count_tokens(row.text) + 1 for row in shown)
        return hits, spent, is_cut

    def _read(self, turn: str) -> Readable:
        if turn not in self._seen:
            self._seen[turn] = readable(self._by_id[turn].parts, mask=self._mask)
        return self._seen[turn]

    def _brief_of(self, hit: Found) -> str:
        """One line for a turn: its id, who speaks, and the sentences that hold most of the question."""
        if hit.turn not in self._brief:
            seen = self._read(hit.turn)
            said = [(part, neutralise(text)) for part, text in _sentences(self._question, hit, seen.rows)]
            roles = ", ".join(dict.fromkeys(seen.roles[f"m{part}"] for part, _ in said))
            self._brief[hit.turn] = f"{hit.turn} {roles}: {' … '.join(text for _, text in said)}"
        return self._brief[hit.turn]


def _sentences(question: str, hit: Found, rows: Sequence[Row]) -> list[tuple[int, str]]:
    """The sentences of a turn that hold most of a question, in their order, each with its part and cut short."""
    parts = {passage.part for passage in hit.passages}
    every = [
        (row.part, sentence)
        for row in rows
        if row.part in parts
        for sentence in _cut_sentences(row.text.removeprefix(f"[m{row.part}] "))
    ]
    scores = row_scores(question, [text for _, text in every])
    best = sorted(range(len(every)), key=lambda place: (-scores[place], place))
    kept: list[int] = []
    known: set[str] = set()
    for place in best if is_key(question) else ():
        values = values_in(question, every[place][1])
        if len(kept) < _SENTENCES and not values <= known:
            kept.append(place)
            known |= values
    kept = kept or [place for place in best[:_SENTENCES] if scores[place]] or best[:1]
    return [every[place] for place in sorted(kept)]


def _cut_sentences(text: str) -> list[str]:
    """Sentences of at most 140 characters each; a longer one is cut into several."""
    return [
        sentence[start : start + _SENTENCE_CHARS].strip()
        for sentence in _end_pattern().split(text)
        for start in range(0, len(sentence), _SENTENCE_CHARS)
        if sentence[start : start + _SENTENCE_CHARS].strip()
    ]


@cache
def _end_pattern() -> re.Pattern[str]:
    return re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])")


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
