"""The arithmetic of the cache, held against tables worked out by hand."""

import math

import pytest

from daykeep.triage.economics.cost import best_batch, carry_cost, cold_share, cost_of, rewrite_premium
from daykeep.triage.economics.prices import (
    ANTHROPIC,
    ANTHROPIC_HOUR,
    BOOK,
    NO_DISCOUNT,
    OPENAI,
    OPENAI_WRITES,
)


@pytest.mark.parametrize(
    ("prices", "calls"),
    [
        (ANTHROPIC, (103.5, 46, 11.5, 2.875)),
        (ANTHROPIC_HOUR, (171, 76, 19, 4.75)),
        (OPENAI, (81, 36, 9, 2.25)),
        (OPENAI_WRITES, (103.5, 46, 11.5, 2.875)),
        (NO_DISCOUNT, (0, 0, 0, 0)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_taking_out_a_share_of_the_tail_pays_after_so_many_calls(prices, calls):
    found = [cost_of(prices, removed=share, rewritten=100 - share).calls for share in (10, 20, 50, 80)]
    assert found == pytest.approx(calls)


def test_a_cold_cache_makes_rewriting_free_and_carrying_dear():
    assert rewrite_premium(ANTHROPIC, 1.0) == 0
    assert carry_cost(ANTHROPIC, 1.0) == 1.25
    assert cost_of(ANTHROPIC, removed=1, rewritten=10_000, cold=1.0).calls == 0


def test_taking_nothing_out_never_pays():
    assert cost_of(ANTHROPIC, removed=0, rewritten=10).calls == math.inf


def test_what_the_models_cost_is_paid_once():
    assert cost_of(ANTHROPIC, removed=100, rewritten=0, decider=150, writer=50).calls == pytest.approx(20)


@pytest.mark.parametrize("prices", BOOK.values(), ids=BOOK)
def test_in_every_price_book_reading_is_never_dearer_than_writing(prices):
    assert 0 < prices.read <= prices.write


def test_a_later_edit_that_frees_as_much_is_cheaper():
    assert (
        cost_of(ANTHROPIC, removed=10, rewritten=50).calls
        < cost_of(ANTHROPIC, removed=10, rewritten=90).calls
    )


def test_without_a_pause_the_cache_is_taken_for_warm_but_never_for_certain():
    assert 0 < cold_share([1.0] * 100, 300) < 0.02
    assert cold_share([], 300) == pytest.approx(0.2)
    assert cold_share([1.0], 0) == 1.0


def test_the_best_batch_grows_with_what_has_to_be_written_again():
    small = best_batch(ANTHROPIC, protected=10_000, growth=500)
    assert small == pytest.approx(math.sqrt(2 * 1.15 * 10_000 * 500 / 0.1))
    assert best_batch(ANTHROPIC, protected=40_000, growth=500) == pytest.approx(2 * small)
