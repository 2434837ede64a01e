"""Claude Code's own environment: what it says and what it does not mean."""

from __future__ import annotations

import pytest

from daykeep.context.compaction.claude import PERCENT, WINDOW, claude_threshold, read_claude_rules


@pytest.mark.parametrize(
    ("said", "window", "codes"),
    [
        ("", None, []),
        ("500000", 500_000, []),
        ("500k", 100_000, ["window_not_integer", "window_clamped"]),
        ("400_000", 100_000, ["window_not_integer", "window_clamped"]),
        ("99999", 100_000, ["window_clamped"]),
        ("100000", 100_000, []),
        ("1000001", 1_000_000, ["window_clamped"]),
        ("2e6", 100_000, ["window_not_integer", "window_clamped"]),
        ("200000.5", 200_000, ["window_not_integer"]),
        ("half", None, ["window_ignored"]),
        ("-5", None, ["window_ignored"]),
        ("0", None, ["window_ignored"]),
    ],
)
def test_window_takes_whole_numbers_alone_and_clamps_them(said, window, codes):
    rules = read_claude_rules({WINDOW: said})
    assert (rules.window, [code for code, _ in rules.faults]) == (window, codes)


def test_500k_reads_as_500_and_says_so():
    texts = [text for _, text in read_claude_rules({WINDOW: "500k"}).faults]
    assert "'500k' is read as 500" in texts[0]
    assert "100,000" in texts[1]


@pytest.mark.parametrize(
    ("percent", "threshold"),
    [("", 200_000), ("50", 100_000), ("95", 190_000), ("100", 200_000), ("75%", 150_000)],
)
def test_percentage_lowers_the_point(percent, threshold):
    rules = read_claude_rules({PERCENT: percent})
    assert (claude_threshold(rules, 200_000), rules.faults) == (threshold, ())


@pytest.mark.parametrize("percent", ["0", "101", "300", "-5", "half", "nan"])
def test_percentage_that_would_raise_the_point_says_nothing(percent):
    rules = read_claude_rules({PERCENT: percent})
    assert claude_threshold(rules, 200_000) == 200_000
    assert [code for code, _ in rules.faults] == ["percent_ignored"]


def test_window_never_exceeds_the_models_own():
    assert claude_threshold(read_claude_rules({WINDOW: "900000"}), 200_000) == 200_000
    assert claude_threshold(read_claude_rules({WINDOW: "500000", PERCENT: "80"}), 1_000_000) == 400_000


@pytest.mark.parametrize(
    ("environ", "name"),
    [
        ({"DISABLE_AUTO_COMPACT": "1"}, "DISABLE_AUTO_COMPACT"),
        ({"DISABLE_COMPACT": "true"}, "DISABLE_COMPACT"),
        ({"DISABLE_COMPACT": "0", "DISABLE_AUTO_COMPACT": "false"}, ""),
        ({}, ""),
    ],
)
def test_variables_that_turn_compaction_off_are_named(environ, name):
    assert read_claude_rules(environ).disabled_by == name
