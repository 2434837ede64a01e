"""Which changes are made, and where a choice begins."""

from daykeep.triage.choice.choose import Ground, Option, choose
from daykeep.triage.economics.prices import ANTHROPIC, NO_DISCOUNT
from daykeep.triage.economics.verdict import COLD, HARD, SOFT, WAIT, Situation

WEIGHTS = [1_000] * 10


def ground(*, budget=9_000, low=6_000, weights=WEIGHTS, **more):
    return Ground(weights, sum(weights), budget, low, **more)


def gone(*places, frees=900):
    return [Option(f"U{place}", place, "archive", frees) for place in places]


def pick(options, here, situation=None, prices=ANTHROPIC, cold=0.0, **more):
    return choose(options, here, situation or Situation(here.tokens), prices, cold=cold, **more)


def test_where_everything_pays_the_choice_that_saves_most_is_made():
    found = pick(gone(*range(8)), ground(), Situation(10_000, remaining_calls=1_000))
    assert [one.place for one in found.options] == list(range(8))
    assert found.verdict.kind == SOFT


def test_where_few_calls_are_to_come_the_beginning_is_left_alone():
    options = [*gone(0, 1, 2, frees=100), *gone(*range(3, 8))]
    found = pick(options, ground(), Situation(10_000, remaining_calls=5))
    assert [one.place for one in found.options] == [3, 4, 5, 6, 7]
    assert found.tokens_after <= 6_000


def test_what_does_not_pay_waits():
    found = pick(gone(0, frees=4_500), ground(), Situation(10_000, remaining_calls=5))
    assert found.verdict.kind == WAIT


def test_a_full_window_asks_nothing_about_costs_and_takes_no_more_than_it_needs():
    found = pick(gone(*range(8)), ground(), Situation(10_000, window=10_000, remaining_calls=0))
    assert found.verdict.kind == HARD
    assert [one.place for one in found.options] == [3, 4, 5, 6, 7]


def test_a_cold_cache_lets_everything_go_that_may():
    found = pick(gone(*range(8)), ground(), Situation(10_000, idle_seconds=1_000))
    assert found.verdict.kind == COLD
    assert len(found.options) == 8


def test_without_a_discount_everything_that_helps_is_taken_at_once():
    found = pick(gone(*range(8)), ground(), Situation(10_000, remaining_calls=3), NO_DISCOUNT)
    assert len(found.options) == 8


def test_a_change_that_stops_at_the_budget_is_never_made():
    """By construction: below the low mark, or nothing but a hard need or a tenth of the budget."""
    went = []
    for frees in range(0, 4_000, 100):
        found = pick(gone(0, frees=frees), ground(), Situation(10_000, remaining_calls=10**9))
        if found.verdict.goes:
            went.append(frees)
    assert went == list(range(900, 4_000, 100))


def test_where_the_low_mark_is_out_of_reach_as_much_as_can_go_goes():
    found = pick(gone(2, 5, frees=800), ground(), Situation(10_000, remaining_calls=10**6))
    assert [one.place for one in found.options] == [2, 5]
    assert found.tokens_after == 8_400


def test_a_block_before_the_first_change_is_written_again_and_counts():
    plain = pick(gone(8), ground(low=9_500)).cost
    behind_block = pick(gone(8), ground(low=9_500, block_place=2)).cost
    assert behind_block.rewritten - plain.rewritten == 6_000


def test_what_facts_and_index_cost_is_taken_from_what_is_freed():
    assert pick(gone(5), ground(extra=300)).cost.removed == 600
    assert not pick(gone(5, frees=200), ground(extra=300)).options


def test_pieces_of_one_unit_go_together():
    options = [Option("U3@9-12", 3, "mask", 400), Option("U3@13-20", 3, "mask", 500)]
    found = pick(options, ground(low=9_500), Situation(10_000, remaining_calls=10**6))
    assert {one.unit_id for one in found.options} == {"U3@9-12", "U3@13-20"}


def test_nothing_to_choose_from_waits():
    assert pick([], ground()).verdict.kind == WAIT


def test_ten_thousand_options_are_weighed_in_one_pass():
    weights = [200] * 10_000
    found = pick(gone(*range(9_990), frees=190), ground(weights=weights, low=100_000), Situation(2_000_000))
    assert found.tokens_after <= 2_000_000
