"""Where cache breakpoints go: each rule of the provider, and what is said where one has no effect."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.context.cache.minimums import Minimum
from daykeep.context.cache.plan import (
    CONVERSATION,
    END,
    LONG,
    OPENING,
    SHORT,
    STATIC,
    SYSTEM,
    TOOLS,
    Slot,
    plan_breakpoints,
)

ANY = Minimum(0, is_known=True)
USUAL = Minimum(1024, is_known=True)


def blocks(count, *, group=CONVERSATION, tokens=100, given=(), **more):
    return [
        Slot(f"{group}[{number}]", group, tokens, given="5m" if number in given else "", **more)
        for number in range(count)
    ]


FRAME = [Slot("static", STATIC, 2000), Slot("system", SYSTEM, 100), Slot("opening", OPENING, 500)]


def chosen(plan):
    return [point.label for point in plan.points]


def test_short_conversation_gets_a_breakpoint_at_each_end_of_what_stays():
    plan = plan_breakpoints([*FRAME, *blocks(5)], USUAL)
    assert chosen(plan) == ["static", "system", "opening", "conversation[4]"]
    assert [point.tokens for point in plan.points] == [2000, 2100, 2600, 3100]
    assert (plan.changes, plan.notes) == ((), ())


def test_there_are_never_more_than_four():
    assert len(plan_breakpoints([*FRAME, *blocks(200)], USUAL).points) == 4


def test_prefix_runs_over_tools_before_the_system_prompt():
    plan = plan_breakpoints([Slot("tools[0]", TOOLS, 900), Slot("static", STATIC, 200)], USUAL)
    assert [(point.label, point.tokens) for point in plan.points] == [("static", 1100)]


def test_long_conversation_gets_one_within_twenty_blocks_of_its_last():
    plan = plan_breakpoints([*FRAME, *blocks(60)], USUAL)
    assert chosen(plan) == ["static", "opening", "conversation[39]", "conversation[59]"]
    assert plan.notes == ("a turn that adds more than 40 blocks misses what was cached before it",)


@pytest.mark.parametrize(("count", "steps"), [(20, 0), (21, 1)])
def test_twenty_blocks_need_no_breakpoint_between_and_twenty_one_do(count, steps):
    plan = plan_breakpoints([*FRAME, *blocks(count)], USUAL)
    assert sum("within 20 blocks" in point.reason for point in plan.points) == steps


def test_block_that_can_carry_none_is_replaced_by_the_next_one():
    said = blocks(60)
    said[39] = said[39]._replace(can_carry=False)
    said[59] = said[59]._replace(can_carry=False)
    assert chosen(plan_breakpoints([*FRAME, *said], USUAL))[2:] == ["conversation[38]", "conversation[58]"]


def test_lookback_step_moves_nearer_where_its_block_can_carry_none():
    said = blocks(60)
    said[39] = said[39]._replace(can_carry=False)
    assert "conversation[40]" in chosen(plan_breakpoints([*FRAME, *said], USUAL))


def test_static_part_below_the_minimum_gets_none_and_that_is_said():
    plan = plan_breakpoints([Slot("static", STATIC, 1023), Slot("opening", OPENING, 5)], USUAL)
    assert chosen(plan) == ["opening"]
    assert "about 1,023 tokens up to there, the model caches from 1,024" in plan.notes[0]


def test_exactly_the_minimum_is_cached():
    assert chosen(plan_breakpoints([Slot("static", STATIC, 1024)], USUAL)) == ["static"]


def test_whole_prompt_below_the_minimum_is_said_once():
    plan = plan_breakpoints([Slot("static", STATIC, 10), *blocks(3, tokens=5)], USUAL)
    assert plan.points == ()
    assert plan.notes == ("about 25 tokens in all: below 1,024 nothing is cached",)


def test_assumed_minimum_is_said():
    plan = plan_breakpoints(FRAME, Minimum(1024, is_known=False))
    assert plan.notes == ("from where on this model caches is not known: 1,024 tokens assumed",)


def test_what_belongs_to_the_question_is_never_cached():
    plan = plan_breakpoints([*FRAME, *blocks(2), Slot("end", END, 3000)], USUAL)
    assert "end" not in chosen(plan)


def test_thinking_and_empty_text_never_carry_one():
    slots = [Slot("static", STATIC, 2000, can_carry=False), *blocks(1, can_carry=False)]
    assert plan_breakpoints(slots, ANY).points == ()


@pytest.mark.parametrize("count", [0, 1, 4])
def test_given_breakpoints_are_kept_up_to_four(count):
    plan = plan_breakpoints([*FRAME, *blocks(9, given=range(count))], USUAL)
    kept = [point.label for point in plan.points if point.is_given]
    assert kept == [f"conversation[{number}]" for number in range(count)]
    assert len(plan.points) == 4
    assert plan.changes == ()


def test_fifth_given_breakpoint_is_dropped_from_the_front_and_said():
    plan = plan_breakpoints([*FRAME, *blocks(9, given=range(5))], USUAL)
    assert chosen(plan) == [f"conversation[{number}]" for number in range(1, 5)]
    assert plan.changes == ("dropped the breakpoint at conversation[0]: 5 were given, 4 are allowed",)


def test_given_breakpoint_at_thinking_is_dropped_and_said():
    slots = [*FRAME, Slot("thought", CONVERSATION, 9, can_carry=False, given="5m"), *blocks(1)]
    plan = plan_breakpoints(slots, USUAL)
    assert "thought" not in chosen(plan)
    assert plan.changes == ("dropped the breakpoint at thought: such a block can't carry one",)


def test_static_part_may_live_longer_than_what_follows():
    plan = plan_breakpoints([*FRAME, *blocks(3)], USUAL, static_ttl=LONG)
    assert [point.ttl for point in plan.points] == [LONG, SHORT, SHORT, SHORT]


def test_longer_time_after_ours_raises_ours():
    said = blocks(3)
    said[1] = said[1]._replace(given=LONG)
    plan = plan_breakpoints([*FRAME, *said], USUAL)
    assert [(point.label, point.ttl) for point in plan.points] == [
        ("static", LONG),
        ("opening", LONG),
        ("conversation[1]", LONG),
        ("conversation[2]", SHORT),
    ]


def test_longer_time_after_a_given_shorter_one_is_lowered_and_said():
    said = blocks(4, given=[0])
    said[2] = said[2]._replace(given=LONG)
    plan = plan_breakpoints([*FRAME, *said], USUAL)
    assert {point.ttl for point in plan.points} == {SHORT}
    assert "a longer time may not follow a shorter one" in plan.changes[0]


SLOTS = st.lists(
    st.builds(
        Slot,
        label=st.text(min_size=1, max_size=3),
        group=st.sampled_from([TOOLS, STATIC, SYSTEM, OPENING, CONVERSATION, END]),
        tokens=st.integers(0, 3000),
        can_carry=st.booleans(),
        given=st.sampled_from(["", "", "", "5m", "1h"]),
    ),
    max_size=90,
)


@given(SLOTS, st.sampled_from([512, 1024, 4096]), st.sampled_from([SHORT, LONG]))
def test_every_plan_keeps_the_rules_of_the_provider(slots, minimum, ttl):
    plan = plan_breakpoints(slots, Minimum(minimum, is_known=True), static_ttl=ttl)
    places = [point.block for point in plan.points]
    assert len(places) <= 4
    assert places == sorted(set(places))
    assert all(slots[place].can_carry for place in places)
    lives = [point.ttl for point in plan.points]
    assert lives == sorted(lives)  # "1h" stands before "5m"
    assert all(point.is_given or point.tokens >= minimum for point in plan.points)
    assert all(point.tokens == sum(slot.tokens for slot in slots[: point.block + 1]) for point in plan.points)
