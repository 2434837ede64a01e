"""A session compacted on demand from a program: with its own writer, in both modes, and when the memory can't be written."""

from __future__ import annotations

import json

import pytest

from daykeep import Session
from daykeep.app import open_workspace
from daykeep.errors import RefusedError
from daykeep.loop.compacting import Wish, compact_session
from daykeep.testing import FakeNoteWriter
from daykeep.traces import read_events
from daykeep.triage.run.desk import Desk
from tests.loop.test_session import turns

SAID = "The user had logs 2 and 3 looked at; both show timeouts."


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    folder = tmp_path / "ws"
    (folder / "memory").mkdir(parents=True)
    (folder / "daykeep.toml").write_text('zone = "UTC"\nhistory.enabled = false\n', encoding="utf-8")
    return folder


def begun(root, writer=None):
    session = Session.open(root, "s", writer=writer)
    session.ingest(list(turns(14)))
    return session


def test_program_gets_one_summary_by_its_own_writer(root):
    writer = FakeNoteWriter({"U3": SAID})
    session = begun(root, writer)
    done = session.compact(mode="summary", first=3, last=4, instructions="Name every log.")
    assert done.report.did
    assert done.report.summary.startswith(SAID)
    assert writer.asked[0].instructions == "Name every log."
    assert SAID in json.dumps(session.view())
    session.undo()
    assert SAID not in json.dumps(session.view())


def test_loop_goes_on_after_it_and_the_old_view_stays_a_prefix(root):
    session = begun(root)
    session.compact(mode="summary")
    before = session.view()["messages"]
    session.append(*turns(1, start=14))
    assert session.view()["messages"][: len(before)] == before


def test_command_of_the_user_stops_a_program_too(root, tmp_path):
    own = tmp_path / "home/.config/daykeep"
    own.mkdir(parents=True)
    (own / "config.toml").write_text("[context.compact]\nbefore = \"sh -c 'exit 2'\"\n", encoding="utf-8")
    session = begun(root)
    before = session.view()
    with pytest.raises(RefusedError, match="gave no reason"):
        session.compact()
    assert session.view() == before


def test_memory_that_can_not_be_written_is_named_and_the_view_is_compacted(root, tmp_path):
    begun(root)
    (root / "memory/sessions").write_text("a file where a folder should be\n", encoding="utf-8")
    workspace = open_workspace(root, environ={"HOME": str(tmp_path / "home")})
    done = compact_session(workspace, Desk(workspace.files, "s"), Wish("summary"))
    assert done.report.did
    assert done.memory == ""
    assert any("memory was not written" in one for one in done.problems)


def test_figures_of_it_are_kept(root):
    (root / ".daykeep").mkdir(exist_ok=True)
    session = begun(root)
    done = session.compact(mode="summary")
    workspace = open_workspace(root, environ={})
    [event] = [one for one in read_events(workspace.files)[0] if one.name == "compression"][-1:]
    assert event.attributes["tokens_before"] == done.report.tokens_before
    assert event.attributes["tokens_after"] < event.attributes["tokens_before"]
