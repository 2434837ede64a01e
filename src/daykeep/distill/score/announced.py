"""What a section says it is: plain rules about headings and labels, as a person would write them, read from masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.distill.score.tokens import BIT

if TYPE_CHECKING:
    from daykeep.distill.score.reading import Line

RULES = (
    "lesson_heading",
    "lesson_above",
    "lesson_label",
    "lesson_but_counted",
    "cause_heading",
    "decision_heading",
    "wish_heading",
    "pair",
    "chain",
    "pair_in_line",
    "told_by_user",
    "only_wish",
    "pair_kind",
    "other_kind",
)
"""What may be announced; the bits of :func:`announced` in order."""

_LESSON = BIT["announce"]
_PROBLEM, _CAUSE, _FIX = BIT["problem"], BIT["cause"], BIT["fix"]
_CHAIN = _PROBLEM | _CAUSE | _FIX
_COUNTED = (
    BIT["metric"]
    | BIT["status"]
    | BIT["percent"]
    | BIT["research"]
    | BIT["todo"]
    | BIT["chat"]
    | BIT["suggest"]
)
_WISH = BIT["prefer"] | BIT["rule"] | BIT["scope"]
_OBJECT = BIT["scope"] | BIT["negation"]
_OPEN = BIT["todo"] | BIT["suggest"] | BIT["question"]
_LEADS_TO = BIT["arrow"] | BIT["cause"]
_FEW = 3


def announced(heading: int, above: int, lines: list[Line]) -> int:
    """The bits of the rules that a section fits: ``heading`` and ``above`` are those of its headings.

    A heading that also speaks of figures, states, plans or research doesn't announce knowledge: "Learning progress 80%".
    """
    labels = 0
    for line in lines:
        labels |= line.label_bits
    settled = not heading & _COUNTED
    lesson = heading & _LESSON and settled
    cause = heading & _CAUSE and settled
    decision = heading & BIT["decision"] and settled
    wish = (heading & (BIT["prefer"] | BIT["rule"]) and settled) or (
        heading & BIT["user"] and heading & _WISH
    )
    pair = (labels & _FIX and labels & _PROBLEM) or (labels & (_FIX | _CAUSE) and heading & _PROBLEM)
    chain = (labels | heading) & _CHAIN == _CHAIN and (labels & _CHAIN).bit_count() > 1
    told, strict = _wishes(lines)
    pairs = lesson or above & _LESSON or labels & _LESSON or cause or pair
    tests = (
        lesson, above & _LESSON, labels & _LESSON, heading & _LESSON and not settled, cause, decision, wish, pair, chain,
        any(_is_pair(line.bits) for line in lines), told,
        strict and len(lines) <= _FEW, pairs and settled,
        not pairs and (decision or wish or strict),
    )  # fmt: skip
    return sum([1 << place for place, test in enumerate(tests) if test])


def _is_pair(bits: int) -> bool:
    """Whether a line tells a problem and what was done about it."""
    return bool(bits & _PROBLEM and bits & _FIX and bits & _LEADS_TO and not bits & _OPEN)


def _wishes(lines: list[Line]) -> tuple[bool, bool]:
    """Whether a line says what the user wants, and whether one says it with an *always* or a *not*."""
    wishes = [
        bits for line in lines if (bits := line.bits) & BIT["user"] and bits & _WISH and not bits & _OPEN
    ]
    return bool(wishes), any(bits & _OBJECT for bits in wishes)
