"""The decision: nothing, a warning or a compaction, and what it would do."""

from __future__ import annotations

import pytest

from daykeep.context.compaction.claude import WINDOW
from daykeep.context.compaction.diagnosis import diagnose
from daykeep.context.compaction.limits import Wanted, find_limits
from daykeep.context.compaction.plan import plan_compaction
from daykeep.transcripts.messages.model import SUMMARY
from daykeep.transcripts.usage.fill import measure
from tests.transcripts.usage.saying import answer, call, picture, result, system, user


def check(*messages, threshold=100_000, model="", environ=None, **more):
    wanted = Wanted(asked=threshold)
    limits = find_limits(wanted, model=model, environ=environ or {}, is_claude_code=True)
    fill = measure(messages, count=len, window=limits.window, **more)
    plan = plan_compaction(messages, fill, limits, count=len)
    return plan, diagnose(fill, limits, plan)


def codes(causes):
    return [cause.code for cause in causes]


@pytest.mark.parametrize(
    ("tokens", "action", "code", "over"),
    [
        (79_999, "nothing", "below", -20_001),
        (80_000, "warn", "near", -20_000),
        (99_999, "warn", "near", -1),
        (100_000, "compact", "above", 0),
        (105_300, "compact", "above", 5_300),
    ],
)
def test_plan_says_nothing_warn_or_compact_and_by_how_much(tokens, action, code, over):
    plan, _ = check(tokens=tokens)
    assert (plan.action, plan.code, plan.over) == (action, code, over)
    assert plan.would_compact == (action == "compact")


def test_overhead_above_the_line_is_said_once_and_never_compacted():
    chat = [user(40), answer(60, context=29_000)]
    plan, causes = check(*chat, threshold=27_900)
    assert (plan.action, plan.code, plan.floor) == ("warn", "irreducible", 29_000)
    assert plan.steps == ()
    assert "can't help" in plan.why
    assert codes(causes) == ["irreducible"]


def test_two_compactions_in_a_row_that_did_not_help_suspend_the_next():
    summary = user(100, mark=SUMMARY)
    rounds = [
        user(5_000), answer(10, context=100_000),
        summary, user(5_000), answer(10, context=95_000),
        summary, user(6_000), answer(10, context=99_000), user(2_500),
    ]  # fmt: skip
    plan, causes = check(*rounds)
    assert (plan.action, plan.code) == ("warn", "suspended")
    assert codes(causes)[0] == "suspended"
    grown, _ = check(*rounds, answer(10), user(20_000), answer(10), user(20))
    assert grown.code == "above"  # a fifth of the line is new
    assert "the next one comes soon" in grown.why


def test_openai_usage_does_not_count_cached_tokens_twice():
    usage = {
        "prompt_tokens": 184_704,
        "completion_tokens": 96,
        "prompt_tokens_details": {"cached_tokens": 183_936},
    }
    messages = [user(180_000), answer(96)._replace(usage=usage)]
    plan, _ = check(*messages, threshold=200_000)
    assert (plan.tokens, plan.would_compact) == (184_800, False)


def test_spike_at_a_third_of_the_window_does_not_compact():
    messages = [user(10_000), answer(100, context=101_778), user(900), answer(100, context=211_034)]
    plan, causes = check(*messages, threshold=200_000)
    assert (plan.tokens, plan.action, plan.code) == (101_778 + 1_000, "warn", "doubted")
    assert codes(causes) == ["doubted", "not_comparable"]
    assert "211,034 is not believed" in plan.why
    after, _ = check(*messages, user(900), answer(100, context=108_228), threshold=200_000)
    assert (after.tokens, after.code) == (108_228, "below")


def test_reading_beyond_the_window_is_not_believed_and_the_check_is_still_made():
    messages = [user(190_000), answer(20_000, context=305_000)]
    plan, causes = check(*messages, threshold=200_000, model="claude-3-5-sonnet")
    assert (plan.tokens, plan.would_compact) == (210_000, False)  # all of it is the open turn
    assert plan.code == "irreducible"
    assert "not_comparable" in codes(causes)
    alone, _ = check(user(90), answer(20, context=305_000), threshold=200_000, model="claude-3-5-sonnet")
    assert (alone.action, alone.code) == (
        "warn",
        "doubted",
    )  # far from full by its messages, and never "nothing"
    agreed = [user(90), answer(20, context=305_000), user(90), answer(20, context=306_000)]
    assert check(*agreed, threshold=200_000, model="claude-3-5-sonnet")[0].tokens == 306_000
    earlier = [user(150_000), answer(5_000), user(40_000), answer(20_000, context=305_000)]
    assert check(*earlier, threshold=200_000, model="claude-3-5-sonnet")[0].would_compact


