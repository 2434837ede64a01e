"""The sitting as a value: moving, deciding, undoing, filtering."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from daykeep.review.queue.proposals import APPROVED, DEFERRED, REJECTED, Choice, Proposal, propose
from daykeep.tui import state as sitting
from tests.review.proposal_contract import an_item

NAMES = ("loose cable", "enough disks", "备份数据库", "night alarms")


def choices():
    items = tuple(propose(an_item(name), reason="below the gate") for name in NAMES)
    made = Proposal("0" * 26, datetime(2026, 3, 16, tzinfo=UTC), "distill", "MEMORY.md", None, items)
    return [Choice(made, item) for item in items]


def begin():
    return sitting.start(choices())


def decided(state):
    return [(decision.item, decision.status) for decision in sitting.decisions_of(state)]


def ids():
    return [choice.item.id for choice in choices()]


def test_deciding_goes_on_to_the_next_item_and_keeps_the_order_of_the_list():
    state = sitting.mark(sitting.mark(begin(), APPROVED), REJECTED)
    assert state.cursor == 2
    assert decided(state) == [(ids()[0], APPROVED), (ids()[1], REJECTED)]


def test_last_decision_goes_on_to_what_was_passed_over():
    state = sitting.mark(sitting.move(begin(), 3), DEFERRED)
    assert state.cursor == 0


def test_all_decided_stays_and_says_so():
    state = begin()
    for _ in NAMES:
        state = sitting.mark(state, APPROVED)
    assert "Nothing is undecided" in state.message
    assert len(decided(state)) == len(NAMES)


def test_new_decision_replaces_the_old_one_and_undo_brings_that_back():
    state = sitting.mark(sitting.move(sitting.mark(begin(), APPROVED), -1), REJECTED)
    assert decided(state) == [(ids()[0], REJECTED)]
    state = sitting.undo(state)
    assert decided(state) == [(ids()[0], APPROVED)]
    assert state.cursor == 0


def test_same_decision_again_is_no_step_to_undo():
    state = sitting.mark(sitting.move(sitting.mark(begin(), APPROVED), -1), APPROVED)
    assert decided(sitting.undo(state)) == []


def test_undo_of_nothing_says_so():
    assert sitting.undo(begin()).message == "There is nothing to undo."


def test_words_are_decided_about_anew_and_undo_takes_them_back():
    state = sitting.word(sitting.move(sitting.mark(begin(), APPROVED), -1), ("- mine",))
    assert decided(state) == []
    assert sitting.undecided_edits(state) == 1
    assert sitting.shown_choice(state, 0).item.memory_lines == ["- mine"]
    approved = sitting.mark(state, APPROVED)
    assert sitting.decisions_of(approved)[0].edited == ("- mine",)
    assert sitting.undecided_edits(approved) == 0
    back = sitting.undo(sitting.undo(approved))
    assert sitting.decisions_of(back)[0].edited is None


def test_decision_holds_what_was_seen():
    state = sitting.mark(begin(), APPROVED)
    assert sitting.decisions_of(state)[0].seen == choices()[0].item.fingerprint


def test_filter_wants_all_words_in_any_case_and_width():
    assert sitting.narrow(begin(), "CABLE ｌｏｏｓｅ").shown == (0,)
    assert sitting.narrow(begin(), "数据").shown == (2,)
    assert sitting.narrow(begin(), "lesson").shown == (0, 1, 2, 3)
    nothing = sitting.narrow(begin(), "absent")
    assert nothing.shown == ()
    assert nothing.current is None
    assert decided(sitting.mark(nothing, APPROVED)) == []


def test_filter_moves_the_cursor_to_what_is_left_and_deciding_stays_within():
    state = sitting.narrow(begin(), "disks")
    assert state.current == 1
    state = sitting.mark(state, REJECTED)
    assert state.cursor == 1
    assert decided(state) == [(ids()[1], REJECTED)]


def test_undo_of_what_the_filter_hides_shows_it_again():
    state = sitting.narrow(sitting.mark(begin(), APPROVED), "disks")
    state = sitting.undo(state)
    assert (state.query, state.cursor) == ("", 0)


ACTIONS = st.lists(st.sampled_from(["y", "n", "d", "up", "down", "e"]), max_size=30)


@given(ACTIONS)
def test_as_many_undos_as_steps_lead_back_to_the_beginning(actions):
    state = begin()
    for action in actions:
        if action == "e":
            state = sitting.word(state, ("- mine",))
        elif action in {"up", "down"}:
            state = sitting.move(state, 1 if action == "down" else -1)
        else:
            state = sitting.mark(state, {"y": APPROVED, "n": REJECTED, "d": DEFERRED}[action])
        assert 0 <= state.cursor < len(NAMES)
    for _ in state.steps:
        state = sitting.undo(state)
    assert decided(state) == []
    assert sitting.undecided_edits(state) == 0
    assert state.marks == begin().marks
