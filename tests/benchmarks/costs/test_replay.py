"""The bills of the replay, worked out by hand on a recording of three calls."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from benchmarks.costs.baselines import ClearToolUses, KeepAll, Rolling, Summary, Window
from benchmarks.costs.ours import Triage
from benchmarks.costs.replay import Recording, Step, replay
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.usage.weigh import weigh_message
from daykeep.triage.economics.prices import ANTHROPIC, NO_DISCOUNT
from tests.triage.run.desks import talk

AT = datetime(2026, 3, 10, 9, tzinfo=UTC)


def recording(weights, *, gap=10, results=()):
    """Messages of these tokens, a call before each odd one; those at ``results`` are results of tools."""
    said = []
    for place in range(len(weights)):
        if place in results:
            block = {"type": "tool_result", "tool_use_id": f"t{place}", "content": "x"}
            said.append({"role": "user", "content": [block]})
        elif place % 2:
            use = {"type": "tool_use", "id": f"t{place + 1}", "name": "read", "input": {}}
            said.append({"role": "assistant", "content": [use]})
        else:
            said.append({"role": "user", "content": f"turn {place}"})
    messages = read_conversation(json.dumps(said).encode()).messages
    messages = tuple(one._replace(at=AT + timedelta(seconds=gap * n)) for n, one in enumerate(messages))
    steps = [Step(n, place, messages[place].at, 0) for n, place in enumerate(range(1, len(weights), 2))]
    return Recording(messages, tuple(weights), tuple(steps), 100)


def test_a_warm_cache_reads_what_was_there_and_writes_what_is_new():
    bill = replay(recording([50, 10, 200, 10]), made := KeepAll(recording([50, 10, 200, 10])), ANTHROPIC)
    assert made.name == bill.name
    assert bill.written == pytest.approx(1.25 * (150 + 210))  # the first prompt, then what came
    assert bill.read == pytest.approx(0.1 * 150)
    assert (bill.largest, bill.rewrites) == (360, 0)


def test_a_pause_longer_than_the_cache_lives_writes_everything_again():
    slow = recording([50, 10, 200, 10], gap=1_000)
    assert replay(slow, KeepAll(slow), ANTHROPIC).read == 0


def test_without_a_discount_every_token_is_paid_whole():
    one = recording([50, 10, 200, 10])
    assert replay(one, KeepAll(one), NO_DISCOUNT).total == pytest.approx(150 + 360)


def test_a_result_that_is_cleared_breaks_the_prefix_behind_it():
    one = recording([50, 10, 900, 10, 900, 10, 900, 10], results={2, 4, 6})
    bill = replay(one, ClearToolUses(one, trigger=1_500, keep=1, name="clear"), ANTHROPIC)
    assert bill.rewrites == 2
    assert bill.largest < 100 + sum(one.weights[:7])


def test_rolling_stops_at_the_trigger_and_a_window_forgets():
    one = recording([50, 10, 900, 10, 900, 10, 900, 10], results={2, 4, 6})
    assert replay(one, Rolling(one, trigger=1_500), ANTHROPIC).largest <= 1_500 + 900
    plain = recording([500, 10] * 6)
    assert replay(plain, Window(plain, turns=2), ANTHROPIC).largest < 100 + 3 * 510


def test_a_summary_costs_what_is_written_for_it():
    plain = recording([500, 10] * 40)
    bill = replay(plain, Summary(plain, trigger=9_000, keep=1_000, name="summary"), ANTHROPIC)
    assert bill.policy > 0
    assert bill.largest <= 9_000 + 510


def test_the_products_own_policy_runs_its_real_checks_and_tells_how_far_predictions_were_off():
    messages = read_conversation(json.dumps(talk(20)).encode()).messages
    messages = tuple(one._replace(at=AT + timedelta(seconds=n)) for n, one in enumerate(messages))
    weights = tuple(weigh_message(message, count_tokens) for message in messages)
    places = [place for place, message in enumerate(messages) if message.role == "assistant"]
    steps = tuple(Step(n, place, messages[place].at, 10) for n, place in enumerate(places))
    one = Recording(messages, weights, steps, 0)
    ours = Triage(one, ANTHROPIC, budget=8_000)
    bill = replay(one, ours, ANTHROPIC, told=ours.tell)
    assert ours.commits >= 1
    assert bill.largest < sum(weights) / 1.5
    assert bill.rewrites >= 1
    assert 0 <= ours.error() < 0.5  # so small a view is made of notes, whose sizes are guessed
