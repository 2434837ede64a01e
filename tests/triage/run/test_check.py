"""A check from its trigger to its commit: when it acts, what it does, and what it says."""

from __future__ import annotations

import pytest

from daykeep.errors import DocumentError
from daykeep.files.store import Files
from daykeep.session.history.place import session_file
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.economics.prices import ANTHROPIC
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, Edit
from daykeep.triage.protocols import DeciderLimits
from daykeep.triage.run.ask import COMMITTED, NOTHING, PLANNED, SKIPPED, WAITED
from daykeep.triage.run.check import run_check
from daykeep.triage.run.desk import Desk
from daykeep.triage.run.make import superseded_lines
from daykeep.triage.stored.store import StoredTurns
from daykeep.triage.view.check import weigh_view
from daykeep.triage.view.commit import Head, plan_undo
from tests.session.making import agent, messages_of, user
from tests.triage.run.desks import AT, ask, begin, check, staff, talk
from tests.triage.view.making import Thread


@pytest.fixture
def desk(tmp_path):
    begin(tmp_path)
    return Desk(Files(tmp_path), "s")


def look(desk, **more):
    given = {"must_fit": False, "force": False, "keep_units": None, "keep_tokens": None, **more}
    return run_check(desk, ask(**given), staff())


def finals(report):
    return {one.unit_id: one.final for one in report.decisions}


def test_nothing_is_done_at_or_under_the_budget(desk):
    report = look(desk, budget=10**6)
    assert (report.outcome, report.decisions) == (NOTHING, ())
    assert desk.log.checks() == []


def test_over_the_budget_small_talk_goes_old_runs_become_notes_and_the_newest_stay(desk):
    report = look(desk, budget=8_000)
    assert report.outcome == COMMITTED
    actions = finals(report)
    assert actions["U4"] == DROP  # thanks, answered
    assert actions["U3"] == COMPRESS  # a run of a tool
    assert all(actions.get(f"U{number}", KEEP) == KEEP for number in range(21, 25))
    assert report.tokens_after < 0.6 * report.trigger.budget


def test_a_dry_run_says_the_same_and_changes_nothing(desk):
    planned = look(desk, budget=8_000, dry_run=True)
    assert planned.outcome == PLANNED
    assert desk.load().commits == ()
    assert desk.log.checks() == []
    assert desk.stored.entries() == ()
    assert finals(look(desk, budget=8_000)) == finals(planned)


def test_a_view_that_must_fit_fits_and_names_what_left(desk):
    report = check(desk.files.root, desk, budget=1_500)
    assert report.outcome == COMMITTED
    view = desk.load().view
    said = "\n".join(message.text for message in view.messages)
    assert "recall by id" in said
    assert "TASK-3" in said
    assert ARCHIVE in finals(report).values()


def test_the_second_check_starts_from_the_first_ones_view(desk):
    first = look(desk, budget=8_000)
    again = look(desk, budget=8_000)
    assert (first.outcome, again.outcome) == (COMMITTED, NOTHING)
    assert again.trigger.tokens < first.trigger.tokens


def test_a_change_that_does_not_pay_waits_and_is_not_weighed_again_at_once(desk):
    few = {"budget": 8_000, "prices": ANTHROPIC, "remaining_calls": 0.0}
    first, again = look(desk, **few), look(desk, **few)
    assert (first.outcome, again.outcome) == (WAITED, WAITED)
    assert "asked again at" in again.reason
    assert len(desk.log.checks()) == 1
    assert look(desk, **{**few, "idle_seconds": 10_000}).outcome == COMMITTED


def test_a_check_that_runs_makes_another_one_skip(desk):
    with desk.hold():
        other = Desk(Files(desk.files.root), "s")
        assert look(other, budget=8_000).outcome == SKIPPED
    assert look(desk, budget=8_000).outcome == COMMITTED


def test_a_session_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(DocumentError, match="no session 's'"):
        look(Desk(Files(tmp_path), "s"))


def test_pinned_turns_are_never_touched(desk):
    desk.pin("U3", pinned=True)
    report = look(desk, budget=8_000)
    assert finals(report).get("U3", KEEP) == KEEP
    assert report.did
    desk.pin("U3", pinned=False)
    assert desk.load().pinned == frozenset()


def test_undo_gives_the_view_back_as_it_was_said(desk):
    before = desk.load().view
    look(desk, budget=8_000)
    scene = desk.load()
    commit = plan_undo(scene.units, scene.commits, Head("R1", AT))
    desk.edits.append(commit, after=scene.commits[-1].id)
    assert desk.load().view.messages == before.messages


