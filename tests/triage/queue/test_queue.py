"""The order in which turns are looked at: none starves, none is asked about again without a reason."""

from __future__ import annotations

import itertools
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.triage.model import DROP, KEEP, Decision
from daykeep.triage.protocols import DeciderLimits, UnitView
from daykeep.triage.queue.queue import (
    ALL_WAIT,
    CHANGED,
    DUE,
    LONGEST_WAIT,
    NEW,
    NOTHING_TO_PRUNE,
    QueueState,
    cut_batches,
    note_check,
    plan_queue,
)
from tests.triage.talking import answer, views_of

SHA = "policy"


def views(count: int) -> list[UnitView]:
    return views_of(*[(f"step {number}", "done") for number in range(count)])


def kept(unit_ids: tuple[str, ...], *, fault: str = "") -> list[Decision]:
    return [
        Decision(one, KEEP, KEEP, "", (), answer(one, keep=1.0)._replace(fault=fault)) for one in unit_ids
    ]


def test_turns_never_looked_at_come_first_the_oldest_first() -> None:
    some = views(5)
    state = note_check(QueueState(), some, kept(("U1", "U3")), policy_sha=SHA)
    queue = plan_queue(some, state, protected=(), policy_sha=SHA)
    assert queue.unit_ids == ("U2", "U4", "U5")
    assert set(queue.why.values()) == {NEW}


def test_a_kept_turn_waits_2_4_8_checks_and_no_longer_than_the_longest() -> None:
    some, state = views(1), QueueState()
    offered = []
    for check in range(1, 300):
        queue = plan_queue(some, state, protected=(), policy_sha=SHA)
        if queue.unit_ids:
            offered.append(check)
        state = note_check(state, some, kept(queue.unit_ids), policy_sha=SHA)
    gaps = [after - before for before, after in itertools.pairwise(offered)]
    assert gaps[:6] == [2, 4, 8, 16, 32, 64]
    assert max(gaps) == LONGEST_WAIT


def test_a_turn_that_changed_is_offered_at_once_before_those_whose_time_has_come() -> None:
    some = views(3)
    state = note_check(QueueState(), some, kept(("U1", "U2", "U3")), policy_sha=SHA)
    state = note_check(state, some, [], policy_sha=SHA)
    changed = [some[0], some[1], some[2]._replace(superseded_by="U9")]
    queue = plan_queue(changed, state, protected=(), policy_sha=SHA)
    assert queue.unit_ids[0] == "U3"
    assert [queue.why[one] for one in queue.unit_ids] == [CHANGED, DUE, DUE]


def test_another_policy_makes_every_turn_worth_a_look() -> None:
    some = views(3)
    state = note_check(QueueState(), some, kept(("U1", "U2", "U3")), policy_sha=SHA)
    assert plan_queue(some, state, protected=(), policy_sha=SHA).unit_ids == ()
    assert len(plan_queue(some, state, protected=(), policy_sha="new").unit_ids) == 3


def test_of_equally_old_looks_the_largest_turn_comes_first() -> None:
    some = [view._replace(tokens=number) for number, view in enumerate(views(4))]
    state = note_check(QueueState(), some, kept(("U1", "U2", "U3", "U4")), policy_sha=SHA)
    for _ in range(2):
        state = note_check(state, some, [], policy_sha=SHA)
    assert plan_queue(some, state, protected=(), policy_sha=SHA).unit_ids == ("U4", "U3", "U2", "U1")


def test_nothing_to_prune_is_told_from_a_queue_in_which_all_wait() -> None:
    some = views(2)
    assert plan_queue(some, QueueState(), protected=("U1", "U2"), policy_sha=SHA).reason == NOTHING_TO_PRUNE
    assert (
        plan_queue(some, QueueState(), protected=("U1",), policy_sha=SHA, gone=("U2",)).reason
        == NOTHING_TO_PRUNE
    )
    state = note_check(QueueState(), some, kept(("U1", "U2")), policy_sha=SHA)
    assert plan_queue(some, state, protected=(), policy_sha=SHA).reason == ALL_WAIT
    assert plan_queue(some, QueueState(), protected=(), policy_sha=SHA).reason == ""


def test_turns_of_an_earlier_round_stay_eligible() -> None:
    some = views(6)
    state = QueueState()
    for _ in range(6):
        state = note_check(state, some, [], policy_sha=SHA)
    assert plan_queue(some, state, protected=("U6",), policy_sha=SHA).unit_ids == (
        "U1",
        "U2",
        "U3",
        "U4",
        "U5",
    )


def test_a_fault_of_the_decider_starts_the_waiting_anew() -> None:
    some, state = views(1), QueueState()
    for _ in range(2):
        state = note_check(state, some, kept(("U1",)), policy_sha=SHA)
    assert state.seen["U1"].kept == 2
    state = note_check(state, some, kept(("U1",), fault="decider_truncated"), policy_sha=SHA)
    assert state.seen["U1"].due - state.checks == 2


def test_turns_that_are_no_more_are_forgotten() -> None:
    state = note_check(QueueState(), views(3), kept(("U1", "U3")), policy_sha=SHA)
    assert set(note_check(state, views(2), [], policy_sha=SHA).seen) == {"U1"}


@settings(max_examples=60, deadline=None)
@given(count=st.integers(1, 300), questions=st.integers(2, 65), droppable=st.sets(st.integers(1, 300)))
def test_every_turn_is_looked_at_within_so_many_batches(
    count: int, questions: int, droppable: set[int]
) -> None:
    some = [
        UnitView(f"U{number}", "", f"say {number}", "", (), (), 10, 0, 0) for number in range(1, count + 1)
    ]
    limits = DeciderLimits(questions)
    gone = {f"U{number}" for number in droppable}
    state, looked_at, left = QueueState(), [], set()
    for _ in range(math.ceil(count / (questions - 1))):
        queue = plan_queue(some, state, protected=(), policy_sha=SHA, gone=left)
        for batch in cut_batches(queue.unit_ids, limits, 1):
            looked_at += batch
            dropped = [
                Decision(one, DROP, DROP, "", (), answer(one, drop=1.0)) for one in batch if one in gone
            ]
            state = note_check(
                state, some, kept(tuple(one for one in batch if one not in gone)) + dropped, policy_sha=SHA
            )
            left |= {one.unit_id for one in dropped}
    assert set(looked_at) == {view.unit_id for view in some}
    assert gone & {view.unit_id for view in some} == left


def test_a_check_asks_no_more_often_than_it_may() -> None:
    queue = tuple(f"U{number}" for number in range(100))
    batches = list(cut_batches(queue, DeciderLimits(11), 3))
    assert [len(batch) for batch in batches] == [10, 10, 10]
    assert batches[0][0] == "U0"
    assert [len(batch) for batch in cut_batches(queue, DeciderLimits(64), 16)] == [63, 37]
