"""The weights of the learned decider are what the exchanges teach."""

from __future__ import annotations

from benchmarks.quality.chatter.exchanges import read_exchanges
from daykeep.triage.deciders.learned.model import render_weights
from training.triage import WEIGHTS, learn, make_rows


def test_the_shipped_weights_are_those_that_the_exchanges_teach() -> None:
    assert render_weights(learn(make_rows(read_exchanges()))) == WEIGHTS.read_text(encoding="utf-8")


def test_a_feature_that_tells_chatter_gets_a_weight_of_its_sign() -> None:
    weights = learn(make_rows(read_exchanges()))
    assert weights.features["social"] > 0 > weights.features["decides"]
    assert weights.features["before=open"] < 0 < weights.features["before=settled,thanks"]
