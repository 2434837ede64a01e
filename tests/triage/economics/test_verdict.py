"""When a change of the view is made."""

import pytest

from daykeep.triage.economics.cost import cost_of
from daykeep.triage.economics.prices import ANTHROPIC, NO_DISCOUNT
from daykeep.triage.economics.verdict import (
    COLD,
    DEFAULT_CALLS,
    HARD,
    SOFT,
    WAIT,
    Situation,
    expected_calls,
    weigh,
)

DEAR = cost_of(ANTHROPIC, removed=1_000, rewritten=199_000)
CHEAP = cost_of(ANTHROPIC, removed=80_000, rewritten=20_000)


@pytest.mark.parametrize(
    ("situation", "cost", "kind"),
    [
        (Situation(90_000, window=100_000), DEAR, HARD),
        (Situation(84_999, window=100_000), DEAR, WAIT),
        (Situation(85_000, window=100_000), DEAR, HARD),
        (Situation(50_000, overflowed=True), DEAR, HARD),
        (Situation(50_000, idle_seconds=301), DEAR, COLD),
        (Situation(50_000, idle_seconds=300), DEAR, WAIT),
        (Situation(50_000, changed="another model"), DEAR, COLD),
        (Situation(50_000), DEAR, WAIT),
        (Situation(50_000), CHEAP, SOFT),
        (Situation(50_000, remaining_calls=1), CHEAP, WAIT),
        (Situation(50_000, wanted_tokens=40_000), DEAR, SOFT),
        (Situation(50_000, wanted_tokens=60_000), DEAR, WAIT),
    ],
)
def test_a_change_is_made_where_it_must_where_it_is_free_or_where_it_pays(situation, cost, kind):
    verdict = weigh(situation, cost, ttl_seconds=ANTHROPIC.ttl_seconds)
    assert verdict.kind == kind
    assert verdict.goes is (kind != WAIT)
    assert verdict.why


def test_a_prune_that_makes_a_smaller_context_six_times_dearer_waits():
    """219,000 cached tokens, a few thousand pruned near the head: the next call would write them all again."""
    prune = cost_of(ANTHROPIC, removed=8_000, rewritten=211_000)
    verdict = weigh(Situation(219_000, window=1_000_000), prune, ttl_seconds=300)
    assert verdict.kind == WAIT
    assert weigh(Situation(219_000, window=1_000_000, idle_seconds=900), prune, ttl_seconds=300).kind == COLD


def test_without_a_discount_every_change_pays_at_once():
    free = cost_of(NO_DISCOUNT, removed=10, rewritten=100_000)
    assert weigh(Situation(50_000, remaining_calls=0), free, ttl_seconds=0).goes


def test_the_calls_to_come_are_those_of_sessions_that_went_on_as_long():
    assert expected_calls(10, [12, 14, 30, 50, 34, 8]) == 18
    assert expected_calls(10, [12, 14]) == DEFAULT_CALLS


def test_without_past_sessions_a_long_one_is_expected_to_go_on():
    assert expected_calls(0, []) == expected_calls(40, []) == DEFAULT_CALLS
    assert expected_calls(200, []) == 100
