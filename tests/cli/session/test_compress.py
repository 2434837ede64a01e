"""Compression of a session, or of given objects, from the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.session.keeping import PREF, keep_history

TALK = "I looked at the module and thought about how it could be arranged in some other way. " * 12
DECISION = "Use PostgreSQL and not MySQL, because the reports need window functions."


@pytest.fixture
def given(desk):
    def write(value):
        path = desk.folder / "given.json"
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return str(path)

    return write


def test_session_is_compressed_towards_the_ratio_and_keeps_what_the_user_decided(desk, work, ask):
    keep_history(desk, work, DECISION, *[TALK] * 6)
    answer = ask("compress", "--target-ratio", "0.4")
    assert answer["tokens_after"] < answer["tokens_before"]
    assert answer["target_ratio"] == 0.4
    assert answer["items"][0]["text"] == DECISION


def test_what_fades_is_restated_with_it(desk, work, run):
    keep_history(desk, work, *["go on"] * 14)
    run("register", *PREF, "--session", "kept", "--round", "1")
    out = run("compress").out
    assert out.rstrip().endswith("]")
    assert "Still in force" in out


def test_history_is_not_changed(desk, work, run):
    keep_history(desk, work, DECISION, *[TALK] * 6)
    path = work / ".daykeep/data/sessions/kept/history.jsonl"
    before = path.read_bytes()
    run("compress", "--target-ratio", "0.1")
    assert path.read_bytes() == before


def test_objects_of_a_file_are_compressed_without_a_session(run, given):
    rows = [
        {"type": "decision", "content": DECISION * 20},
        {"type": "error", "message": None},
        {"type": "assistant_message", "content": TALK},
    ]
    answer = run("compress", "--input", given({"history": rows}), "--target-ratio", "0.2", "--json").json
    assert answer["history"][0] == rows[0]
    assert len(answer["history"]) == 3
    assert len(answer["history"][2]["content"]) < len(TALK)
    assert answer["reached"] is False
    assert "details that must stay" in answer["notes"][-1]


@pytest.mark.parametrize("text", ["{", "3", "[1]", '{"history": 3}'])
def test_input_that_is_no_list_of_objects_is_refused(run, given, text):
    run("compress", "--input", given(text), code=2)


def test_compression_can_be_switched_off(desk, work, ask, monkeypatch):
    keep_history(desk, work, *[TALK] * 6)
    monkeypatch.setenv("DAYKEEP_SESSION_COMPRESSION_ENABLED", "false")
    answer = ask("compress")
    assert answer["tokens_after"] == answer["tokens_before"]
