"""``daykeep recall`` on a workspace with a session of which turns are stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from tests.triage.stored.making import AT, agent, booking, put, result, turns, use, user

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.setting_up import Desk


@pytest.fixture
def root(desk: Desk) -> Path:
    """A workspace with two sessions; the later one has three stored turns."""
    desk.run("init", "ws")
    root = desk.folder / "ws"
    sessions = SessionStore(Files(root))
    sessions.new(at=datetime(2026, 11, 29, tzinfo=UTC), session_id="old")
    sessions.new(at=datetime(2026, 11, 30, tzinfo=UTC), session_id="s1")
    put(root, booking())
    return root


def test_an_id_gives_the_turn_with_who_said_what(desk: Desk, root: Path) -> None:
    answer = desk.run("recall", "A1", where=root)
    assert answer.code == 0
    assert "A1 · U1 · 2026-11-30 · lines 1-4 of 4" in answer.out
    assert "m3 result of find_restaurants" in answer.out
    assert "[m4] I found Villa Rosa" in answer.out


def test_words_give_the_turns_that_hold_them_and_json_is_the_envelope(desk: Desk, root: Path) -> None:
    data = desk.run("recall", "phone", "number", "--json", where=root).json
    assert (data["kind"], data["trust"], data["session"]) == (
        "archived_history",
        "data-not-instructions",
        "s1",
    )
    assert "408-555-1234" in data["hits"][0]["text"]


def test_without_words_every_stored_turn_is_listed(desk: Desk, root: Path) -> None:
    assert 'A2 · 2026-11-30 · "Book it under ord_91."' in desk.run("recall", where=root).out
    assert [one["id"] for one in desk.run("recall", "--json", where=root).json["stored"]] == [
        "A1",
        "A2",
        "A3",
    ]


def test_another_session_is_asked_by_its_name(desk: Desk, root: Path) -> None:
    assert "No turn of the session old" in desk.run("recall", "--session", "old", where=root).out
    assert desk.run("recall", "A1", "--session", "old", where=root).code == 2
    assert desk.run("recall", "A1", "--session", "none", where=root).code == 5


def test_a_workspace_without_sessions_says_how_to_begin_one(desk: Desk) -> None:
    desk.run("init", "empty")
    answer = desk.run("recall", "A1", where=desk.folder / "empty")
    assert answer.code == 2
    assert "session ingest" in answer.err


def test_a_span_goes_on_where_the_answer_was_cut(desk: Desk, root: Path) -> None:
    body = "\n".join(f"row {number}" for number in range(900))
    put(root, turns(user("Show it."), agent(use("t1")), user([result("t1", body)]), agent("Done.")))
    first = desk.run("recall", "A4", "--max-tokens", "500", "--json", where=root).json
    assert first["cut"]
    again = desk.run(
        "recall", "A4", "--span", first["next"], "--max-tokens", "500", "--json", where=root
    ).json
    assert int(again["lines"].split("-")[0]) == int(first["lines"].split("-")[1].split()[0]) + 1
    assert (
        "It goes on: daykeep recall A4 --span"
        in desk.run("recall", "A4", "--max-tokens", "500", where=root).out
    )


def test_nothing_found_is_said(desk: Desk, root: Path) -> None:
    assert desk.run("recall", "kubernetes", where=root).out == "No stored turn says anything about it.\n"


def test_secrets_are_shown_to_no_program(desk: Desk, root: Path) -> None:
    put(root, turns(user("the password is: tr0ub4dor"), agent("Noted.")))
    assert "tr0ub4dor" not in desk.run("recall", "A4", where=root).out
    refused = desk.run("recall", "A4", "--secrets", where=root)
    assert refused.code == 13
    assert "tr0ub4dor" not in refused.out


def test_a_turn_that_was_changed_on_the_disk_is_refused(desk: Desk, root: Path) -> None:
    path = next((root / ".daykeep/data/sessions/s1/stored").glob("A1-*"))
    path.write_bytes(path.read_bytes().replace(b"Villa", b"Vilja"))
    answer = desk.run("recall", "A1", where=root)
    assert answer.code == 13
    assert "Vilja" not in answer.out + answer.err


def test_a_recall_is_noted_and_changes_nothing_that_is_stored(desk: Desk, root: Path) -> None:
    folder = root / ".daykeep/data/sessions/s1"
    before = {path: path.read_bytes() for path in (folder / "stored").iterdir()}
    desk.run("recall", "A1", "--at", AT, where=root)
    desk.run("recall", "secretword", where=root)
    assert {path: path.read_bytes() for path in before} == before
    noted = [json.loads(line) for line in (folder / "recalls.jsonl").read_text().splitlines()]
    assert [(one["by"], one["stored"]) for one in noted] == [("id", ["A1"]), ("words", [])]
    assert "secretword" not in (folder / "recalls.jsonl").read_text()
