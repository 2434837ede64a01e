"""Mutants of notes are wrong in the way that they say, and the tally counts them."""

from __future__ import annotations

import pytest

from benchmarks.quality.notes.judge import Right, judge, read_written
from benchmarks.quality.notes.mutations import KINDS, mutate
from daykeep.triage.checks import read_source
from tests.triage.talks import FILLER, talk

SOURCE = read_source(
    talk(
        (
            "user",
            "Move it from Monday to Friday at 5 pm, use Postgres instead of MySQL, port 8080, timeout 30 seconds, ids ord_91 and cus_88. Don't push.",
        ),
        ("assistant", f"It is moved. Acme will be told. {FILLER}"),
    )
)
NOTE = "Order ord_91 of cus_88 went from Monday to Friday at 5 pm; Postgres instead of MySQL, port 8080, 30 seconds, and nothing may not be pushed."


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mutant_is_made_of_a_note_that_has_all(kind: str) -> None:
    assert [one for one in mutate(NOTE, SOURCE) if one.kind == kind]


def test_mutants_differ_from_their_note_and_are_the_same_each_time() -> None:
    made = mutate(NOTE, SOURCE)
    assert made == mutate(NOTE, SOURCE)
    assert NOTE not in {one.text for one in made}


@pytest.mark.parametrize(
    ("note", "kind", "mutant"),
    [
        (
            "Postgres over MySQL is used: the user chose Postgres over MySQL.",
            "pair swap",
            "chose MySQL over Postgres",
        ),
        ("The timeout is 30 seconds.", "unit change", "30 minutes"),
        ("It is due on Monday.", "date shift", "Tuesday"),
        ("User does not want a push.", "negation flip", "User wants a push"),
        ("The port is 8080.", "dropped must", "The port is ."),
        ("It was moved.", "invented approval", "confirmed by the user"),
        ("它在周一。", "date shift", "周二"),
        ("用户不要推送。", "negation flip", "用户推送"),
    ],
)
def test_mutant_is_wrong_in_its_way(note: str, kind: str, mutant: str) -> None:
    assert any(mutant in one.text for one in mutate(note, SOURCE) if one.kind == kind)


def test_tally_counts_right_notes_and_mutants_by_group() -> None:
    right = "Friday at 5 pm from Monday, Postgres instead of MySQL, port 8080, 30 seconds, ord_91, cus_88; no push."
    tallies = judge([Right("a", SOURCE, right), Right("b", SOURCE, "The port is 9090.")])
    assert (tallies["a"].notes, tallies["a"].refused) == (1, 0)
    assert tallies["b"].refused_share == 1.0
    assert tallies["a"].mutants.total() > tallies["a"].found.total() * 0.5 > 0


def test_written_notes_are_there_in_both_languages_and_at_least_a_hundred() -> None:
    written = list(read_written())
    assert len(written) >= 100
    assert sum(not one.note.isascii() for one in written) >= 60
