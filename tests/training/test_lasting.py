"""The weights that tell lasting statements are what the labelled dialogues teach."""

from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="the train extra is not installed (scripts/train_lasting installs it)")

from daykeep.memory.notes.deciding.weighing import render_heads
from daykeep.session.extract import weighing
from daykeep.session.extract.weighing import WEIGHT_FILE
from training.dialogues import Label, Score, is_labelled, load_dialogues, score, units_of
from training.lasting import HELD_OUT, dialogue_rows, learn


def test_the_weights_that_ship_are_those_that_the_dialogues_teach():
    shipped = Path(weighing.__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8")
    assert render_heads(learn()._asdict()) == shipped


def test_the_voice_that_is_held_out_is_there_and_teaches_nothing():
    voices = {one.voice for one in load_dialogues()}
    assert voices > HELD_OUT
    rows = dialogue_rows([one for one in load_dialogues() if one.voice not in HELD_OUT])
    assert not {row.voice for row in rows} & HELD_OUT


def test_every_label_stands_in_a_message_of_the_user():
    for one in load_dialogues():
        said = [turn["text"] for turn in one.turns if turn["role"] == "user"]
        assert all(any(label.quote in text for text in said) for label in one.labels)
    assert sum(len(one.labels) for one in load_dialogues()) > 100


def test_each_label_counts_once_and_a_wrong_type_is_not_right():
    class Found:
        def __init__(self, quote, kind):
            self.quote, self.type = quote, kind

    labels = [Label(("feedback",), "never use tabs here")]
    twice = [Found("never use tabs here.", "user"), Found("never use tabs here.", "feedback")]
    assert score(twice, labels) == Score(2, 1, 0, 1)
    assert score(twice[1:], labels) == Score(1, 1, 1, 1)
    assert not is_labelled("tabs", labels[0])


def test_units_of_a_dialogue_begin_with_the_messages_of_the_user():
    one = load_dialogues()[0]
    units = units_of(one)
    assert len(units) == sum(turn["role"] == "user" for turn in one.turns)
    assert units[-1].last == len(one.turns)
