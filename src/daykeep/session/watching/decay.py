"""Which records have not been used for so long that the model may no longer heed them. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.records.model import HIGH, IMPORTANCE, MEDIUM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daykeep.session.records.model import Record

THRESHOLD_ROUNDS = 20
"""After so many rounds without a reference information counts as decayed."""
HIGH_THRESHOLD_ROUNDS = 10
"""The same for information of high importance."""

RESTATE, CONSIDER, IGNORE = "restate", "consider", "ignore"


class Thresholds(NamedTuple):
    """Rounds without a reference after which information decays: any, and that of high importance."""

    rounds: int = THRESHOLD_ROUNDS
    high_rounds: int = HIGH_THRESHOLD_ROUNDS

    def of(self, record: Record) -> int:
        """The rounds that count for this record: never more than for any other."""
        return min(self.rounds, self.high_rounds) if record.importance == HIGH else self.rounds


class Decayed(NamedTuple):
    """A record that has decayed: rounds since its last reference, and what to do about it."""

    record: Record
    rounds: int
    advice: str


def find_decayed(
    records: Iterable[Record], current_round: int, thresholds: Thresholds | None = None
) -> tuple[Decayed, ...]:
    """What has decayed at this round: most important first, of equals what was unused longest.

    Rounds count from the last reference, else from the registration. What was restated is not named again before its
    threshold has passed once more; what was superseded never.

    >>> from daykeep.session.records.model import Record
    >>> pref = Record("pref", "user_preference", "Use tabs", "high", registered=27)
    >>> [one.rounds for one in find_decayed([pref], 45)], find_decayed([pref], 30)
    ([18], ())
    """
    limits = thresholds or Thresholds()
    found = []
    for record in records:
        seen, used = record.last_seen, record.last_used
        if not record.is_in_force or seen is None or current_round - seen < limits.of(record):
            continue
        found.append(
            Decayed(record, current_round - (used if used is not None else seen), advice_for(record))
        )
    return tuple(sorted(found, key=lambda one: (IMPORTANCE.index(one.record.importance), -one.rounds)))


def advice_for(record: Record) -> str:
    """What to do about a record that has decayed: ``restate``, ``consider`` restating, or ``ignore``."""
    if record.importance == HIGH:
        return RESTATE
    return CONSIDER if record.importance == MEDIUM else IGNORE
