"""How full a context is, and what that rests on."""

from __future__ import annotations

import pytest

from daykeep.transcripts.messages.model import KEPT, SUMMARY
from daykeep.transcripts.usage.fill import last_turn, live_messages, measure
from tests.transcripts.usage.saying import answer, call, result, system, user


def fill(*messages, **more):
    return measure(messages, count=len, **more)


def test_measure_takes_the_last_comparable_reading_and_counts_what_came_after_it():
    found = fill(user(100), answer(50, context=30_000), call(), result(700), user(300))
    assert (found.source, found.tail, found.tokens) == ("usage", 700 + 300 + 8, 31_008)
    assert found.reading.tokens == 30_000


def test_measure_counts_everything_where_no_answer_carries_usage():
    found = fill(system(40), user(100), answer(60))
    assert (found.source, found.tokens, found.readings, found.overhead) == ("counted", 200, (), None)


def test_measure_counts_what_a_request_holds_beside_its_messages():
    assert fill(user(100), given_overhead=900).tokens == 1_000


def test_measure_a_given_number_wins():
    found = fill(user(100), answer(50, context=30_000), tokens=7)
    assert (found.source, found.tokens, found.reading) == ("given", 7, None)


def test_measure_falls_back_to_counting_where_no_reading_can_be_compared():
    usage = {"input_tokens": 3, "output_tokens": 50, "input_token_details": {"cache_read": 150_000}}
    found = fill(user(400), answer(50)._replace(usage=usage))
    assert (found.source, found.tokens) == ("counted", 450)


def test_measure_a_reading_beyond_the_window_does_not_skip_the_check():
    found = fill(user(190_000), answer(20_000, context=305_000), window=200_000)
    assert (found.source, found.tokens) == ("counted", 210_000)


def test_measure_overhead_is_what_the_first_reading_holds_beyond_its_messages():
    found = fill(user(1_000), answer(500, context=30_500), user(200), answer(100, context=30_800))
    assert found.overhead == 29_000


def test_measure_after_a_compaction_counts_from_the_summary_on():
    old = (system(30), user(1_000), answer(500, context=1_530))
    found = fill(*old, user(700, mark=SUMMARY), user(40))
    assert (found.live, found.tokens, found.source) == ((1, 4, 5), 770, "counted")


def test_live_messages_keep_what_a_compaction_kept():
    messages = [user(10), user(10, mark=KEPT), user(10, mark=SUMMARY), user(10)]
    assert live_messages(messages) == (2, 3, 4)


def test_last_turn_begins_with_what_a_person_said_not_with_results_of_tools():
    assert last_turn([user(10), answer(10), user(10), call(), result(10), call(), result(10)]) == 3
    assert last_turn([]) == 1


def test_measure_counts_compactions_that_did_not_help():
    summary = user(100, mark=SUMMARY)
    rounds = [
        answer(10, context=100_000),
        summary,
        answer(10, context=95_000),
        summary,
        answer(10, context=99_000),
    ]
    assert fill(user(10), *rounds).strikes == 2
    assert fill(user(10), *rounds[:3]).strikes == 1
    helped = [*rounds, summary, answer(10, context=30_000)]
    assert fill(user(10), *helped).strikes == 0


def test_measure_after_a_compaction_adds_the_overhead_that_readings_before_it_showed():
    old = (user(1_000), answer(500, context=30_500), user(9_000), answer(100, context=39_600))
    found = fill(*old, user(700, mark=SUMMARY), user(40))
    assert (found.overhead, found.source, found.tokens) == (29_000, "counted", 29_740)


def test_measure_calibrates_what_is_counted_by_the_growth_between_readings():
    turns = [message for n in range(1, 30) for message in (user(900), answer(100, context=5_000 + n * 1_500))]
    found = fill(*turns, user(1_000))
    assert found.calibration == pytest.approx(1.5, abs=0.01)
    assert found.tail == pytest.approx(1_500, abs=10)


def test_measure_is_not_calibrated_by_readings_that_cannot_be_compared():
    usage = {"input_tokens": 3, "output_tokens": 5, "input_token_details": {"cache_read": 150_000}}
    turns = [user(900), answer(100, context=1_000), user(900), answer(100)._replace(usage=usage)]
    assert fill(*turns, user(10)).calibration == 1
