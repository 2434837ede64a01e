"""Which information of a session is worth keeping beyond it, how sure that is, and why. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.items import DECISION as DECISION_KIND
from daykeep.memory.items import FACT, PREFERENCE
from daykeep.session.records.model import (
    CONSTRAINT,
    DECISION,
    GOAL,
    HIGH,
    IMPORTANCE,
    PROGRESS,
    PROJECT,
    STATE,
)
from daykeep.session.records.model import PREFERENCE as PREFERENCE_TYPE
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from daykeep.session.options.model import Sync
    from daykeep.session.records.model import Record

START = 0.5
BEST = 0.98
HIGH_IMPORTANCE, IS_PREFERENCE, IS_PROJECT = "high importance", "user preference", "project configuration"
SHARED, CONFIRMED = "registered in several sessions", "confirmed by the user"
PROMISED = "put on the list for promotion"
WEIGHTS = {
    HIGH_IMPORTANCE: 0.2,
    IS_PREFERENCE: 0.15,
    IS_PROJECT: 0.15,
    SHARED: 0.15,
    CONFIRMED: 0.2,
    PROMISED: 0.0,
}
"""What each reason adds to the score. No single one reaches the default gate of 0.9: a preference needs a confirmation."""

LESSER = 0.1
"""What an importance below the highest adds, where the settings let it count."""

PASSING = 0.3
"""What is taken off for goals, states and progress: they seldom outlive their session."""

_PASSING_TYPES = (GOAL, STATE, PROGRESS)


class Candidate(NamedTuple):
    """A record that is worth promoting: its score from 0.0 to 1.0, the reasons, and its kind in memory."""

    record: Record
    score: float
    reasons: tuple[str, ...]
    kind: str

    @property
    def text(self) -> str:
        """What is to stand in memory: the content, on one line."""
        return " ".join(self.record.content.split())


def find_candidates(
    records: Iterable[Record], options: Sync, *, shared: AbstractSet[str] = frozenset()
) -> tuple[Candidate, ...]:
    """The records in force that a rule promotes, surest first; ``shared`` are contents that other sessions have too.

    The rules: importance from ``options.importance`` on, user preference, project configuration, value across sessions,
    confirmation by the user.
    """
    found = [judge(record, options, shared=shared) for record in records]
    kept = [one for one in found if one is not None]
    return tuple(sorted(kept, key=lambda one: -one.score))


def judge(record: Record, options: Sync, *, shared: AbstractSet[str] = frozenset()) -> Candidate | None:
    """The record as a candidate; None if it was superseded or no rule promotes it."""
    if not record.is_in_force:
        return None
    reasons = list(_reasons(record, options, shared))
    if not reasons:
        return None
    return rated(record, reasons)


def rated(record: Record, reasons: Iterable[str]) -> Candidate:
    """The candidate for these reasons."""
    told = tuple(dict.fromkeys(reasons))
    score = START + sum(WEIGHTS.get(reason, LESSER) for reason in told)
    if record.type in _PASSING_TYPES:
        score -= PASSING
    return Candidate(record, round(min(score, BEST), 4), told, kind_of(record.type))


def kind_of(type_name: str) -> str:
    """The kind of memory that information of a type is: preference, decision or fact."""
    if type_name in {PREFERENCE_TYPE, CONSTRAINT}:
        return PREFERENCE
    return DECISION_KIND if type_name == DECISION else FACT


def shared_key(content: str) -> str:
    """A content as it is compared between sessions."""
    return normalise_line(" ".join(content.split()))


def _reasons(record: Record, options: Sync, shared: AbstractSet[str]) -> Iterable[str]:
    if IMPORTANCE.index(record.importance) <= IMPORTANCE.index(options.importance):
        yield HIGH_IMPORTANCE if record.importance == HIGH else f"{record.importance} importance"
    if record.type == PREFERENCE_TYPE:
        yield IS_PREFERENCE
    if record.type == PROJECT:
        yield IS_PROJECT
    if options.cross_session_value and shared_key(record.content) in shared:
        yield SHARED
    if record.confirmed:
        yield CONFIRMED
