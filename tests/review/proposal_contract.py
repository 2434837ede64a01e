"""What every store of proposals must do; a store's own test module subclasses `ProposalContract`."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from daykeep.errors import ConflictError, UsageError
from daykeep.memory.items import Item, ItemLine
from daykeep.review.queue.proposals import (
    APPROVED,
    DEFERRED,
    PENDING,
    REJECTED,
    SUPERSEDE,
    Draft,
    ProposalStore,
    ProposedItem,
    Ruling,
    old_line,
    part_id,
    propose,
)
from tests.git.playground import NOON

LOG = "memory/2026-03-10.md"


def an_item(text: str = "Set a limit on every request", **changes) -> Item:
    item = Item(
        kind="lesson",
        title="timeouts",
        day=date(2026, 3, 10),
        name=LOG,
        lines=(ItemLine(4, f"- {text}", f"- {text}"),),
        origin="agent",
        score=0.84,
        rule="full",
    )
    return item._replace(**changes)


def proposed(text: str = "Set a limit on every request", **options) -> ProposedItem:
    return propose(an_item(text), reason="0.84, below the gate 0.90", **options)


def draft(*items: ProposedItem, base: str | None = "a" * 64) -> Draft:
    return Draft("distill", "MEMORY.md", base, items)


class ProposalContract:
    """The tests; ``make_store`` gives a store over the same place each time it is called."""

    @pytest.fixture
    def make_store(self):
        raise NotImplementedError

    @pytest.fixture
    def store(self, make_store) -> ProposalStore:
        return make_store()

    def test_proposal_comes_back_as_it_was_made(self, make_store):
        item = proposed(
            reasons=("says always", "names a cause"),
            action=SUPERSEDE,
            supersedes=[old_line(7, "- Set no limit")],
            duplicates=["- Limit requests"],
            commit="c0ffee",
        )
        other = propose(an_item("用中文写的教训 \udc80", worded=True, kind="fact"), reason="")
        made = make_store().create(draft(item, other), now=NOON)
        assert make_store().find(made.id) == made
        assert make_store().list_waiting() == ((made,), ())
        assert (made.origin, made.target, made.base_sha256) == ("distill", "MEMORY.md", "a" * 64)
        assert made.items == (item, other)
        assert abs(made.created_at - NOON) < timedelta(seconds=1)

    def test_new_store_holds_nothing(self, store):
        assert store.list_waiting() == ((), ())
        assert store.find("01ARZ3NDEKTSV4RRFFQ69G5FAV") is None
        assert store.find("../../MEMORY") is None

    def test_proposals_are_listed_oldest_first(self, store):
        days = [store.create(draft(proposed(str(n))), now=NOON + timedelta(days=n)).id for n in (2, 0, 1)]
        assert [p.id for p in store.list_waiting().proposals] == [days[1], days[2], days[0]]

    def test_what_waits_is_not_queued_twice(self, store):
        first = store.create(draft(proposed("one"), proposed("two")), now=NOON)
        assert store.create(draft(proposed("two"), proposed("one")), now=NOON) is None
        second = store.create(draft(proposed("one"), proposed("three")), now=NOON)
        assert [item.id for item in second.items] == [proposed("three").id]
        store.decide(first.id, [Ruling(proposed("one").id, DEFERRED)], now=NOON, by="ada")
        assert store.create(draft(proposed("one")), now=NOON) is None

    def test_same_item_twice_in_one_draft_is_queued_once(self, store):
        assert len(store.create(draft(proposed("one"), proposed("one")), now=NOON).items) == 1

    def test_what_was_decided_may_be_proposed_again(self, store):
        made = store.create(draft(proposed("one")), now=NOON)
        store.decide(made.id, [Ruling(proposed("one").id, REJECTED)], now=NOON, by="ada")
        again = store.create(draft(proposed("one")), now=NOON)
        assert again is not None
        assert again.id != made.id

    def test_items_are_decided_one_by_one(self, make_store):
        one, two, three = proposed("one"), proposed("two"), proposed("three")
        made = make_store().create(draft(one, two, three), now=NOON)
        make_store().decide(made.id, [Ruling(one.id, APPROVED)], now=NOON, by="ada")
        after = make_store().decide(made.id, [Ruling(two.id, DEFERRED)], now=NOON, by="ada")
        assert [item.status for item in after.items] == [APPROVED, DEFERRED, PENDING]
        assert make_store().find(made.id) == after
        (listed,) = make_store().list_waiting().proposals
        assert [item.id for item in listed.waiting] == [two.id, three.id]
        assert make_store().list_waiting().waiting_ids == {two.id, three.id}

    def test_proposal_with_nothing_left_is_closed_and_still_found(self, make_store):
        one, two = proposed("one"), proposed("two")
        made = make_store().create(draft(one, two), now=NOON)
        rulings = [Ruling(one.id, APPROVED), Ruling(two.id, REJECTED)]
        make_store().decide(made.id, rulings, now=NOON, by="ada")
        assert make_store().list_waiting() == ((), ())
        assert [item.status for item in make_store().find(made.id).items] == [APPROVED, REJECTED]

    def test_decision_can_be_taken_back(self, store):
        made = store.create(draft(proposed("one")), now=NOON)
        store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
        store.decide(made.id, [Ruling(made.items[0].id, PENDING)], now=NOON, by="ada")
        assert store.list_waiting().proposals == (made,)

    def test_edited_lines_are_kept_beside_the_proposed_ones(self, make_store):
        made = make_store().create(draft(proposed("one")), now=NOON)
        make_store().decide(
            made.id, [Ruling(made.items[0].id, PENDING, ("- first", "- second"))], now=NOON, by="ada"
        )
        (item,) = make_store().find(made.id).items
        assert item.memory_lines == ["- first", "- second"]
        assert item.lines == made.items[0].lines

    def test_unknown_ids_change_nothing(self, store):
        made = store.create(draft(proposed("one")), now=NOON)
        with pytest.raises(UsageError, match="no proposal"):
            store.decide("01ARZ3NDEKTSV4RRFFQ69G5FAV", [Ruling("abcd", REJECTED)], now=NOON, by="ada")
        with pytest.raises(UsageError, match="no item"):
            store.decide(
                made.id, [Ruling(made.items[0].id, REJECTED), Ruling("abcd", REJECTED)], now=NOON, by="ada"
            )
        assert store.list_waiting().proposals == (made,)

    def test_decided_proposals_are_kept_for_ninety_days(self, store):
        def decided(text: str, made_on: int, decided_on: int) -> str:
            made = store.create(draft(proposed(text)), now=NOON + timedelta(days=made_on))
            at = NOON + timedelta(days=decided_on)
            store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=at, by="ada")
            return made.id

        old, young, waited = decided("one", 0, 0), decided("two", 2, 2), decided("three", 0, 50)
        waiting = store.create(draft(proposed("four")), now=NOON).id
        decided("five", 0, 91)
        assert store.find(old) is None
        assert store.find(young) is not None
        assert store.find(waited) is not None
        assert store.find(waiting) is not None

    def test_item_is_split_into_parts_that_wait_in_its_place(self, make_store):
        whole, other = proposed("one"), proposed("two")
        made = make_store().create(draft(whole, other), now=NOON)
        parts = [whole._replace(id=part_id(whole.id, n), edited=(f"- {n}",)) for n in (1, 2)]
        after = make_store().split(made.id, whole.id, parts, seen=whole.fingerprint, now=NOON)
        assert after.items == (*parts, other)
        assert make_store().find(made.id) == after
        assert make_store().list_waiting().waiting_ids == {parts[0].id, parts[1].id, other.id}

    def test_item_that_waits_in_parts_is_not_queued_again(self, store):
        whole = proposed("one")
        made = store.create(draft(whole), now=NOON)
        store.split(
            made.id, whole.id, [whole._replace(id=part_id(whole.id, 1))], seen=whole.fingerprint, now=NOON
        )
        assert store.create(draft(whole), now=NOON) is None

    def test_item_that_was_changed_or_decided_is_not_split(self, store):
        whole = proposed("one")
        made = store.create(draft(whole), now=NOON)
        with pytest.raises(ConflictError, match="changed"):
            store.split(made.id, whole.id, [whole], seen="0" * 16, now=NOON)
        with pytest.raises(UsageError, match="no item"):
            store.split(made.id, "abcd", [whole], seen=whole.fingerprint, now=NOON)
        with pytest.raises(UsageError, match="no proposal"):
            store.split("01ARZ3NDEKTSV4RRFFQ69G5FAV", whole.id, [], seen="", now=NOON)
        store.decide(made.id, [Ruling(whole.id, REJECTED)], now=NOON, by="ada")
        with pytest.raises(ConflictError, match="changed"):
            store.split(made.id, whole.id, [whole], seen=whole.fingerprint, now=NOON)

    def test_item_is_put_off_until_a_day(self, make_store):
        made = make_store().create(draft(proposed("one")), now=NOON)
        day = date(2026, 3, 20)
        make_store().decide(made.id, [Ruling(made.items[0].id, DEFERRED, until=day)], now=NOON, by="ada")
        (item,) = make_store().find(made.id).items
        assert (item.until, item.fingerprint) == (day, made.items[0].fingerprint)
        assert [item.is_asked_on(day - timedelta(days=1)), item.is_asked_on(day)] == [False, True]
        make_store().decide(made.id, [Ruling(item.id, DEFERRED)], now=NOON, by="ada")
        (item,) = make_store().find(made.id).items
        assert (item.until, item.is_asked_on(day)) == (None, False)
