"""One item of several lines becomes one item for each of them."""

from __future__ import annotations

import pytest

from daykeep.errors import UsageError
from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import ARCHIVE, CHANGE, SUPERSEDE, propose, whole_id
from daykeep.review.waiting.split import plan_split
from tests.review.proposal_contract import an_item

THREE = ("- Set a limit", "  of ten seconds", "- Retry once")


def item_of(*texts, **changes):
    lines = tuple(ItemLine(number, text, text) for number, text in enumerate(texts, 4))
    return propose(an_item(lines=lines, **changes), reason="")


def test_each_outer_line_becomes_an_item_with_its_own_source_lines():
    whole = item_of(*THREE)
    first, second = plan_split(whole)
    assert (first.memory_lines, second.memory_lines) == (list(THREE[:2]), list(THREE[2:]))
    assert (first.source, second.source) == ("memory/2026-03-10.md:4-5", "memory/2026-03-10.md:6-6")
    assert first.lines + second.lines == whole.lines
    assert (first.score, first.origin, first.kind) == (whole.score, whole.origin, whole.kind)


def test_parts_have_ids_of_their_own_that_lead_to_the_whole():
    whole = item_of(*THREE)
    ids = [part.id for part in plan_split(whole)]
    assert len({*ids, whole.id}) == 3
    assert {whole_id(one) for one in ids} == {whole.id}
    again = plan_split(plan_split(item_of(*THREE, "  and wait"))[0]._replace(edited=("- a", "- b")))
    assert {whole_id(part.id) for part in again} == {item_of(*THREE, "  and wait").id}


def test_lines_worded_by_a_person_keep_every_source_line():
    parts = plan_split(item_of(*THREE)._replace(edited=("- One", "- Two")))
    assert [part.memory_lines for part in parts] == [["- One"], ["- Two"]]
    assert all(len(part.lines) == 3 for part in parts)


def test_fenced_block_stays_whole():
    parts = plan_split(item_of("```", "one", "", "two", "```", "- after"))
    assert [part.memory_lines for part in parts] == [["```", "one", "", "two", "```"], ["- after"]]


def test_lines_that_leave_can_be_split_too():
    assert len(plan_split(item_of(*THREE)._replace(action=ARCHIVE))) == 2


@pytest.mark.parametrize("action", [SUPERSEDE, CHANGE])
def test_what_takes_the_place_of_other_lines_is_not_split(action):
    with pytest.raises(UsageError, match="takes the place"):
        plan_split(item_of(*THREE)._replace(action=action))


def test_item_of_one_thing_is_not_split():
    with pytest.raises(UsageError, match="one thing"):
        plan_split(item_of(*THREE[:2]))
