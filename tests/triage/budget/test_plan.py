"""A view of a given size: who stays, whose results are hidden, who leaves, and that the facts of both can still be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from daykeep.session.units.group import group_units
from daykeep.session.units.segments import parse_segment_id
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.budget.pieces import cut_running
from daykeep.triage.budget.plan import plan_budget, used_values
from daykeep.triage.budget.unsaid import pairs_in_sight, weigh_unsaid
from daykeep.triage.model import ARCHIVE, DROP, KEEP, MASK
from tests.triage.ledger.units import talk, turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.session.units.model import Unit
    from daykeep.triage.budget.plan import BudgetPlan

_LONG = "I had a look around and it is fine, as you know, and so on and so forth. " * 12


def _chat(count: int) -> list[Unit]:
    return talk(
        *(
            (f"Call Person{n}A at 5{n} Elm Street. {_LONG}", f"Reached Agent{n}B. {_LONG}")
            for n in range(count)
        )
    )


def _work(count: int) -> list[Unit]:
    return [
        turn(n, ("user", f"look at file{n}.py"), ("call", f'{{"path": "src/file{n}.py"}}', "read"),
             ("result", json.dumps({"id": f"ord_{n}", "body": _LONG * 2}), "read"), ("assistant", f"It is fine, ticket{n}."))
        for n in range(1, count + 1)
    ]  # fmt: skip


def _actions(plan: BudgetPlan) -> dict[str, str]:
    return {one.unit_id: one.action for one in plan.placed}


def _ids(units: list[Unit]) -> set[str]:
    return {unit.id for unit in units}


def test_nothing_is_touched_while_everything_fits() -> None:
    units = _chat(5)
    plan = plan_budget(units, 10**6, may_leave=_ids(units), count=len)
    assert set(_actions(plan).values()) == {KEEP}
    assert plan.edits == ()
    assert plan.ledger.text == ""
    assert plan.fits


@pytest.mark.parametrize("share", [0.1, 0.2, 0.4, 0.7])
@pytest.mark.parametrize("make", [_chat, _work])
def test_the_view_keeps_to_its_budget_and_says_its_size(
    make: Callable[[int], list[Unit]], share: float
) -> None:
    units = make(20)
    whole = sum(len(part.text) for unit in units for part in unit.parts)
    plan = plan_budget(units, int(share * whole), may_leave=_ids(units), count=len)
    assert plan.fits
    assert plan.size <= share * whole
    assert plan.size == sum(one.size for one in plan.placed) + plan.ledger.size


def test_protected_turns_stay_even_if_they_are_too_large_and_the_plan_says_so() -> None:
    units = _chat(6)
    plan = plan_budget(units, 500, may_leave={"U1", "U2"}, count=len)
    assert not plan.fits
    assert {name for name, action in _actions(plan).items() if action == KEEP} == {"U3", "U4", "U5", "U6"}


def test_the_newest_turns_stay_and_the_facts_of_the_others_can_be_read() -> None:
    units = talk(*((f"Call Person{n}A please. {_LONG}", _LONG) for n in range(20)))
    whole = sum(len(part.text) for unit in units for part in unit.parts)
    plan = plan_budget(units, whole // 3, may_leave=_ids(units), count=len)
    kept = [one.unit_id for one in plan.placed if one.action == KEEP]
    assert kept == [unit.id for unit in units[len(units) - len(kept) :]]
    assert 0 < len(kept) < 20
    assert all(f"Person{n}A" in plan.ledger.text for n in range(20 - len(kept)))


def test_hiding_results_is_enough_where_it_is_and_then_nothing_leaves() -> None:
    units = _work(10)
    whole = sum(len(part.text) for unit in units for part in unit.parts)
    plan = plan_budget(units, int(0.6 * whole), may_leave=_ids(units), count=len)
    assert set(_actions(plan).values()) == {KEEP, MASK}
    assert plan.mask_chars is None


def test_values_of_hidden_results_are_among_the_facts_where_the_room_is_tight() -> None:
    units = _work(10)
    whole = sum(len(part.text) for unit in units for part in unit.parts)
    plan = plan_budget(units, int(0.07 * whole), may_leave=_ids(units), count=len)
    assert plan.mask_chars == 0
    hidden = [n for n in range(1, 11) if _actions(plan)[f"U{n}"] != KEEP]
    assert hidden
    assert all(f"ord_{n}" in plan.ledger.text for n in hidden)


def test_what_was_decided_before_is_followed() -> None:
    units = _chat(10)
    whole = sum(len(part.text) for unit in units for part in unit.parts)
    decided = {"U1": KEEP, "U8": DROP, "U9": ARCHIVE}
    plan = plan_budget(units, whole // 3, may_leave=_ids(units), decided=decided, count=len)
    actions = _actions(plan)
    assert (actions["U1"], actions["U8"], actions["U9"]) == (KEEP, DROP, ARCHIVE)


def test_a_turn_that_the_facts_do_not_tell_stays_before_newer_ones() -> None:
    plain = [(f"Call Person{n}A. {_LONG}", _LONG) for n in range(12)]
    plain[2] = ("where", f"it is 235 west elm street corner by old stone bridge road. {_LONG}")
    units = talk(*plain)
    whole = sum(len(part.text) for unit in units for part in unit.parts)
    plan = plan_budget(units, whole // 4, may_leave=_ids(units), count=len)
    assert _actions(plan)["U3"] == KEEP


def test_a_running_turn_hides_the_results_of_its_older_pieces_only() -> None:
    said: list[dict[str, object]] = [{"role": "user", "content": "go on with all of it"}]
    for n in range(12):
        call = {
            "id": f"c{n}",
            "type": "function",
            "function": {"name": "read", "arguments": f'{{"path": "f{n}.py"}}'},
        }
        said += [{"role": "assistant", "content": None, "tool_calls": [call]},
                 {"role": "tool", "tool_call_id": f"c{n}", "content": f"key_{n}99 " + _LONG}]  # fmt: skip
    units = group_units(read_conversation(json.dumps({"messages": said}).encode(), name="x.json").messages)
    plan = plan_budget(units, 6_000, may_leave=set(), count=len)
    pieces = [parse_segment_id(one.unit_id) for one in plan.edits]
    assert pieces
    assert all(
        piece is not None and one.action == MASK for piece, one in zip(pieces, plan.edits, strict=True)
    )
    assert max(piece.last for piece in pieces if piece) < units[-1].last
    assert "key_099" in plan.ledger.text


def test_no_piece_is_hidden_that_saves_nothing() -> None:
    assert cut_running(_work(2), 10**6, 0, len) == ()


def test_the_same_units_give_the_same_plan() -> None:
    units = _work(12)
    assert plan_budget(units, 3_000, may_leave=_ids(units)) == plan_budget(
        units, 3_000, may_leave=_ids(units)
    )


def test_what_calls_were_given_is_what_results_are_needed_for() -> None:
    assert used_values(_work(1)[0].parts) == {"src/file1.py"}


def test_words_side_by_side_weigh_more_if_they_name_something_and_nothing_if_they_are_in_sight() -> None:
    (unit,) = talk(("ask", "it is 235 west elm street"))
    assert weigh_unsaid(unit, pairs_in_sight([])) >= 20
    assert weigh_unsaid(unit, pairs_in_sight(["it is 235 west elm street"])) == 0
    assert weigh_unsaid(unit, pairs_in_sight(["235 west;elm street"])) > 0


def test_what_leaves_keeps_its_facts_even_where_the_protected_turns_take_all_the_room() -> None:
    units = _chat(12)
    plan = plan_budget(units, 2_000, may_leave={f"U{n}" for n in range(1, 9)}, count=len)
    assert not plan.fits
    assert "Person7A" in plan.ledger.text
