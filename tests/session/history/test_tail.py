"""What is new behind a remembered tail is appended as it would be with the whole history at hand, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.session.history.tail import Tail, dump_tail, held_of, load_tail, plan_after
from daykeep.transcripts.messages.blocks import text_block
from daykeep.transcripts.messages.model import Conversation, Message

AT = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def said(ident: str, *texts: str, role: str = "assistant") -> Message:
    return Message(role, tuple(map(text_block, texts)), ident)


def tail_of(*messages: Message, first: int = 1) -> Tail:
    return Tail(first, tuple(map(held_of, messages)), 0)


def talk(*messages: Message) -> Conversation:
    return Conversation("claude-code", messages)


def test_messages_behind_the_tail_are_new() -> None:
    added = plan_after(
        tail_of(said("a", "1"), said("b", "2")), [said("a", "1"), said("b", "2"), said("c", "3")]
    )

    assert added is not None
    assert [one.id for one in added.messages] == ["c"]
    assert added.known == 2


def test_blocks_that_a_message_gained_are_growth() -> None:
    added = plan_after(tail_of(said("a", "1"), first=7), [said("a", "1", "2")])

    assert added is not None
    assert added.messages == ()
    assert [(one.number, len(one.blocks)) for one in added.growth] == [(7, 1)]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([], id="nothing"),
        pytest.param([said("b", "1")], id="another id"),
        pytest.param([said("a", "2")], id="another text"),
        pytest.param([said("a", "1", role="user")], id="another role"),
        pytest.param([said("x", "0"), said("a", "1")], id="something before it"),
    ],
)
def test_what_does_not_go_on_from_the_tail_is_not_planned(messages: list[Message]) -> None:
    assert plan_after(tail_of(said("a", "1")), messages) is None


def test_tail_survives_json_and_nothing_else_is_one() -> None:
    tail = Tail(3, (held_of(said("a", "1")),), 120)

    assert load_tail(dump_tail(tail)) == tail
    assert load_tail({"first": 1}) is None
    assert load_tail([1]) is None
    assert load_tail(None) is None


def test_store_appends_behind_the_tail_what_it_would_append_with_all_at_hand(tmp_path: Path) -> None:
    messages = [said(name, name) for name in "abcd"]
    store = SessionStore(Files(tmp_path))
    for name in ("on", "whole"):
        store.new(at=AT, session_id=name)
        store.ingest(name, talk(*messages[:2]))
    tail = Tail(2, (held_of(messages[1]),), store.size("on"))

    taken = store.ingest_after("on", tail, talk(*messages[1:]))
    store.ingest("whole", talk(*messages))

    assert taken is not None
    assert taken.added == 2
    assert store.load("on").messages == store.load("whole").messages


def test_store_appends_nothing_where_the_history_has_changed(tmp_path: Path) -> None:
    store = SessionStore(Files(tmp_path))
    store.new(at=AT, session_id="s")
    store.ingest("s", talk(said("a", "1")))
    tail = Tail(1, (held_of(said("a", "1")),), store.size("s"))
    store.append("s", [said("b", "2")])

    assert store.ingest_after("s", tail, talk(said("a", "1"), said("c", "3"))) is None
    assert [one.id for one in store.load("s").messages] == ["a", "b"]
