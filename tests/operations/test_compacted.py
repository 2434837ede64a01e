"""What an agent that lost its context is told: what counts most, within the room, and how the rest is brought back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from daykeep.app import Workspace, open_workspace
from daykeep.operations.compacted import find_lost
from daykeep.session.history.store import SessionStore
from daykeep.session.records.changes import Wanted, register
from daykeep.session.records.store import change_register
from tests.hooks.calling import SESSION, make_place

if TYPE_CHECKING:
    from pathlib import Path

MEMORY = f"memory/sessions/{SESSION}.md"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    place = make_place(tmp_path)
    return open_workspace(place.workspace, environ={"HOME": str(place.home)})


def test_what_the_session_kept_comes_in_the_order_in_which_it_counts(workspace: Workspace) -> None:
    (workspace.root / MEMORY).write_text(
        "# S\n\n## Findings\n\n- The cause was a leap second\n\n## Goal\n\n- Move the gateway\n\n## Decisions\n\n- Keep port 7443\n"
    )
    text = find_lost(workspace, SESSION, most_chars=4000)
    order = [
        text.index(said) for said in ("Move the gateway", "Keep port 7443", "leap second", "daykeep search")
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("most", [1000, 1500, 4000])
def test_text_keeps_within_its_room_and_counts_what_is_missing(workspace: Workspace, most: int) -> None:
    entries = "".join(f"- Decision number {number} stands\n" for number in range(300))
    (workspace.root / MEMORY).write_text(f"# S\n\n## Decisions\n\n{entries}")
    text = find_lost(workspace, SESSION, most_chars=most)
    shown = text.count("- Decision number")
    assert len(text) <= most
    assert 0 < shown < 300
    assert f"- … {300 - shown} more in {MEMORY}" in text


def test_registered_information_that_still_holds_is_said_again(workspace: Workspace) -> None:
    wanted = Wanted("freeze", "constraint", "No deploys on Friday"), Wanted("old", "decision", "Use port 80")
    for one in wanted:
        change_register(workspace.files, SESSION, lambda known, one=one: register(known, one))
    newer = Wanted("new", "decision", "Use port 7443", supersedes=("old",))
    change_register(workspace.files, SESSION, lambda known: register(known, newer))
    text = find_lost(workspace, SESSION, most_chars=4000)
    assert "No deploys on Friday" in text
    assert "Use port 7443" in text
    assert "Use port 80" not in text


def test_history_is_offered_only_where_there_is_one(workspace: Workspace) -> None:
    assert "session show" not in find_lost(workspace, SESSION, most_chars=4000)
    SessionStore(workspace.files).new(at=datetime(2026, 3, 10, tzinfo=UTC), session_id=SESSION)
    text = find_lost(workspace, SESSION, most_chars=4000)
    assert f"daykeep session show --session {SESSION} --workspace {workspace.root}" in text
    assert "daykeep recall" not in text


@pytest.mark.parametrize("name", ["unknown", "", "../..", "\ud800"])
def test_session_of_which_nothing_was_kept_is_told_nothing(workspace: Workspace, name: str) -> None:
    assert find_lost(workspace, name, most_chars=4000) == ""
