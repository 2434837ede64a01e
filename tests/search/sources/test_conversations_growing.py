"""Conversations that grew, were rewound or written anew: what is read again, and what stays."""

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daykeep.search.documents import Before, Reading
from tests.search.sources.machine import Machine
from tests.transcripts.building import Claude, add, write


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path.resolve())


def test_grown_conversation_keeps_its_chunks_and_gets_the_new_ones(machine: Machine) -> None:
    chat = machine.chat()
    path = write(
        machine.claude / "a.jsonl", chat.user("One. " * 300), chat.agent("Two."), chat.user("Three.")
    )
    key = machine.listed()[0]
    machine.index(key)
    add(path, chat.agent("Four."))
    found = machine.index(key)
    assert (found.kept, [chunk.text for chunk in found.chunks]) == (3, ["Three.", "Four."])
    assert machine.held[key][1] == list(machine.read(key).chunks)
    add(path, chat.user("Five."))
    assert machine.index(key).kept == 4
    assert machine.held[key][1] == list(machine.read(key).chunks)


def test_day_goes_on_into_what_was_added(machine: Machine) -> None:
    rows: list[dict[str, Any]] = [
        {"role": "user", "content": "One.", "timestamp": "2026-03-02T10:00:00Z"},
        {"role": "assistant", "content": "Two."},
        {"role": "user", "content": "Three."},
    ]
    path = write(machine.root / "sessions/cli.jsonl", {"_type": "metadata", "key": "cli"}, *rows)
    key = machine.listed()[0]
    machine.index(key)
    add(path, {"role": "assistant", "content": "Four."})
    found = machine.index(key)
    assert found.kept == 2
    assert {chunk.day for chunk in machine.held[key][1]} == {date(2026, 3, 2)}
    assert found.document.day == date(2026, 3, 2)


def test_rewritten_rewound_and_cut_conversations_are_read_whole(machine: Machine) -> None:
    chat = machine.chat()
    start = chat.user("One.")
    path = write(machine.claude / "a.jsonl", start, chat.agent("Two."), chat.user("Three."))
    key = machine.listed()[0]
    machine.index(key)
    add(path, chat.user("Instead.", parentUuid=start["uuid"]))
    assert machine.index(key).kept == 0
    assert machine.texts(key) == ["One.", "Instead."]
    same_size = path.read_bytes().replace(b"One.", b"Won.")
    path.write_bytes(same_size)
    assert machine.index(key).kept == 0
    assert machine.texts(key) == ["Won.", "Instead."]
    path.write_bytes(same_size[: same_size.index(b"\n") + 1])
    assert machine.index(key).kept == 0
    assert machine.texts(key) == ["Won."]


def test_hash_is_equal_for_the_same_bytes_and_changes_with_them(machine: Machine) -> None:
    chat = machine.chat()
    path = write(machine.claude / "a.jsonl", chat.user("One."), chat.agent("Two."))
    key = machine.listed()[0]
    first = machine.index(key)
    os.utime(path)
    assert machine.index(key).sha256 == first.sha256
    add(path, chat.user("Three."))
    assert machine.index(key).sha256 != first.sha256


@pytest.mark.parametrize(
    "state", ["", "[]", "null", "{", "[1, 2, 3, 4, 5, 6]", '["[]", 1, 2, null, null, ""]', "[" * 100_000]
)
def test_state_that_is_not_of_this_index_is_no_help_and_no_harm(machine: Machine, state: str) -> None:
    chat = machine.chat()
    write(machine.claude / "a.jsonl", chat.user("One."), chat.agent("Two."))
    found = machine.source.read_document(machine.listed()[0], Before(2, "x", state))
    assert isinstance(found, Reading)
    assert (found.kept, len(found.chunks)) == (0, 2)


def test_index_that_holds_fewer_chunks_than_the_state_says_gets_all(machine: Machine) -> None:
    chat = machine.chat()
    path = write(machine.claude / "a.jsonl", chat.user("One."), chat.agent("Two."), chat.user("Three."))
    key = machine.listed()[0]
    first = machine.index(key)
    add(path, chat.agent("Four."))
    found = machine.source.read_document(key, Before(1, first.sha256, first.state))
    assert isinstance(found, Reading)
    assert (found.kept, len(found.chunks)) == (0, 4)


_STEPS = st.lists(
    st.sampled_from(["user", "agent", "more", "tool", "rewind", "compact", "torn", "noise", "queued"]),
    max_size=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_STEPS, min_size=1, max_size=5))
def test_reading_on_gives_the_same_chunks_as_reading_whole(
    tmp_path_factory: Any, rounds: list[list[str]]
) -> None:
    machine = Machine(tmp_path_factory.mktemp("machine").resolve())
    chat = machine.chat()
    path = write(machine.claude / "a.jsonl", chat.user("Start."))
    key = machine.listed()[0]
    for steps in rounds:
        torn = b""
        with path.open("ab") as stream:
            for step in steps:
                entry = _step(chat, step)
                line = json.dumps(entry).encode() + b"\n"
                stream.write(torn + line[: -len(line) // 2] if step == "torn" else torn + line)
                torn = line[-len(line) // 2 :] if step == "torn" else b""
        machine.index(key)
        with path.open("ab") as stream:
            stream.write(torn)
        machine.index(key)
        assert machine.held[key][1] == list(machine.read(key).chunks)


def _step(chat: Claude, step: str) -> dict[str, Any]:
    if step == "agent":
        return chat.agent(f"Answer {chat.count}.")
    if step == "more":
        return chat.agent(f"More {chat.count}.", message="same")
    if step == "tool":
        return chat.result("t", "x")
    if step == "rewind":
        return chat.user(f"Instead {chat.count}.", parentUuid="u1")
    if step == "compact":
        return chat.boundary()
    if step == "queued":
        return {"type": "attachment", "attachment": {"type": "queued_command", "prompt": f"Q{chat.count}"}}
    if step == "noise":
        return {"type": "last-prompt", "sessionId": "s", "lastPrompt": "x"}
    return chat.user(f"Question {chat.count}.")
