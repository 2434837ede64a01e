"""A recording answers what was recorded, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from daykeep.errors import ModelError
from daykeep.triage.deciders.asking.checked import CheckedDecider
from daykeep.triage.deciders.replay import RecordingAsking, ReplayAsking, read_recording
from tests.triage.deciders.asking.test_checked import Model, state


def test_a_recorded_check_is_replayed_without_the_model_and_holds_no_text() -> None:
    kept: list[str] = []

    def keep(record: Any) -> None:
        kept.append(json.dumps(record))

    first = CheckedDecider(RecordingAsking(Model(questions=4), keep)).decide(state(7))
    assert len(kept) == 3
    assert not any("do step" in line for line in kept)
    recorded = read_recording([*kept, "", "no json", '{"key": "x"}'])
    assert [line for line, _ in recorded.problems] == [5, 6]
    again = CheckedDecider(ReplayAsking(recorded.replies, limits=Model(questions=4).limits)).decide(state(7))
    assert [one.probabilities for one in again] == [one.probabilities for one in first]


def test_a_request_that_was_not_recorded_is_an_error() -> None:
    with pytest.raises(ModelError, match="record it anew"):
        CheckedDecider(ReplayAsking({})).decide(state(1))
