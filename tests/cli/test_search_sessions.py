"""``daykeep search`` finds what was said in sessions, once the person named them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from tests.session.making import agent, messages_of, user

if TYPE_CHECKING:
    from tests.cli.setting_up import Desk

SAID = (
    user("Which marina has the blue sailing boat?"),
    agent("The marina of Altea; the password is: tr0ub4dor."),
)


def begun(desk: Desk) -> None:
    desk.run("init", "ws")
    sessions = SessionStore(Files(desk.folder / "ws"))
    sessions.new(at=datetime(2026, 11, 30, tzinfo=UTC), session_id="s1")
    sessions.append("s1", messages_of(*SAID))


def test_a_session_is_found_where_the_person_named_sessions(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(desk)
    monkeypatch.setenv("DAYKEEP_SEARCH_CONVERSATIONS", "daykeep")
    answer = desk.run("search", "blue", "sailing", "boat", "--json", where=desk.folder / "ws")
    hit = answer.json["hits"][0]
    assert (hit["source"], hit["level"]) == ("conversations", "conversation")
    assert hit["path"].endswith(".daykeep/data/sessions/s1/history.jsonl")
    assert "tr0ub4dor" not in answer.out


def test_no_session_is_searched_before_it_was_named(desk: Desk) -> None:
    begun(desk)
    answer = desk.run("search", "blue", "sailing", "boat", "--json", where=desk.folder / "ws")
    assert answer.json["hits"] == []
