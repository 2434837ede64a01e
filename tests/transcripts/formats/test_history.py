from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.read import Reading, read_transcript
from tests.session.making import agent, messages_of, result, text, use, user

NAME = ".daykeep/data/sessions/s1/history.jsonl"


def kept(root: Path, *given: object) -> Path:
    sessions = SessionStore(Files(root))
    sessions.new(at=datetime(2026, 11, 30, tzinfo=UTC), session_id="s1")
    sessions.append("s1", messages_of(*given))
    return root / NAME


def test_a_history_is_read_as_what_was_said_by_whom(tmp_path: Path) -> None:
    path = kept(
        tmp_path,
        user("Where is the boat?"),
        agent({"type": "thinking", "thinking": "hm", "signature": "c2ln"}, use("t1", "look")),
        user([result("t1", "in the harbour")]),
        agent(text("In the harbour.")),
    )
    found = read_transcript(path)
    assert found is not None
    assert found.format == "daykeep"
    assert [(turn.role, turn.text) for turn in found.turns] == [
        ("user", "Where is the boat?"),
        ("assistant", "In the harbour."),
    ]
    assert found.problems == ()


def test_results_of_tools_are_read_where_they_are_asked_for(tmp_path: Path) -> None:
    path = kept(
        tmp_path, user("Go."), agent(use("t1")), user([result("t1", "in the harbour")]), agent("Done.")
    )
    found = read_transcript(path, Reading(tools=True))
    assert found is not None
    assert ("tool", "in the harbour") in [(turn.role, turn.text) for turn in found.turns]


def test_a_history_that_grew_is_read_on(tmp_path: Path) -> None:
    path = kept(tmp_path, user("One."), agent("Two."), user("Three."), agent("Four."))
    first = read_transcript(path)
    assert first is not None
    SessionStore(Files(tmp_path)).append("s1", messages_of(user("Five."), agent("Six.")))
    again = read_transcript(path, since=first.cursor)
    assert again is not None
    assert again.first > 1
    assert [turn.text for turn in again.turns][-2:] == ["Five.", "Six."]


def test_lines_of_a_later_version_and_of_nobody_are_passed_over(tmp_path: Path) -> None:
    path = kept(tmp_path, user("One."), agent("Two."))
    with path.open("a") as stream:
        stream.write(
            '{"v": 1, "n": 3, "role": "user", "mark": "summary", "given": {"role": "user", "content": "Made up."}}\n'
        )
        stream.write('{"v": 9, "what": "later"}\n')
    found = read_transcript(path)
    assert found is not None
    assert [turn.text for turn in found.turns] == ["One.", "Two."]
