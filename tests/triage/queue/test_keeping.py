"""The queue's state on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.triage.queue.keeping import QUEUE_NAME, load_queue, parse_queue, save_queue
from daykeep.triage.queue.queue import Evaluation, QueueState

STATE = QueueState(3, {"U1": Evaluation(2, "ab12", 1), "U7": Evaluation(3, "cd34", 0)})


@pytest.fixture
def files(tmp_path: Path) -> Files:
    (tmp_path / "s1").mkdir()
    return Files(tmp_path)


def test_what_was_saved_is_loaded(files: Files) -> None:
    assert load_queue(files, "s1") == QueueState()
    save_queue(files, "s1", STATE)
    assert load_queue(files, "s1") == STATE


def test_what_others_keep_in_the_file_stays(files: Files) -> None:
    path = files.root / "s1" / QUEUE_NAME
    path.write_text('{"theirs": [1, 2]}')
    save_queue(files, "s1", STATE)
    assert json.loads(path.read_text())["theirs"] == [1, 2]
    assert load_queue(files, "s1") == STATE


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "{",
        "[1]",
        '{"checks": "x", "units": 4}',
        '{"checks": -1, "units": {"U1": [1], "U2": ["a", "b", "c"], "U3": null}}',
    ],
)
def test_a_damaged_file_means_that_every_turn_is_looked_at_anew(files: Files, damaged: str) -> None:
    (files.root / "s1" / QUEUE_NAME).write_text(damaged)
    assert load_queue(files, "s1") == QueueState()
    save_queue(files, "s1", STATE)
    assert load_queue(files, "s1") == STATE


def test_one_bad_entry_leaves_the_others() -> None:
    found = parse_queue({"checks": 2, "units": {"U1": [1, "ab", 0], "U2": [1, 2, 3]}})
    assert found == QueueState(2, {"U1": Evaluation(1, "ab", 0)})
