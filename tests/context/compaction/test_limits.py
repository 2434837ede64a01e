"""At how many tokens: who asked, for which model, and what the model takes."""

from __future__ import annotations

import pytest

from daykeep.context.compaction.claude import PERCENT, WINDOW
from daykeep.context.compaction.limits import Wanted, find_limits, find_window


def limits(wanted=None, model="", environ=None, *, is_claude_code=True):
    return find_limits(wanted or Wanted(), model=model, environ=environ or {}, is_claude_code=is_claude_code)


def test_threshold_default_is_200_000():
    assert (limits().threshold, limits().origin) == (200_000, "the default")


def test_threshold_asked_for_wins_over_everything():
    wanted = Wanted(asked=50, threshold=60, is_default=False, thresholds={"gpt-5": 70})
    assert limits(wanted, "gpt-5", {WINDOW: "300000"})[:2] == (50, "--threshold")


def test_threshold_of_the_model_wins_over_that_for_all_and_the_longest_name_fits_best():
    wanted = Wanted(threshold=60, is_default=False, thresholds={"claude": 70, "claude-opus": 80})
    assert limits(wanted, "anthropic/claude-opus-5")[:2] == (80, 'context.compaction.models."claude-opus"')
    assert limits(wanted, "claude-haiku-4-5").threshold == 70
    assert limits(wanted, "gpt-5")[:2] == (60, "context.compaction.threshold")


def test_threshold_of_claude_codes_environment_counts_for_its_conversations_alone():
    environ = {PERCENT: "50"}
    assert limits(model="claude-sonnet-4-5", environ=environ).threshold == 100_000
    assert limits(model="claude-sonnet-4-5", environ=environ, is_claude_code=False).threshold == 200_000


def test_threshold_of_a_window_set_above_200_000_holds_where_the_models_window_is_unknown():
    assert limits(model="claude-opus-9", environ={WINDOW: "500000"}).threshold == 500_000
    assert limits(model="claude-sonnet-4-5", environ={WINDOW: "500000"}).threshold == 200_000


def test_threshold_is_the_models_window_where_that_is_smaller_than_the_default():
    assert limits(model="gpt-4o", is_claude_code=False)[:3] == (128_000, "the model's window", 128_000)


def test_line_is_the_window_where_a_threshold_is_set_above_it():
    found = limits(Wanted(asked=300_000), "claude-3-5-sonnet-20241022")
    assert (found.threshold, found.line) == (300_000, 200_000)


def test_faults_of_the_environment_are_told_even_if_another_setting_wins():
    assert [code for code, _ in limits(Wanted(asked=5), environ={WINDOW: "x"}).faults] == ["window_ignored"]


@pytest.mark.parametrize(
    ("model", "window"),
    [
        ("claude-3-5-sonnet-20241022", 200_000),
        ("claude-sonnet-4-20250514", 200_000),
        ("claude-opus-4-5-20251101", 200_000),
        ("anthropic/claude-opus-4.1", 200_000),
        ("claude-sonnet-4-5[1m]", 1_000_000),
        ("claude-opus-4-7", None),
        ("claude-opus-5", None),
        ("gpt-4.1-mini", 1_047_576),
        ("gpt-5-codex", 400_000),
        ("gpt-5.6", None),
        ("gpt-4", 8_192),
        ("o3", 200_000),
        ("somebody", None),
        ("", None),
    ],
)
def test_find_window_knows_published_windows_alone(model, window):
    assert find_window(model) == window


def test_find_window_of_the_settings_wins():
    assert find_window("gpt-5-codex", {"gpt-5": 272_000}) == 272_000
