"""The life of a line: every decision about it, what it replaced and what replaced it, in order."""

from __future__ import annotations

from datetime import date, timedelta

from daykeep.memory.decisions import add_tombstone, lift_tombstone
from daykeep.memory.leaving.archive import Leaving, archive_lines
from daykeep.memory.sources import hash_line
from daykeep.review.provenance.chain import find_chain
from daykeep.review.provenance.why import why
from daykeep.review.queue.proposals import APPROVED, REJECTED, SUPERSEDE, old_line, propose
from daykeep.review.stores.filestore import FileStore
from tests.git.playground import NOON
from tests.review.deciding import LIMIT, decide_all, desk_of, write_memory
from tests.review.proposal_contract import an_item, draft

OLD = "- Drink water"


def _lines(playground):
    return (playground.root / "MEMORY.md").read_text().splitlines()


def _supersede(playground, files, history):
    write_memory(playground)
    store = FileStore(files)
    item = propose(an_item(), reason="newer", action=SUPERSEDE, supersedes=[old_line(5, OLD)])
    made = store.create(draft(item), now=NOON)
    decide_all(files, store, desk_of(history), made, APPROVED)
    return made


def test_line_that_replaced_another_names_it_and_who_approved(playground, files, history):
    made = _supersede(playground, files, history)
    chain = find_chain(files, LIMIT, present=_lines(playground))
    assert [step.what for step in chain] == ["approved", "replaces", "learned"]
    assert (chain[0].by, chain[0].proposal, chain[1].others) == ("ada", made.id, (OLD,))


def test_line_that_was_replaced_names_the_newer_one(playground, files, history):
    made = _supersede(playground, files, history)
    chain = find_chain(files, OLD, present=_lines(playground))
    assert [step.what for step in chain] == ["superseded", "archived"]
    assert (chain[0].proposal, chain[0].others) == (made.id, (LIMIT,))


def test_rejection_that_was_thought_over_is_told_before_the_approval(playground, files, history):
    write_memory(playground)
    store = FileStore(files)
    made = store.create(draft(propose(an_item(), reason="0.8")), now=NOON)
    decide_all(files, store, desk_of(history), made, REJECTED)
    later = desk_of(history)._replace(now=NOON + timedelta(days=2))
    decide_all(files, store, later, made, APPROVED)
    chain = find_chain(files, LIMIT, present=_lines(playground))
    assert [step.what for step in chain] == ["rejected", "approved", "learned"]
    assert chain[0].at < chain[1].at


def test_taking_back_restoring_forgetting_and_archiving_are_in_order(files):
    line = hash_line(OLD)
    for days, act, how in (
        (0, add_tombstone, "revert"),
        (1, lift_tombstone, "revert"),
        (3, add_tombstone, "forget"),
    ):
        act(files, item="ab", lines=[line], now=NOON + timedelta(days=days), by="ada", how=how)
    name = archive_lines(files, [Leaving("", "", (1,), ("Lessons",), (OLD,), "old")], day=date(2026, 3, 12))
    chain = find_chain(files, OLD, present=[])
    assert [step.what for step in chain] == ["taken back", "restored", "archived", "forgotten"]
    assert chain[2].others == (f"{name}:7",)


def test_line_that_nothing_is_on_record_about_has_no_chain(files):
    assert find_chain(files, OLD, present=[OLD]) == ()


def test_tampered_records_are_passed_over(playground, files):
    rows = [
        '{"kind": "tombstone", "lines": "no list"}',
        '{"kind": "approved", "lines": [3], "replaces": 4}',
        "{}",
    ]
    playground.write("memory/decisions.jsonl", "\n".join(rows) + "\n")
    assert find_chain(files, OLD, present=[]) == ()


def test_why_follows_an_archived_line_to_the_one_that_replaced_it(playground, files, history):
    _supersede(playground, files, history)
    answer = why(files, history, OLD, memory="MEMORY.md")
    assert answer.archived[0].text == OLD
    assert answer.chain[0].others == (LIMIT,)
