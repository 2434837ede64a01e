"""Fakes that ship with daykeep, for tests of programs that use it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING

from daykeep.errors import ModelError
from daykeep.triage.model import CHOICES, KEEP, Distribution
from daykeep.triage.protocols import DeciderLimits, NoteDraft

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.triage.protocols import NoteRequest, TriageState


class SettableClock:
    """A clock that stands still until it is told otherwise; call it for the present instant, in UTC.

    >>> clock = SettableClock("2026-03-08T22:59:00+08:00")
    >>> clock.advance(minutes=1)
    >>> clock().isoformat()
    '2026-03-08T15:00:00+00:00'
    """

    def __init__(self, at: str) -> None:
        self._now = _instant(at)

    def __call__(self) -> datetime:
        """The instant that the clock shows."""
        return self._now

    def set(self, at: str) -> None:
        """Jump to an ISO 8601 time with an offset, forwards or backwards."""
        self._now = _instant(at)

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        """Let time pass, or with negative numbers jump back."""
        self._now += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def _instant(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no offset from UTC")
    return moment.astimezone(UTC)


class FakeDecider:
    """A decider that says what it was told, and remembers what it was asked in ``asked``.

    ``answers`` holds for a unit's id a choice, which then is ``sure``, or the probability of each choice; ``default`` is the choice for
    every other unit. With ``fails`` it raises ModelError of these words. It isn't named "rules", so every gate applies to it.

    >>> fake = FakeDecider({"U3": "drop", "U4": {"keep": 0.6, "archive": 0.4}})
    >>> fake.distribution_of("U3").top, fake.distribution_of("U4").p_top, fake.distribution_of("U5").top
    ('drop', 0.6, 'keep')
    """

    name = "fake"
    version = "1"
    is_local = True

    def __init__(
        self,
        answers: Mapping[str, str | Mapping[str, float]] = MappingProxyType({}),
        *,
        default: str = KEEP,
        sure: float = 0.97,
        fails: str = "",
        max_questions: int = 64,
    ) -> None:
        self.answers, self.default, self.sure, self.fails = answers, default, sure, fails
        self.limits = DeciderLimits(max_questions)
        self.asked: list[TriageState] = []

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """One distribution for each of the state's units; ModelError if it is to fail."""
        self.asked.append(state)
        if self.fails:
            raise ModelError(self.fails)
        return [self.distribution_of(view.unit_id) for view in state.units]

    def distribution_of(self, unit_id: str) -> Distribution:
        """What it says about this unit."""
        said = self.answers.get(unit_id, self.default)
        if not isinstance(said, str):
            return Distribution(unit_id, {name: said.get(name, 0.0) for name in CHOICES})
        rest = (1.0 - self.sure) / (len(CHOICES) - 1)
        return Distribution(unit_id, {name: self.sure if name == said else rest for name in CHOICES})


class FakeNoteWriter:
    """A writer of notes that writes what it was told, and remembers what it was asked in ``asked``.

    A unit without a note gets no draft: then triage makes one of the turn's own sentences. With ``fails`` it raises ModelError of
    these words.
    """

    name = "fake"
    is_local = True

    def __init__(self, notes: Mapping[str, str] = MappingProxyType({}), *, fails: str = "") -> None:
        self.notes, self.fails = notes, fails
        self.asked: list[NoteRequest] = []

    def write(self, requests: Sequence[NoteRequest]) -> Sequence[NoteDraft]:
        """A draft for each request for which it has a note; ModelError if it is to fail."""
        self.asked += requests
        if self.fails:
            raise ModelError(self.fails)
        return [
            NoteDraft(one.unit_id, self.notes[one.unit_id]) for one in requests if one.unit_id in self.notes
        ]
