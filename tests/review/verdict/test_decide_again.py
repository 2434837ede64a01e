"""Decisions that meet a change, another machine or a stop half way: each ends properly, and nothing is made twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daykeep.errors import ConflictError
from daykeep.memory.decisions import (
    add_tombstone,
    find_tombstones,
    find_verdicts,
)
from daykeep.memory.items import ItemLine
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import hash_line
from daykeep.review.queue.proposals import (
    APPROVED,
    ARCHIVE,
    REJECTED,
    SUPERSEDE,
    old_line,
    propose,
)
from daykeep.review.stores.filestore import FileStore
from daykeep.review.verdict.decide import Decision, decide, settle
from tests.git.playground import NOON
from tests.review.deciding import LIMIT, MEMORY, Forgetful, decide_all
from tests.review.proposal_contract import an_item, draft, proposed


def test_memory_that_keeps_changing_is_a_conflict_and_nothing_is_approved(
    files, store, desk, memory, monkeypatch
):
    made = store.create(draft(proposed()), now=NOON)
    replace = files.replace
    changes = []

    def racing(name, data, **options):
        if name == "MEMORY.md":
            changes.append(name)
            memory.write_text(f"{MEMORY}- edit {len(changes)}\n")
        return replace(name, data, **options)

    monkeypatch.setattr(files, "replace", racing)
    with pytest.raises(ConflictError):
        decide_all(files, store, desk, made, APPROVED)
    assert len(changes) > 1
    assert find_verdicts(files)[made.items[0].id].kind == "reopened"
    assert store.list_waiting().proposals == (made,)


def test_one_change_between_reading_and_writing_is_planned_anew(files, store, desk, memory, monkeypatch):
    made = store.create(draft(proposed()), now=NOON)
    replace = files.replace
    changes = []

    def racing(name, data, **options):
        if name == "MEMORY.md" and not changes:
            changes.append(name)
            memory.write_text(f"{MEMORY}- edit\n")
        return replace(name, data, **options)

    monkeypatch.setattr(files, "replace", racing)
    decide_all(files, store, desk, made, APPROVED)
    assert {"- edit", LIMIT} <= {line.strip() for line in memory.read_text().split("\n")}
    assert find_verdicts(files)[made.items[0].id].kind == "approved"


def test_verdict_of_another_machine_takes_the_item_out_of_this_queue(files, store, desk, memory):
    made = store.create(draft(proposed("one"), proposed("two")), now=NOON - timedelta(days=1))
    other = FileStore(files).create(draft(proposed("one"), proposed("three")), now=NOON)
    assert [item.id for item in other.items] == [proposed("three").id]
    decide_all(files, Forgetful(store), desk, made, REJECTED, APPROVED)
    assert settle(files, store, now=NOON) == 1
    assert store.list_waiting().waiting_ids == {proposed("two").id, proposed("three").id}
    assert settle(files, store, now=NOON) == 0


def test_rejection_before_the_proposal_was_made_does_not_decide_it(files, store, desk, memory):
    made = store.create(draft(proposed("one")), now=NOON)
    decide_all(files, store, desk, made, REJECTED)
    store.create(draft(proposed("one")), now=NOON + timedelta(days=1))
    assert settle(files, store, now=NOON) == 0


def test_approval_that_stopped_before_the_queue_was_told_ends_without_writing_twice(
    files, store, desk, memory
):
    made = store.create(draft(proposed()), now=NOON)
    decide_all(files, Forgetful(store), desk, made, APPROVED)
    before = memory.read_bytes()
    sources = (files.root / "memory/sources.jsonl").read_bytes()
    done = decide_all(files, store, desk, made, APPROVED)
    assert memory.read_bytes() == before
    assert (files.root / "memory/sources.jsonl").read_bytes() == sources
    assert [item.id for item in done.approved] == [made.items[0].id]
    assert store.list_waiting() == ((), ())


def test_line_that_was_taken_back_comes_back_where_a_person_approves_it(files, store, desk, memory):
    add_tombstone(files, item="abc", lines=[hash_line(LIMIT)], now=NOON, by="ada", how="revert")
    made = store.create(draft(proposed()), now=NOON)
    decide_all(files, store, desk, made, APPROVED)
    assert LIMIT in memory.read_text()
    assert find_tombstones(files) == {}


def test_archiving_that_died_before_the_queue_heard_of_it_is_ended_by_the_same_decision(
    files, store, desk, memory
):
    line = ItemLine(5, "- Drink water", "- Drink water")
    item = propose(an_item(name="MEMORY.md", lines=(line,)), reason="is done", action=ARCHIVE)
    made = store.create(draft(item), now=NOON)
    decide_all(files, Forgetful(store), desk, made, APPROVED)
    after = memory.read_text()
    assert "Drink water" not in after
    done = decide_all(files, store, desk, made, APPROVED)
    assert ([one.id for one in done.approved], done.refused) == ([item.id], ())
    assert memory.read_text() == after
    assert store.list_waiting().proposals == ()


def test_archiving_of_a_line_that_another_decision_brought_to_the_archive_is_refused(
    files, store, desk, memory
):
    line = ItemLine(5, "- Drink water", "- Drink water")
    item = propose(an_item(name="MEMORY.md", lines=(line,)), reason="is done", action=ARCHIVE)
    newer = proposed(action=SUPERSEDE, supersedes=[old_line(5, "- Drink water")])
    made = store.create(draft(newer, item), now=NOON)
    decide_all(files, store, desk, made, APPROVED)
    assert [one.text for one in find_archived(files)] == ["- Drink water"]
    after = memory.read_bytes()
    done = decide(files, store, [Decision(made.id, item.id, APPROVED)], desk)
    assert (done.approved, [item_id for item_id, _ in done.refused]) == ((), [item.id])
    assert memory.read_bytes() == after


def test_archiving_of_a_line_that_a_hand_took_out_is_refused(files, store, desk, memory):
    line = ItemLine(5, "- Drink water", "- Drink water")
    item = propose(an_item(name="MEMORY.md", lines=(line,)), reason="is done", action=ARCHIVE)
    made = store.create(draft(item), now=NOON)
    memory.write_text(memory.read_text().replace("- Drink water\n", ""))
    done = decide_all(files, store, desk, made, APPROVED)
    assert (done.approved, [item_id for item_id, _ in done.refused]) == ((), [item.id])