def test_messages_that_come_after_a_commit_stand_behind_it(desk):
    look(desk, budget=8_000)
    before = desk.load().view.messages
    more = messages_of(*talk(1)[:2])
    desk.sessions.append("s", more)
    after = desk.load().view.messages
    assert after[: len(before)] == before
    assert len(after) == len(before) + len(more)


def test_the_log_says_of_every_judged_turn_what_was_suggested_and_what_became_of_it(desk):
    report = look(desk, budget=8_000)
    records = desk.log.units(report.check_id)
    assert {one["unit_id"]: one["final"] for one in records} == finals(report)
    dropped = next(one for one in records if one["final"] == DROP)
    assert dropped["probabilities"]["drop"] >= 0.7
    assert [gate["name"] for gate in dropped["gates"]][-1] == "economics"
    whole = desk.log.checks()[-1]
    assert whole["predicted"]["cached"] >= 0
    assert whole["policy_sha"] == staff().policy.sha


def test_only_the_turns_between_two_numbers_are_changed(desk):
    report = look(desk, budget=8_000, force=True, first=5, last=10)
    changed = {one.unit_id for one in report.decisions if one.final != KEEP}
    assert changed
    assert all(5 <= int(name[1:].split("@")[0]) <= 10 for name in changed)


def test_of_two_values_in_notes_the_newer_one_counts_and_the_block_says_so():
    units = Thread(*(one for n in (1, 2) for one in (user(f"ask {n}"), agent("ok")))).units
    notes = {
        "U1": Edit("U1", "", COMPRESS, note="The port is 8080."),
        "U2": Edit("U2", "", COMPRESS, note="The port is 9090."),
    }
    assert superseded_lines(notes, units) == ["U2: port=9090 (was 8080, U1)"]
    assert superseded_lines({"U1": notes["U1"]}, units) == []


class Service(RuleDecider):
    """The rules as a service that asks for money."""

    name = "service"
    is_local = False
    limits = DeciderLimits(64, price_in=0.24)


def test_what_a_decider_elsewhere_costs_is_logged_and_has_to_be_earned(desk):
    given = ask(must_fit=False, force=False, keep_units=None, keep_tokens=None, budget=8_000)
    run_check(desk, given, staff(decider=Service()))
    found = desk.log.checks()[-1]["decider"]
    assert found["name"] == "service"
    assert found["input_tokens"] > 100
    assert found["cost"] == pytest.approx(found["input_tokens"] * 0.24 / 1_000_000)


def test_ids_of_commits_are_never_given_twice_even_where_the_log_is_lost(desk):
    look(desk, budget=8_000)
    (desk.files.root / session_file("s", "log.jsonl")).unlink()
    scene = desk.load()
    desk.edits.append(plan_undo(scene.units, scene.commits, Head("R2", AT)), after="K1")
    look(Desk(desk.files, "s"), budget=8_000)
    assert [commit.id for commit in desk.edits.load().commits] == ["K1", "R2", "K2"]


def test_stored_turns_of_a_commit_that_cannot_be_read_stay_and_keep_their_ids(desk):
    look(desk, budget=2_000, must_fit=True, keep_units=1, keep_tokens=100)
    path = desk.files.root / session_file("s", "edits.jsonl")
    path.write_text(path.read_text(encoding="utf-8").replace('"v": 1', '"v": 2', 1), encoding="utf-8")
    before = {one.id: one.unit_id for one in desk.stored.entries()}
    again = Desk(desk.files, "s")
    again.pin(before["A1"], pinned=True)
    report = look(again, budget=2_000, must_fit=True, keep_units=1, keep_tokens=100)
    assert report.outcome == COMMITTED
    after = {one.id: one.unit_id for one in StoredTurns(desk.files, "s").entries()}
    assert before.items() <= after.items()


def test_the_size_that_is_reported_is_that_of_the_view(desk):
    report = look(desk, budget=8_000)
    scene = desk.load()
    assert report.tokens_after == report.trigger.overhead + weigh_view(scene.view, scene.units)
    assert desk.log.checks()[-1]["tokens_after"] == report.tokens_after


def test_nothing_inside_a_pinned_turn_is_hidden_even_where_the_view_must_fit(desk):
    desk.pin("U3", pinned=True)
    for must_fit in (False, True):
        report = look(desk, budget=1_500, must_fit=must_fit, force=True)
        assert not [one for one in report.decisions if one.unit_id.startswith("U3@") and one.final != KEEP]
    places = {place.unit_id: place.action for place in desk.load().view.places}
    assert places["U3"] == KEEP
