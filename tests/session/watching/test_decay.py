"""Which records have decayed, in which order, and what is advised."""

from __future__ import annotations

import pytest

from daykeep.session.records.model import Record, importance_of
from daykeep.session.watching.decay import CONSIDER, IGNORE, RESTATE, Thresholds, find_decayed


def record(name, kind, **fields):
    return Record(name, kind, f"content of {name}", importance_of(kind), **fields)


@pytest.mark.parametrize(
    ("kind", "rounds", "decayed"),
    [
        ("user_preference", 9, False),
        ("user_preference", 10, True),
        ("decision", 19, False),
        ("decision", 20, True),
        ("remark", 19, False),
        ("remark", 20, True),
    ],
)
def test_decay_begins_exactly_at_the_threshold(kind, rounds, decayed):
    found = find_decayed([record("a", kind, registered=5)], 5 + rounds)
    assert bool(found) is decayed


def test_rounds_count_from_the_last_reference():
    (found,) = find_decayed([record("a", "user_preference", registered=0, referenced=27)], 45)
    assert found.rounds == 18


def test_what_was_restated_is_not_named_again_before_its_threshold_has_passed():
    restated = record("a", "user_preference", registered=0, refreshed=40)
    assert find_decayed([restated], 49) == ()
    (found,) = find_decayed([restated], 50)
    assert found.rounds == 50


def test_own_thresholds_count():
    thresholds = Thresholds(6, 3)
    rows = [record("a", "goal", registered=0), record("b", "state", registered=0)]
    assert [one.record.id for one in find_decayed(rows, 5, thresholds)] == ["a"]
    assert [one.record.id for one in find_decayed(rows, 6, thresholds)] == ["a", "b"]


def test_threshold_of_high_importance_is_never_longer_than_that_of_others():
    assert len(find_decayed([record("a", "goal", registered=0)], 8, Thresholds(8, 30))) == 1


def test_most_important_comes_first_then_what_was_unused_longest():
    rows = [
        record("low", "remark", registered=0),
        record("new", "goal", registered=9),
        record("mid", "decision", registered=0),
        record("old", "goal", registered=2),
    ]
    found = find_decayed(rows, 40)
    assert [one.record.id for one in found] == ["old", "new", "mid", "low"]
    assert [one.advice for one in found] == [RESTATE, RESTATE, CONSIDER, IGNORE]


def test_constraint_is_of_high_importance():
    (found,) = find_decayed([record("keep", "constraint", registered=20)], 45)
    assert (found.record.importance, found.advice) == ("high", RESTATE)
