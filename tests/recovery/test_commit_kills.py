"""Killed while a session grows or a view changes: the old state or the new one, and the same again ends it."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, Edit
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import find_lost
from daykeep.triage.view.commit import Head, plan_commit, plan_undo
from daykeep.triage.view.edits import EditStore
from tests.recovery.forked import run_and_die

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
POINTS = 50
TALK = [
    message
    for n in range(1, 7)
    for message in (
        {"role": "user", "content": f"Question {n}, 用户"},
        {"role": "assistant", "content": f"Answer {n}. " * 30},
    )
]
SHORT, LONG = TALK[:10], TALK


def conversation(messages):
    return read_conversation(json.dumps(messages).encode())


def state(root):
    """What a reader finds: the history, the commits, and the view that they make."""
    files = Files(root)
    messages = SessionStore(files).load("s").messages
    commits = EditStore(files, "s").load().commits
    units = group_units(messages)
    return messages, commits, build_view(units, commits).messages


def opened(root):
    files = Files(root)
    units = group_units(SessionStore(files).load("s").messages)
    store = EditStore(files, "s")
    return units, store, store.load().commits


def first_commit(root):
    units, store, commits = opened(root)
    edits = [Edit("U1", "", DROP), Edit("U2", "", COMPRESS, note="Note 2.")]
    store.append(
        plan_commit(units, commits, edits, Head("c1", NOW.isoformat()), block="one", block_after="U2")
    )


def commit(root):
    units, store, commits = opened(root)
    edits = [Edit("U3", "", ARCHIVE, stored_id="A3"), Edit("U4", "", COMPRESS, note="Note 4, " * 20)]
    made = plan_commit(
        units, commits, edits, Head("c2", NOW.isoformat()), block="two " * 300, block_after="U4"
    )
    store.append(made, after="c1")


def undo(root):
    units, store, commits = opened(root)
    store.append(plan_undo(units, commits, Head("c2", NOW.isoformat())), after="c1")


def ingest(root):
    SessionStore(Files(root)).ingest("s", conversation(LONG))


@pytest.fixture
def template(quick_folder):
    root = quick_folder / "template"
    root.mkdir()
    store = SessionStore(Files(root))
    store.new(at=NOW, session_id="s")
    store.ingest("s", conversation(SHORT))
    first_commit(root)
    return root


def _is_between(old, there, new):
    """Whether whole messages of a write that was never acknowledged can be read: the next writer takes them out, and writes all."""
    messages = there[0]
    return (
        len(old[0]) < len(messages) and messages == new[0][: len(messages)] and there[1] == old[1] == new[1]
    )


@pytest.mark.parametrize("half", [False, True], ids=["before", "half-way"])
@pytest.mark.parametrize("work", [commit, undo, ingest], ids=lambda work: work.__name__)
def test_kill_at_fifty_points_leaves_the_old_or_the_new_state_and_the_same_again_ends_it(
    quick_folder, template, work, half
):
    old = state(template)
    shutil.copytree(template, quick_folder / "whole")
    calls = run_and_die(lambda: work(quick_folder / "whole"), 0).count
    new = state(quick_folder / "whole")
    assert new != old
    kills = 0
    for at in sorted({1 + round(step * (calls - 1) / (POINTS - 1)) for step in range(POINTS)}):
        root = quick_folder / str(at)
        shutil.copytree(template, root)
        kills += run_and_die(lambda root=root: work(root), at, half=half).killed
        there = state(root)
        assert there in (old, new) or _is_between(old, there, new), at
        units, _, commits = opened(root)
        lost = find_lost(units, commits, build_view(units, commits), stored={"A3"}, logged={"U1"})
        assert lost == [], at
        if there != new:
            work(root)
        assert state(root) == new, at
        shutil.rmtree(root)
    assert kills >= min(POINTS, calls) * (0.3 if half else 0.9)
