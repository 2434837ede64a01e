"""Labelled turns from lines of JSON."""

from __future__ import annotations

import json

import pytest

from daykeep.triage.calibrate.labels import read_labels

GOOD = {"probs": {"keep": 0.1, "drop": 0.9}, "label": "drop", "tokens": 40}


def test_a_labelled_turn_is_read_and_what_is_not_given_is_supposed() -> None:
    rows, problems = read_labels(
        [json.dumps(GOOD), "", json.dumps({**GOOD, "label": "keep", "facts": False, "pinned": True})]
    )
    assert problems == []
    assert (rows[0].label, rows[0].bears_facts, rows[0].tokens, rows[0].pinned, rows[0].top) == (
        "drop",
        False,
        40,
        False,
        "drop",
    )
    assert (rows[1].bears_facts, rows[1].pinned) == (False, True)
    assert read_labels([json.dumps({**GOOD, "label": "keep"})])[0][0].bears_facts


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[1]",
        '{"label": "drop"}',
        '{"probs": {"keep": 1.0}, "label": "forget"}',
        '{"probs": {"keep": 0.5}, "label": "drop"}',
        '{"probs": {"keep": NaN, "drop": 1.0}, "label": "drop"}',
        '{"probs": {"forget": 1.0}, "label": "drop"}',
        '{"probs": {"keep": "much"}, "label": "drop"}',
        '{"probs": {"keep": 1.0}, "label": "drop", "tokens": -3}',
    ],
)
def test_a_bad_line_is_told_and_stops_nothing(line: str) -> None:
    rows, problems = read_labels([json.dumps(GOOD), line, json.dumps(GOOD)])
    assert len(rows) == 2
    assert [problem.line for problem in problems] == [2]
