"""Lists of messages: of the two APIs, of nanobot and others."""

from datetime import timedelta, timezone
from pathlib import Path

import pytest

from daykeep.transcripts.read import Reading
from tests.transcripts.building import read, said, words, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chat.jsonl"


def test_anthropic_messages_leave_out_tools_thinking_and_system(path: Path) -> None:
    write(
        path,
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "Where?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Hm."},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "t", "name": "ls", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "here"}]}
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Here."}]},
    )
    assert read(path).format == "messages"
    assert said(path) == [("user", "Where?"), ("assistant", "I look."), ("assistant", "Here.")]
    assert words(path, Reading(tools=True)) == ["Where?", "I look.", "here", "Here."]


def test_openai_chat_and_response_items_are_read(path: Path) -> None:
    write(
        path,
        {"role": "developer", "content": "Be brief."},
        {
            "role": "user",
            "name": "Ada",
            "content": [{"type": "text", "text": "Now?"}, {"type": "image_url", "image_url": {}}],
        },
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "clock"}}],
        },
        {"role": "tool", "tool_call_id": "c", "content": "noon"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Noon."}]},
        {"type": "function_call_output", "call_id": "d", "output": "x"},
    )
    turns = read(path).turns
    assert [(t.role, t.speaker, t.text) for t in turns] == [
        ("user", "Ada", "Now?"),
        ("assistant", None, "Noon."),
    ]
    assert words(path, Reading(tools=True)) == ["Now?", "noon", "Noon.", "x"]


def test_nanobot_session_has_its_key_and_local_times(path: Path) -> None:
    zone = timezone(timedelta(hours=8))
    write(
        path,
        {"_type": "metadata", "key": "telegram:7", "created_at": "2026-03-01T09:00:00", "metadata": {}},
        {"role": "user", "content": "早上好", "timestamp": "2026-03-01T09:00:05.123456"},
        {"role": "assistant", "content": "早。", "timestamp": "2026-03-01T09:00:09", "tools_used": ["x"]},
    )
    found = read(path, Reading(zone))
    assert (found.format, found.session) == ("messages", "telegram:7")
    assert [turn.at.isoformat() for turn in found.turns if turn.at] == [
        "2026-03-01T01:00:05.123456+00:00",
        "2026-03-01T01:00:09+00:00",
    ]


def test_nanobot_history_is_what_the_agent_wrote_down(path: Path) -> None:
    write(
        path,
        {"cursor": 1, "timestamp": "2026-03-01 09:00", "content": "[USER] moved to Oslo."},
        {"cursor": 2, "timestamp": "2026-03-01 10:00", "content": ""},
        {"cursor": "x"},
    )
    found = read(path)
    assert found.format == "nanobot-history"
    assert [(t.role, t.kind, t.text) for t in found.turns] == [
        ("assistant", "summary", "[USER] moved to Oslo.")
    ]


def test_names_of_speakers_are_kept(path: Path) -> None:
    write(
        path,
        {
            "name": "Ada",
            "role": "user",
            "content": [{"type": "text", "text": "Hi."}],
            "timestamp": "2026-03-01 09:00:00",
        },
        {"name": "Friday", "role": "assistant", "content": "Hello."},
    )
    assert [turn.speaker for turn in read(path).turns] == ["Ada", "Friday"]


def test_messages_in_wrappers_and_lists_on_one_line_are_opened(path: Path) -> None:
    write(
        path,
        {"message": {"role": "user", "content": "Wrapped."}, "timestamp": 1772355600},
        {"messages": [{"role": "user", "content": "In a list."}, {"role": "assistant", "content": "Too."}]},
        {"traj": [{"role": "user", "content": "A run."}]},
    )
    found = read(path)
    assert [(turn.text, turn.line) for turn in found.turns] == [
        ("Wrapped.", 1),
        ("In a list.", 2),
        ("Too.", 2),
        ("A run.", 3),
    ]
    assert found.turns[0].at is not None


def test_claude_ai_export_with_senders_is_read(path: Path) -> None:
    write(
        path,
        {
            "name": "x",
            "chat_messages": [
                {"sender": "human", "text": "Hi.", "created_at": "2026-03-01T09:00:00Z"},
                {"sender": "assistant", "text": "Hello.", "created_at": "2026-03-01T09:00:01Z"},
            ],
        },
    )
    assert said(path) == [("user", "Hi."), ("assistant", "Hello.")]


def test_messages_nested_without_end_are_given_up(path: Path) -> None:
    inner: dict[str, object] = {"role": "user", "content": "deep"}
    for _ in range(40):
        inner = {"messages": [inner, {"role": "user"}]}
    write(path, {"role": "user", "content": "First."}, inner)
    assert words(path) == ["First."]


def test_json_that_is_no_conversation_has_no_format(path: Path) -> None:
    write(path, {"name": "package", "version": "1.0"}, {"level": "info", "msg": "started"})
    found = read(path)
    assert (found.format, found.turns) == ("", ())
