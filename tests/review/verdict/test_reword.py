"""An item is worded anew by a person, whose editor may be open for long."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.errors import ConflictError
from daykeep.review.queue.proposals import APPROVED, DEFERRED, REJECTED, Choice, Ruling
from daykeep.review.verdict.reword import as_edited, reword
from tests.git.playground import NOON
from tests.review.deciding import LIMIT, decide_all
from tests.review.proposal_contract import draft, proposed

WORDS = ("- Set a limit of ten seconds",)


def test_blank_lines_stay_between_paragraphs_and_go_between_items_of_a_list():
    assert as_edited(["", "One", "", "Two"], ["", "One", "", "", "Three", ""]) == ("", "One", "", "", "Three")
    assert as_edited(["- One", "- Two"], ["- One", "", "- Three", ""]) == ("- One", "- Three")


@pytest.mark.parametrize("after", [["", "One  ", ""], ["", "One"], ["", ""], []])
def test_blanks_at_the_end_are_no_edit_and_nothing_left_is_none(after):
    assert as_edited(["", "One"], after) is None


def test_item_that_was_put_off_until_a_day_is_so_with_its_new_words(files, store, memory):
    made = store.create(draft(proposed()), now=NOON)
    until = date(2026, 4, 1)
    there = store.decide(made.id, [Ruling(made.items[0].id, DEFERRED, until=until)], now=NOON, by="ada")
    item = reword(files, store, Choice(there, there.items[0]), WORDS, now=NOON, by="ada")
    assert (item.status, item.until, tuple(item.memory_lines)) == (DEFERRED, until, WORDS)


@pytest.mark.parametrize("status", [APPROVED, REJECTED])
def test_item_that_was_decided_while_its_editor_was_open_stays_decided(files, store, desk, memory, status):
    made = store.create(draft(proposed()), now=NOON)
    decide_all(files, store, desk, made, status)
    with pytest.raises(ConflictError, match=f"was {status} while you edited it"):
        reword(files, store, Choice(made, made.items[0]), WORDS, now=NOON, by="ada")
    (item,) = store.find(made.id).items
    assert (item.status, item.memory_lines) == (status, [LIMIT])


def test_item_that_was_worded_in_another_editor_meanwhile_keeps_those_words(files, store, memory):
    made = store.create(draft(proposed()), now=NOON)
    choice = Choice(made, made.items[0])
    reword(files, store, choice, WORDS, now=NOON, by="ada")
    with pytest.raises(ConflictError, match="was changed while you edited it"):
        reword(files, store, choice, ("- Set none",), now=NOON, by="ada")
    assert store.find(made.id).items[0].memory_lines == list(WORDS)
