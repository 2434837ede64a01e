"""Compression of conversations that are given as plain objects."""

from __future__ import annotations

import json

import pytest

from daykeep.text.tokens import count_tokens
from daykeep.triage.compress.items import priority_of
from daykeep.triage.given.items import compress_history, read_items

DECISION = "We use PostgreSQL 16 and not MySQL, because the reports need window functions. " * 30
TALK = "I looked at the module and thought about how it could be arranged in some other way. " * 40


def test_large_decision_is_never_dropped_or_cut():
    rows, report = compress_history(
        [{"type": "decision", "content": DECISION}, {"type": "assistant_message", "content": TALK}], 0.05
    )
    assert rows[0] == {"type": "decision", "content": DECISION}
    assert len(rows) == 2
    assert not report.reached
    assert report.items[1].tokens_after < report.items[1].tokens_before


@pytest.mark.parametrize("value", [None, "", 3, {"a": 1}])
def test_error_whose_message_is_no_text_does_not_stop_the_compression(value):
    rows, report = compress_history([{"type": "error", "error_type": "Timeout", "message": value}], 0.3)
    assert rows[0]["error_type"] == "Timeout"
    assert len(report.items) == 1


@pytest.mark.parametrize("kind", ["decision", "constraint", "user_preference"])
def test_preserved_types_stay_word_for_word(kind):
    rows, _ = compress_history([{"type": kind, "content": TALK}], 0.1)
    assert rows[0]["content"] == TALK


def test_types_to_preserve_can_be_chosen():
    rows, _ = compress_history([{"type": "constraint", "content": TALK}], 0.1, preserve=("decision",))
    assert rows[0]["content"] != TALK


def test_priorities_order_what_is_kept():
    rows = [
        {"type": "decision", "content": "x"},
        {"type": "error", "content": "x"},
        {"type": "code", "content": "x"},
        {"type": "user_message", "content": "x"},
        {"type": "user_message", "content": "x", "recency": "recent", "important": True, "status": "success"},
    ]
    items = read_items(rows)
    assert [priority_of(item) for item in items] == [100, 90, 70, 50, 110]


@pytest.mark.parametrize(
    "text", ["数据库的连接在凌晨超时。" * 50, json.dumps([{"id": n, "ok": True} for n in range(99)])]
)
def test_size_is_counted_in_tokens_of_the_text(text):
    _, report = compress_history([{"type": "assistant_message", "content": text}], 0.5)
    assert report.tokens_before == count_tokens(text)
    assert report.tokens_before != len(text) // 4


def test_keys_of_an_object_stay():
    row = {
        "type": "error",
        "message": "KeyError: 'port'\n" + "  at frame\n" * 80,
        "solution": "add it",
        "mine": 1,
    }
    rows, _ = compress_history([row], 0.2)
    assert {key: rows[0][key] for key in ("type", "solution", "mine")} == {
        "type": "error",
        "solution": "add it",
        "mine": 1,
    }
    assert len(rows[0]["message"]) < len(row["message"])


def test_empty_history_stays_empty():
    rows, report = compress_history([], 0.3)
    assert (rows, report.ratio) == ([], 1.0)
