"""When a check is due, and when it is not though the numbers look like it."""

from __future__ import annotations

from daykeep.transcripts.usage.weigh import weigh_message
from daykeep.triage.model import Commit
from daykeep.triage.trigger.trigger import LOW_SHARE, read_trigger
from tests.transcripts.usage.saying import answer, system, user


def commit(messages):
    return Commit("C", "2026-11-30T10:00:00Z", "K", "", (), messages=messages)


def look(*messages, commits=(), view=None, budget=10_000, floor=100, **more):
    seen = messages if view is None else view
    shown = sum(weigh_message(message, len) for message in seen)
    return read_trigger(messages, commits, shown=shown, budget=budget, floor=floor, count=len, **more)


def test_nothing_is_due_at_or_under_the_budget():
    found = look(system(50), user(100), answer(50, context=7_000))
    assert (found.due, found.code, found.source, found.reading) == (False, "below", "usage", 7_000)


def test_a_check_is_due_above_the_budget_and_aims_well_below_it():
    found = look(user(11_950), answer(50, context=12_000), user(300))
    assert (found.due, found.code, found.tokens) == (True, "above", 12_300)
    assert found.low == round(LOW_SHARE * 10_000)


def test_messages_since_the_reading_count():
    assert look(user(100), answer(50, context=9_900), user(300)).due


def test_without_usage_the_messages_are_counted_and_that_is_said():
    found = look(user(12_000), answer(50))
    assert (found.due, found.source, found.reading) == (True, "counted", 0)


def test_after_a_commit_the_old_reading_is_void_until_the_next_answer():
    history = (user(11_000), answer(500, context=11_500), user(200))
    view = (user(300), user(200))
    found = look(*history, commits=(commit(2),), view=view)
    assert (found.due, found.source, found.tokens) == (False, "counted", 500)
    found = look(*history, answer(100, context=800), commits=(commit(2),), view=view)
    assert (found.source, found.reading, found.due) == ("usage", 800, False)


def test_what_stood_before_the_messages_is_counted_after_a_commit_too():
    history = (user(1_000), answer(500, context=9_500), user(200), answer(2_000, context=11_700))
    found = look(*history, commits=(commit(4),), view=(user(400),))
    assert found.overhead == 8_000
    assert found.tokens == 8_400


def test_an_account_that_names_cached_tokens_as_a_part_is_not_counted_twice():
    usage = {
        "prompt_tokens": 184_704,
        "prompt_tokens_details": {"cached_tokens": 183_936},
        "completion_tokens": 0,
    }
    history = (user(180_000), answer(4_000)._replace(usage=usage))
    found = look(*history, budget=200_000, window=400_000)
    assert (found.due, found.reading) == (False, 184_704 + 4_000)


def test_a_spike_waits_for_a_reading_that_agrees():
    history = [user(90_000), answer(100, context=101_778), user(50), answer(100, context=211_034)]
    found = look(*history, budget=150_000, window=1_000_000)
    assert (found.due, found.code) == (False, "doubted")
    assert not look(*history, user(9), answer(100, context=108_228), budget=150_000, window=1_000_000).due
    assert look(*history, user(9), answer(100, context=212_000), budget=150_000, window=1_000_000).due


def test_a_reading_beyond_the_window_does_not_skip_the_check():
    found = look(user(190_000), answer(20_000, context=305_000), budget=180_000, window=200_000)
    assert (found.due, found.source) == (True, "counted")


def test_a_tiny_input_beside_a_huge_cache_is_no_reading():
    usage = {"input_tokens": 3, "output_tokens": 50, "input_token_details": {"cache_read": 150_000}}
    found = look(user(400), answer(50)._replace(usage=usage))
    assert (found.source, found.due) == ("counted", False)


def test_an_aborted_answer_is_no_reading():
    failed = answer(50, context=0)._replace(usage={"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0})
    found = look(user(11_950), answer(50, context=12_000), user(10), failed)
    assert (found.reading, found.due) == (12_000, True)


def test_where_the_floor_alone_fills_the_budget_one_message_says_so_and_nothing_is_done():
    found = look(user(200), answer(50, context=29_250), budget=27_900, floor=250)
    assert (found.due, found.code) == (False, "irreducible")
    assert "29,250" in found.why
    assert "27,900" in found.why


def test_two_commits_that_did_not_help_suspend_it_until_there_is_something_new():
    first = (user(11_900), answer(100, context=12_000))
    second = (user(20), answer(20, context=11_900))
    third = (user(20), answer(20, context=11_950))
    commits = (commit(2), commit(4))
    found = look(*first, *second, *third, commits=commits, view=third)
    assert (found.due, found.code, found.strikes) == (False, "suspended", 2)
    found = look(
        *first, *second, *third, user(2_500), answer(10, context=14_500), commits=commits, view=third
    )
    assert (found.due, found.code) == (True, "above")


def test_a_commit_that_helped_clears_the_strikes():
    first = (user(12_000), answer(100, context=12_100))
    second = (user(20), answer(20, context=5_000))
    assert look(*first, *second, commits=(commit(2),), view=second).strikes == 0


def test_a_number_that_the_caller_knows_wins():
    assert look(user(10), tokens=10_001).due
    assert look(user(20_000), tokens=9).code == "below"


def test_the_window_bounds_the_budget():
    assert look(user(7_000), answer(50, context=8_050), budget=200_000, window=8_000).due


def test_an_empty_conversation_needs_nothing():
    found = look()
    assert (found.due, found.tokens) == (False, 0)
