"""Small talk against decisions: how the figures are counted, and the goals on exchanges and dialogues."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from benchmarks.quality.chatter.exchanges import read_exchanges, score_groups
from benchmarks.quality.chatter.judge import Score, label_dialogues, score_dialogues
from benchmarks.quality.chatter.sgd import CHATTER, DECISION, OTHER, kind_of, read_dialogues
from benchmarks.quality.chatter.tables import NULLS, dialogue_tables
from daykeep.triage.calibrate.fit import measure
from daykeep.triage.deciders.learned.decide import LearnedDecider
from daykeep.triage.deciders.rules import RuleDecider


def turn(said: str, *acts: tuple[str, str, list[str]]) -> dict[str, Any]:
    actions = [{"act": act, "slot": slot, "values": values} for act, slot, values in acts]
    return {"utterance": said, "frames": [{"actions": actions}], "speaker": "USER"}


OFFER = turn("How about Luigi's?", ("OFFER", "name", ["Luigi's"]))
MORE = turn("Anything else?", ("REQ_MORE", "", []))


@pytest.mark.parametrize(
    ("said", "before", "kind"),
    [
        (turn("Thanks", ("THANK_YOU", "", [])), OFFER, CHATTER),
        (turn("No, bye", ("NEGATE", "", []), ("GOODBYE", "", [])), MORE, CHATTER),
        (turn("No, bye", ("NEGATE", "", []), ("GOODBYE", "", [])), OFFER, DECISION),
        (turn("Great, thanks", ("SELECT", "", []), ("GOODBYE", "", [])), OFFER, DECISION),
        (turn("In Oakland", ("INFORM", "city", ["Oakland"])), OFFER, DECISION),
        (turn("What is the address of it then, please?", ("REQUEST", "address", [])), OFFER, OTHER),
        (turn("I would like to eat in Oakland tonight", ("INFORM", "city", ["Oakland"])), OFFER, OTHER),
    ],
)
def test_acts_and_what_was_said_before_tell_what_a_turn_is(
    said: dict[str, Any], before: dict[str, Any], kind: str
) -> None:
    assert kind_of(said, before) == kind


def test_a_dialogue_is_scored_by_what_the_product_drops(tmp_path: Path) -> None:
    system = {"speaker": "SYSTEM"}
    turns = [
        turn("Book a table in Oakland", ("INFORM", "city", ["Oakland"])),
        {**turn("Booked. Anything else?", ("REQ_MORE", "", [])), **system},
        turn("No, that's all. Thanks!", ("NEGATE", "", []), ("THANK_YOU", "", [])),
        {**turn("Bye.", ("GOODBYE", "", [])), **system},
    ]
    path = tmp_path / "dialogues_001.json"
    path.write_text(json.dumps([{"dialogue_id": "1", "turns": turns}]))
    (tmp_path / "schema.json").write_text('[{"service_name": "x"}]')
    dialogues = read_dialogues(tmp_path.iterdir())
    tables, figures = dialogue_tables(dialogues)
    assert [row[0] for row in tables[0].rows][-4:] == list(NULLS)
    assert tables[0].rows[-3][1:] == (0.5, 1.0, 1.0, 1)
    assert {figure.name: figure.value for figure in figures}["chatter: recall, rules"] == 1.0
    score = score_dialogues(dialogues)
    assert score == Score(exchanges=2, chatter=1, dropped=1, rightly=1, decisions=1, killed=0, lost_values=0)


def test_no_decision_of_the_short_exchanges_is_dropped_and_little_chatter_kept() -> None:
    exchanges = read_exchanges()
    assert len(exchanges) >= 240
    scores = score_groups(exchanges)
    assert {group.rsplit("-", 1)[1] for group in scores} == {"en", "zh"}
    assert sum(score.killed for score in scores.values()) == 0
    assert sum(score.dropped for score in scores.values()) >= 0.9 * sum(
        score.chatter for score in scores.values()
    )


@pytest.mark.skipif("DAYKEEP_DATA" not in os.environ, reason="DAYKEEP_DATA does not name the benchmark data")
@pytest.mark.parametrize("decider", [RuleDecider(), LearnedDecider()])
def test_goals_on_annotated_dialogues(decider: RuleDecider | LearnedDecider) -> None:
    dialogues = read_dialogues((Path(os.environ["DAYKEEP_DATA"]) / "sgd").glob("dialogues_*.json"))
    score = score_dialogues(dialogues, decider=decider)
    assert score.precision >= 0.95
    assert score.recall >= 0.90
    assert score.kill_rate <= 0.005
    assert score.lost_values == 0
    assert measure(label_dialogues(dialogues, decider), "drop").ece <= 0.05
