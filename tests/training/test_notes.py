"""The weights of the notes' types are what the labelled statements teach."""

from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="the train extra is not installed (scripts/train_notes installs it)")

from daykeep.memory.notes.deciding import weighing
from daykeep.memory.notes.deciding.weighing import WEIGHT_FILE, render_heads, weigh
from training.notes import SETTINGS, fit_head, load_rows, main

ROWS = load_rows()


def test_the_weights_that_ship_are_those_that_the_statements_teach():
    shipped = Path(weighing.__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8")
    assert render_heads({question: fit_head(ROWS, question) for question in SETTINGS}) == shipped


@pytest.mark.parametrize("voice", ["plain-en", "notes-zh", "observer-en"])
def test_a_voice_that_was_left_out_is_told_by_the_others(voice):
    head = fit_head([row for row in ROWS if row.voice != voice], "type")
    left = [row for row in ROWS if row.voice == voice and row.label in head.answers]
    right = [max(weigh(row.shown, head).items(), key=lambda pair: pair[1])[0] == row.label for row in left]
    assert sum(right) / len(right) >= 0.88


def test_every_voice_is_judged(capsys, monkeypatch):
    monkeypatch.setattr("training.notes.load_rows", lambda: [row for row in ROWS if row.voice in VOICES])
    monkeypatch.setattr("sys.argv", ["train_notes", "--judge"])
    assert main() == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == {"voice", "all", *VOICES} - {
        "first"
    }


VOICES = {"first", "plain-en", "notes-zh"}
