"""Each part of a check fails in turn: the view stays as it was, what is committed is whole, and the report says why."""

import json
from shutil import rmtree

import pytest

from daykeep.errors import ModelError, StorageError
from daykeep.files.store import Files
from daykeep.session.history.place import session_file
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.log.book import LogBook
from daykeep.triage.model import Distribution
from daykeep.triage.run.ask import COMMITTED, KEPT, SKIPPED
from daykeep.triage.run.check import run_check
from daykeep.triage.run.desk import Desk
from daykeep.triage.stored.model import stored_folder
from daykeep.triage.view.check import find_lost
from daykeep.triage.view.commit import Head, plan_commit
from tests.triage.run.desks import AT, ask, begin, staff


@pytest.fixture
def desk(tmp_path):
    begin(tmp_path)
    return Desk(Files(tmp_path), "s")


def view_of(desk):
    return Desk(desk.files, "s").load().view


def whole(desk):
    scene = desk.load()
    stored = {one.id for one in desk.stored.entries()}
    logged = {edit.unit_id for commit in scene.commits for edit in commit.edits}
    return find_lost(scene.units, scene.commits, scene.view, stored=stored, logged=logged) == []


class Deciding(RuleDecider):
    """A decider that does something else first."""

    def __init__(self, first):
        super().__init__()
        self.first = first

    def decide(self, state):
        return self.first(state, super().decide)


def raising(error):
    def first(_state, _decide):
        raise error

    return first


def test_check_of_this_session_changes_its_view(desk):
    report = run_check(desk, ask(), staff())
    assert report.outcome == COMMITTED, report.reason
    assert view_of(desk).first_changed is not None
    assert whole(desk)


@pytest.mark.parametrize(
    "first",
    [
        raising(ModelError("429: too many requests")),
        raising(ModelError("timed out")),
        lambda _state, _decide: [],
        lambda state, decide: decide(state)[:1],
        lambda state, _decide: [Distribution(one.unit_id, {}, fault="malformed") for one in state.units],
        lambda state, _decide: [Distribution(one.unit_id, {"drop": 1.7}) for one in state.units],
        lambda state, _decide: [Distribution("U999", {"drop": 1.0}) for one in state.units],
    ],
    ids=["429", "timeout", "nothing", "too few", "malformed", "no sum", "others"],
)
def test_decider_that_fails_or_talks_nonsense_changes_nothing(desk, first):
    before = view_of(desk)
    report = run_check(desk, ask(must_fit=False), staff(Deciding(first)))
    assert report.outcome != COMMITTED
    assert report.reason
    assert view_of(desk) == before


class BrokenWriter:
    name, is_local = "broken", True

    def write(self, requests):
        raise ModelError("529: overloaded")


def test_writer_that_fails_changes_no_turn_that_needs_it_and_loses_none(desk):
    report = run_check(desk, ask(), staff(writer=BrokenWriter()))
    assert report.outcome == COMMITTED
    assert whole(desk)
    assert report.commit is not None
    assert report.commit.edits
    assert all(edit.action != "compress" or edit.note for edit in report.commit.edits)


def blocking(path, *, folder):
    """Something stands in the way of a file or folder by the time the decider is asked."""

    def first(state, decide):
        if folder:
            path.mkdir()
        else:
            path.write_text("no folder")
        return decide(state)

    return first


@pytest.mark.parametrize(("leaf", "folder"), [("stored", False), ("log.jsonl", True)], ids=["store", "log"])
def test_store_or_log_that_can_not_be_written_keeps_all_and_the_next_check_commits(
    desk, tmp_path, leaf, folder
):
    before = view_of(desk)
    path = tmp_path / session_file("s", leaf)
    report = run_check(desk, ask(), staff(Deciding(blocking(path, folder=folder))))
    assert report.outcome == KEPT
    assert leaf in report.reason
    assert view_of(desk) == before
    path.rmdir() if folder else path.unlink()
    assert run_check(desk, ask(), staff()).outcome == COMMITTED
    assert whole(desk)


def test_commit_of_somebody_else_meanwhile_keeps_all_that_they_saw(desk):
    def first(state, decide):
        scene = Desk(desk.files, "s").load()
        edit = next(one for one in plan_all(scene))
        commit = plan_commit(scene.units, scene.commits, [edit], Head("other", AT))
        desk.edits.append(commit)
        return decide(state)

    def plan_all(scene):
        from daykeep.triage.model import DROP, Edit

        return [Edit(scene.units[2].id, "", DROP)]

    report = run_check(desk, ask(), staff(Deciding(first)))
    assert report.outcome == KEPT
    assert "another commit came first" in report.reason
    assert [commit.id for commit in desk.edits.load().commits] == ["other"]


def test_words_of_the_user_during_a_check_are_untouched_and_stand_last(desk):
    new = {"role": "user", "content": "And do not deploy on Friday."}

    def first(state, decide):
        SessionStore(desk.files).append("s", read_conversation(json.dumps([new]).encode()).messages)
        return decide(state)

    report = run_check(desk, ask(), staff(Deciding(first)))
    assert report.outcome == COMMITTED
    assert view_of(desk).messages[-1].text == new["content"]
    assert whole(desk)


def test_second_check_at_the_same_time_skips(desk):
    reports = []

    def first(state, decide):
        reports.append(run_check(Desk(desk.files, "s"), ask(), staff()))
        return decide(state)

    report = run_check(desk, ask(), staff(Deciding(first)))
    assert report.outcome == COMMITTED
    assert {one.outcome for one in reports} == {SKIPPED}
    assert len(desk.edits.load().commits) == 1


class FullLog(LogBook):
    def append(self, records):
        raise StorageError("can't write the log: the disk is full")


def test_log_that_cannot_be_written_where_nothing_is_changed_is_said_in_the_report(desk):
    desk.log = FullLog(desk.files, "s")
    for given in (ask(), ask(must_fit=False, force=False, remaining_calls=0.001)):
        report = run_check(desk, given, staff())
        assert (report.outcome, report.reason) == (KEPT, "can't write the log: the disk is full")
    assert desk.edits.load().commits == ()


def test_stored_turns_that_are_gone_never_give_their_ids_to_others(desk):
    run_check(desk, ask(), staff())
    before = {one.id: one.unit_id for one in desk.stored.entries()}
    rmtree(desk.files.root / stored_folder("s"))
    again = Desk(desk.files, "s")
    report = run_check(again, ask(budget=1_000), staff())
    assert report.outcome == KEPT or whole(again)
    after = {one.id: one.unit_id for one in again.stored.entries()}
    assert after
    assert before.keys().isdisjoint(after)