def test_tiny_input_with_a_huge_cache_detail_is_not_comparable():
    usage = {"input_tokens": 3, "output_tokens": 90, "input_token_details": {"cache_read": 180_000}}
    messages = [user(20_000), answer(500, context=40_000), user(1_000), answer(90)._replace(usage=usage)]
    plan, causes = check(*messages, threshold=200_000)
    assert plan.tokens == 40_000 + 1_090
    assert "not_comparable" in codes(causes)


def test_lines_of_one_answer_count_once():
    usage = {"input_tokens": 90_000, "output_tokens": 5}
    lines = [answer(10)._replace(usage=usage, id="msg_1") for _ in range(3)]
    plan, _ = check(user(10), *lines)
    assert plan.tokens == pytest.approx(90_000, abs=40)


def test_steps_go_from_pictures_over_old_outputs_to_a_summary():
    turns = [
        user(100),
        picture(),
        *[message for _ in range(9) for message in (call(), result(6_000))],
        user(50),
    ]
    plan, _ = check(*turns, threshold=30_000, tokens=31_000)
    assert [step.action for step in plan.steps] == ["strip_images", "clear_tool_outputs"]
    assert [step.places for step in plan.steps] == [1, 6]  # the newest three results stay
    assert sum(step.frees for step in plan.steps) >= 31_000 - 0.6 * 30_000
    higher, _ = check(*turns, threshold=30_000, tokens=60_000)
    assert [step.action for step in higher.steps] == ["strip_images", "clear_tool_outputs", "summarise"]


def test_steps_stop_where_enough_is_freed():
    turns = [user(100), *[picture() for _ in range(10)], call(), result(6_000), user(50)]
    plan, _ = check(*turns, threshold=20_000, tokens=21_000)
    assert [step.action for step in plan.steps] == ["strip_images"]


def test_steps_of_words_alone_are_a_summary_that_leaves_the_last_turn():
    plan, _ = check(system(500), user(60_000), answer(40_000), user(5_000), answer(2_000))
    assert [(step.action, step.first, step.last) for step in plan.steps] == [("summarise", 2, 3)]
    assert plan.floor == 107_500 - 98_000
    assert "1 system message" in plan.protected
    assert "the last turn, from message 4 on" in plan.protected


def test_parts_that_suffice_by_themselves_are_named_from_both_ends():
    turns = [user(30_000), answer(30_000), user(30_000), answer(20_000), user(1_000)]
    plan, _ = check(*turns)
    assert [(part.kind, part.first, part.last) for part in plan.ranges] == [("up_to", 1, 1), ("from", 4, 4)]
    assert all(part.frees > plan.over for part in plan.ranges)


def test_hooks_of_a_compaction_and_what_they_can_do():
    plan, _ = check(tokens=100_000)
    assert [(hook.event, hook.matcher) for hook in plan.hooks] == [
        ("PreCompact", "auto"), ("PostCompact", "auto"), ("SessionStart", "compact"),
    ]  # fmt: skip
    assert "block" in plan.hooks[0].can
    assert "changes nothing" in plan.hooks[1].can
    assert check(tokens=10)[0].hooks == ()


def test_plan_of_no_messages_knows_no_floor():
    assert check(tokens=150_000)[0].floor is None


def test_diagnosis_below_the_threshold_names_by_how_much():
    plan, causes = check(tokens=50_000)
    assert codes(causes) == ["below"]
    assert "50,000 below the line of 100,000" in causes[0].text
    assert plan.action == "nothing"


def test_diagnosis_of_a_window_that_is_no_whole_number():
    _, causes = check(tokens=50_000, environ={WINDOW: "500k"})
    assert codes(causes) == ["below", "window_not_integer", "window_clamped"]
    assert causes[1].hint == "write the number in full, as 500000"


def test_diagnosis_turned_off():
    plan, causes = check(tokens=150_000, environ={"DISABLE_AUTO_COMPACT": "1"})
    assert (plan.action, codes(causes)) == ("warn", ["disabled"])
    assert "DISABLE_AUTO_COMPACT" in causes[0].text


def test_diagnosis_without_usage():
    _, causes = check(user(100), answer(50))
    assert codes(causes) == ["below", "no_usage"]


def test_diagnosis_threshold_above_the_models_window():
    plan, causes = check(threshold=500_000, tokens=150_000, model="claude-3-opus-20240229")
    assert "threshold_above_window" in codes(causes)
    assert plan.line == 200_000


def test_diagnosis_of_a_due_compaction_that_nothing_stops_is_empty():
    assert check(tokens=150_000)[1] == ()
