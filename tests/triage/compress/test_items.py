"""Items are compressed towards a goal, and no decision or detail that must stay pays for it."""

from __future__ import annotations

import pytest

from daykeep.text.tokens import count_tokens
from daykeep.triage.compress.items import Item, compress_items, items_of, priority_of
from tests.triage.ledger.units import turn

_LOG = (
    "\n".join(f"2026-11-30 10:00:{n % 60:02d} INFO GET /orders 200" for n in range(200))
    + "\n2026-11-30 10:04:00 ERROR timeout on /orders"
)
_DECISION = (
    "We decided to use PostgreSQL and never MySQL, "
    + "because of what we saw in the long test of last month, " * 40
    + "and that is final."
)


def test_a_large_decision_stays_word_for_word_however_small_the_goal() -> None:
    report = compress_items([Item("d", _DECISION, "decision"), Item("l", _LOG, actor="tool")], 0.01)
    assert report.items[0].text == _DECISION
    assert report.items[0].whole
    assert not report.reached
    assert report.items[1].tokens_after < report.items[1].tokens_before / 5


def test_no_item_is_ever_dropped_and_their_order_stays() -> None:
    items = [
        Item(str(n), _LOG if n % 2 else f"Nothing to say here, number {n}.", actor="tool") for n in range(10)
    ]
    report = compress_items(items, 0.0)
    assert [made.id for made in report.items] == [item.id for item in items]
    assert all(made.text for made in report.items)


def test_what_the_person_said_in_numbers_and_names_is_never_lost() -> None:
    said = (
        "Well, I talked to them for quite a while about all of it and so on and so forth. The port is 8081 and the order is ord_4711, by Nov 3 2026. "
        * 3
    )
    (made,) = compress_items([Item("u", said, actor="user")], 0.05).items
    assert all(value in made.text for value in ("8081", "ord_4711"))


def test_the_lowest_priority_pays_first() -> None:
    items = [Item("old", _LOG, actor="tool"), Item("new", _LOG, actor="tool", is_recent=True)]
    report = compress_items(items, 0.6)
    assert (report.items[0].whole, report.items[1].whole) == (False, True)


@pytest.mark.parametrize(
    ("item", "priority"),
    [
        (Item("1", "x", "decision"), 100),
        (Item("1", "x", "error", is_recent=True), 110),
        (Item("1", "x", "code", is_important=True), 100),
        (Item("1", "x", "conversation", is_success=True), 60),
        (Item("1", "x", "log"), 50),
    ],
)
def test_priorities_are_by_category_and_raised_by_marks(item: Item, priority: int) -> None:
    assert priority_of(item) == priority


def test_a_missing_message_is_no_crash() -> None:
    report = compress_items([Item("e", None, "error"), Item("f", "", "error")], 0.3)  # type: ignore[arg-type]
    assert [made.text for made in report.items] == ["", ""]
    assert report.ratio == 1.0


def test_sizes_are_tokens_of_the_text_so_chinese_is_not_a_quarter_of_its_length() -> None:
    text = "请在部署之前检查锁文件。" * 20
    report = compress_items([Item("z", text)], 1.0)
    assert report.tokens_before == count_tokens(text) > len(text) // 4


def test_nothing_is_taken_that_costs_as_much_as_it_saves() -> None:
    report = compress_items([Item("s", "ok"), Item("t", '{"id": "a1"}', actor="tool")], 0.1)
    assert [made.whole and made.tokens_after == made.tokens_before for made in report.items] == [True, True]


def test_the_parts_of_a_conversation_become_items_of_their_kind() -> None:
    units = [
        turn(1, ("user", "Never push to main."), ("call", '{"command": "ls"}', "bash"), ("result", _LOG, "bash"), ("error", "ValueError: x", "bash")),
        *(turn(n, ("user", "go on"), ("assistant", "fine")) for n in range(2, 7)),
    ]  # fmt: skip
    items = items_of(units)
    assert [item.category for item in items[:4]] == ["decision", "data", "log", "error"]
    assert [item.is_recent for item in items].count(True) == 8
    assert [item.is_success for item in items[:4]] == [False, False, True, False]
