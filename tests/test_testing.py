from __future__ import annotations

import doctest
from datetime import UTC, datetime

import pytest

from daykeep import clock, testing, zones
from daykeep.errors import ModelError
from daykeep.files.store import Files
from daykeep.heartbeat import beat, state
from daykeep.heartbeat.schedule import parse
from daykeep.testing import FakeDecider, FakeNoteWriter, SettableClock
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.protocols import NoteDraft, NoteRequest, TriageState
from daykeep.triage.run.ask import COMMITTED, KEPT
from daykeep.triage.run.check import Staff, run_check
from daykeep.triage.run.desk import Desk
from tests.triage.run.desks import ask, begin
from tests.triage.talking import views_of


def test_settable_clock_stands_still_and_moves_as_told() -> None:
    shown = SettableClock("2026-03-08T22:59:00+08:00")
    assert shown() == shown() == datetime(2026, 3, 8, 14, 59, tzinfo=UTC)
    shown.advance(days=1, hours=1, minutes=1, seconds=1)
    assert shown() == datetime(2026, 3, 9, 16, 0, 1, tzinfo=UTC)
    shown.set("2025-01-01T00:00:00Z")
    shown.advance(hours=-1)
    assert shown() == datetime(2024, 12, 31, 23, 0, tzinfo=UTC)


def test_settable_clock_refuses_a_time_without_an_offset() -> None:
    with pytest.raises(ValueError, match="no offset"):
        SettableClock("2026-03-08T22:59:00")


@pytest.mark.parametrize(
    "module", [clock, zones, testing, beat, parse, state], ids=lambda module: module.__name__
)
def test_examples_in_the_docstrings_are_true(module) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_a_fake_decider_says_what_it_was_told_and_its_numbers_are_probabilities() -> None:
    fake = FakeDecider({"U1": "drop", "U2": {"archive": 0.7, "keep": 0.3}})
    views = views_of(("one", "ok"), ("two", "ok"), ("three", "ok"))
    state = TriageState("goal", "request", {}, tuple(views))
    found = fake.decide(state)
    assert [(one.top, round(one.p_top, 2)) for one in found] == [
        ("drop", 0.97),
        ("archive", 0.7),
        ("keep", 0.97),
    ]
    assert all(sum(one.probabilities.values()) == pytest.approx(1.0) for one in found)
    assert fake.asked == [state]
    with pytest.raises(ModelError, match="no answer today"):
        FakeDecider(fails="no answer today").decide(state)


def test_the_fakes_serve_a_check_of_triage(tmp_path) -> None:
    begin(tmp_path)
    desk = Desk(Files(tmp_path), "s")
    policy = default_policy("en")
    down = run_check(desk, ask(must_fit=False), Staff(policy, FakeDecider(fails="no answer today")))
    assert (down.outcome, "no answer today" in down.reason) == (KEPT, True)
    units = [one.id for one in desk.load().units[2:8]]
    decider, writer = FakeDecider(dict.fromkeys(units, "compress")), FakeNoteWriter()
    report = run_check(desk, ask(), Staff(policy, decider, writer))
    assert report.outcome == COMMITTED
    suggested = {one.unit_id for one in report.decisions if one.suggested == "compress"}
    assert suggested
    assert suggested <= set(units)
    assert decider.asked


def test_a_fake_writer_writes_the_notes_it_has() -> None:
    writer = FakeNoteWriter({"U1": "A note."})
    requests = [NoteRequest("U1", "source", ()), NoteRequest("U2", "source", ())]
    assert list(writer.write(requests)) == [NoteDraft("U1", "A note.")]
    assert writer.asked == requests
    with pytest.raises(ModelError, match="down"):
        FakeNoteWriter(fails="down").write(requests)
