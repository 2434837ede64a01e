"""Codex's rollouts."""

from pathlib import Path

import pytest

from daykeep.transcripts.read import Reading, read_transcript
from tests.transcripts.building import Codex, add, read, said, stamp, words, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rollout-2026-03-02T09-00-00-c1.jsonl"


def test_messages_are_read_once_though_events_repeat_them(path: Path) -> None:
    codex = Codex()
    write(
        path,
        codex.meta(),
        codex.user("What is two and two?"),
        codex.line("event_msg", type="user_message", message="What is two and two?"),
        codex.line("turn_context", cwd="/ws", model="gpt-5"),
        codex.line("response_item", type="reasoning", summary=[], encrypted_content="x"),
        codex.agent("Four."),
        codex.line("event_msg", type="agent_message", message="Four."),
        codex.line("event_msg", type="token_count", info=None),
    )
    found = read(path)
    assert (found.format, found.session, found.folder) == ("codex", "c-1", "/ws")
    assert said(path) == [("user", "What is two and two?"), ("assistant", "Four.")]
    assert found.turns[0].at is not None


def test_first_version_without_payloads_is_read(path: Path) -> None:
    write(
        path,
        {"id": "old", "timestamp": stamp(0), "instructions": None, "git": {}},
        {"record_type": "state"},
        {"type": "message", "id": None, "role": "user", "content": [{"type": "input_text", "text": "Old."}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Older."}]},
    )
    assert (read(path).format, read(path).session) == ("codex", "old")
    assert words(path) == ["Old.", "Older."]


def test_instructions_and_surroundings_are_not_heard(path: Path) -> None:
    codex = Codex()
    write(
        path,
        codex.meta(),
        codex.line(
            "response_item",
            type="message",
            role="developer",
            content=[{"type": "input_text", "text": "Obey."}],
        ),
        codex.user("<environment_context>\n<cwd>/ws</cwd>\n</environment_context>"),
        codex.user("# AGENTS.md instructions for /ws\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>"),
        codex.user(
            "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nRename it."
        ),
        codex.agent("Renamed."),
    )
    assert words(path) == ["Rename it.", "Renamed."]


def test_parts_of_one_message_are_one_turn(path: Path) -> None:
    codex = Codex()
    write(
        path,
        codex.meta(),
        codex.user("<environment_context>x</environment_context>", "First part.", "Second part."),
        codex.agent("Ok."),
    )
    assert words(path) == ["First part.\n\nSecond part.", "Ok."]


def test_turns_that_were_rolled_back_are_not_part_of_it(path: Path) -> None:
    codex = Codex()
    write(
        path,
        codex.meta(),
        codex.user("Keep."),
        codex.agent("Kept."),
        codex.user("Undo me."),
        codex.agent("Undone."),
        codex.line("event_msg", type="thread_rolled_back", num_turns=1),
        codex.user("Instead."),
    )
    assert words(path) == ["Keep.", "Kept.", "Instead."]


def test_roll_back_behind_where_reading_ended_reads_the_whole_file_again(path: Path) -> None:
    codex = Codex()
    write(path, codex.meta(), codex.user("One."), codex.agent("1."), codex.user("Two."), codex.agent("2."))
    first = read(path)
    add(path, codex.line("event_msg", type="thread_rolled_back", num_turns=2), codex.user("Anew."))
    more = read_transcript(path, since=first.cursor)
    assert more is not None
    assert (more.first, [turn.text for turn in more.turns]) == (1, ["Anew."])


def test_compaction_is_a_summary_beside_the_turns(path: Path) -> None:
    codex = Codex()
    write(
        path,
        codex.meta(),
        codex.user("One."),
        codex.line("compacted", message="So far: one."),
        codex.agent("2."),
    )
    assert [(t.text, t.kind) for t in read(path).turns] == [
        ("One.", "text"),
        ("So far: one.", "summary"),
        ("2.", "text"),
    ]


def test_sub_agents_conversation_has_no_turns(path: Path) -> None:
    codex = Codex()
    write(path, codex.meta(source={"subagent": {"thread_spawn": {}}}), codex.user("You are a reviewer."))
    found = read(path)
    assert (found.format, found.turns, found.problems) == ("codex", (), ())


def test_output_of_tools_is_read_when_asked_for(path: Path) -> None:
    codex = Codex()
    output = codex.line("response_item", type="function_call_output", call_id="c", output="listing")
    write(path, codex.meta(), codex.user("List."), output)
    assert words(path) == ["List."]
    assert words(path, Reading(tools=True)) == ["List.", "listing"]


def test_strange_payloads_are_no_hindrance(path: Path) -> None:
    codex = Codex()
    write(
        path,
        codex.meta(),
        {"timestamp": 1, "type": "response_item", "payload": "text"},
        codex.line("response_item", type=["message"]),
        codex.line("response_item", type="message", role="user", content=None),
        codex.line("event_msg", type="thread_rolled_back", num_turns="many"),
        codex.line("event_msg", type="thread_rolled_back", num_turns=-3),
        codex.line("invented"),
        codex.user("Still here."),
    )
    assert words(path) == ["Still here."]
