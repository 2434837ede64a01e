"""What waits for a person, listed with and without queueing what waits unqueued."""

from __future__ import annotations

import os

import pytest

from daykeep.app import open_workspace
from daykeep.operations.waiting import list_waiting, see_waiting, waiting_data, waiting_line
from daykeep.review.stores.joined import open_store
from tests.cli.setting_up import Desk

NOTE = "---\nname: boat\ntype: project\nstatus: unreviewed\n---\n\nThe boat lies at pier nine.\n"


@pytest.fixture
def root(tmp_path, monkeypatch, capsys):
    desk = Desk(tmp_path, monkeypatch, capsys)
    folder = tmp_path / "workspace"
    assert desk.run("init", str(folder)).code == 0
    (folder / "memory" / "notes").mkdir(exist_ok=True)
    (folder / "memory" / "notes" / "boat.md").write_text(NOTE, encoding="utf-8")
    return folder


def everything(root):
    """Every file below the workspace with its bytes."""
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_seeing_what_waits_writes_nothing_and_listing_queues_the_unreviewed_note(root) -> None:
    workspace = open_workspace(root, environ=dict(os.environ))
    before = everything(root)
    assert see_waiting(workspace).items == []
    assert everything(root) == before
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    (item,) = list_waiting(workspace, store).items
    assert item.name == "memory/notes/boat.md"
    seen = everything(root)
    assert [one.id for one in see_waiting(workspace).items] == [item.id]
    assert everything(root) == seen


def test_what_waits_is_counted_and_said(root) -> None:
    workspace = open_workspace(root, environ=dict(os.environ))
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    waiting = list_waiting(workspace, store)
    data = waiting_data(waiting)
    assert (data["waiting"], data["deferred"], data["problems"]) == (1, 0, [])
    assert waiting_line(waiting.items, waiting.day) == "1 thing waits for you: `daykeep review`."
    assert waiting_line([], waiting.day) == "Nothing waits for you."
