"""One JSON document with messages."""

import json
from pathlib import Path

import pytest

from tests.transcripts.building import read, words

MESSAGES = [
    {"role": "user", "content": "Where?"},
    {"role": "assistant", "content": [{"type": "text", "text": "Here."}]},
    {"role": "user", "content": "Thanks."},
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chat.json"


def test_messages_of_a_written_out_document_have_the_lines_they_begin_on(path: Path) -> None:
    path.write_text(json.dumps({"model": "m", "title": "Places", "messages": MESSAGES}, indent=2))
    found = read(path)
    assert (found.format, found.title) == ("json", "Places")
    lines = path.read_text().splitlines()
    assert [turn.text for turn in found.turns] == ["Where?", "Here.", "Thanks."]
    for turn in found.turns:
        assert lines[turn.line - 1].strip() == "{"
        assert '"role"' in lines[turn.line]


@pytest.mark.parametrize("indent", [None, 1])
def test_plain_list_of_messages_is_read(path: Path, indent: int | None) -> None:
    path.write_text(json.dumps(MESSAGES, indent=indent))
    assert words(path) == ["Where?", "Here.", "Thanks."]


def test_one_message_a_line_in_a_list_is_a_document(path: Path) -> None:
    rows = ",\n".join(json.dumps(message) for message in MESSAGES)
    path.write_text(f"[{rows}]\n")
    found = read(path)
    assert [turn.line for turn in found.turns] == [1, 2, 3]
    assert found.problems == ()


def test_several_conversations_in_one_document_are_read_one_after_the_other(path: Path) -> None:
    path.write_text(json.dumps([{"messages": MESSAGES[:1]}, {"messages": MESSAGES[2:]}], indent=1))
    assert words(path) == ["Where?", "Thanks."]


def test_document_that_breaks_off_is_read_up_to_there_and_said(path: Path) -> None:
    path.write_text(json.dumps({"messages": MESSAGES}, indent=2)[:-60])
    found = read(path)
    assert [turn.text for turn in found.turns] == ["Where?", "Here."]
    assert [problem.message for problem in found.problems] == ["not valid JSON from here on"]


def test_nesting_without_end_is_said_and_nothing_breaks(path: Path) -> None:
    path.write_text('{"messages": [\n' + "[" * 200_000)
    found = read(path)
    assert found.turns == ()
    assert len(found.problems) == 1


def test_mark_of_byte_order_and_crlf_are_read_through(path: Path) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(MESSAGES, indent=1).replace("\n", "\r\n").encode())
    assert words(path) == ["Where?", "Here.", "Thanks."]


def test_document_without_messages_is_no_conversation(path: Path) -> None:
    path.write_text(json.dumps({"dependencies": {"a": "1"}}, indent=2))
    assert read(path).format == ""
