"""What tools, assistants and pasted texts order is neither noted nor learned, by any room that keeps something of a turn."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from daykeep.session.extract.extract import extract
from daykeep.triage.notes.plan import NoteJob, write_notes
from tests.triage.injection.leaks import CASES, conversation, leaks

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.session.units.model import Unit

TODAY = date(2026, 11, 30)


def leaked(written: Callable[[tuple[Unit, ...], int], str]) -> list[tuple[str, str]]:
    """The cases whose order stands in what a room writes of the conversation that carries it."""
    return [
        (case.kind, case.text)
        for place, case in enumerate(CASES)
        if leaks(case, written(conversation(case, place), place))
    ]


def test_no_order_reaches_a_note() -> None:
    def notes(units: tuple[Unit, ...], _: int) -> str:
        plan = write_notes([NoteJob(unit) for unit in units])
        return "\n".join(outcome.note for outcome in plan.outcomes.values())

    assert leaked(notes) == []


def test_no_order_is_taken_for_a_statement_of_the_person() -> None:
    def statements(units: tuple[Unit, ...], _: int) -> str:
        return "\n".join(
            " ".join((*stated.statement, stated.quote)) for stated in extract(units, today=TODAY)
        )

    assert leaked(statements) == []
