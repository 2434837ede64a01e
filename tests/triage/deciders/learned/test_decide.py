"""The learned decider."""

from __future__ import annotations

import pytest

from daykeep.triage.deciders.learned.decide import LearnedDecider
from daykeep.triage.deciders.learned.features import find_features
from daykeep.triage.deciders.learned.model import Weights, load_weights, parse_weights, render_weights
from daykeep.triage.model import DROP
from daykeep.triage.policy.cases import run_policy_cases
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.seeing.see import make_state
from tests.triage.talking import units_of, views_of


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_case_of_the_policy_passes(language: str) -> None:
    results = run_policy_cases(default_policy(language), decider=LearnedDecider())
    assert [one.case.said for one in results if not one.passed] == []


def test_the_same_words_are_likelier_chatter_once_things_are_settled() -> None:
    def drop(asked: str) -> float:
        views = views_of(("please see to it", asked), ("Great, thanks!", "You're welcome."))
        return LearnedDecider().decide(make_state(units_of(), views, {}))[1].probabilities[DROP]

    assert drop("Your table has been booked.") > 0.9
    assert drop("Shall I book it for $40?") < 0.3


def test_probabilities_add_up_and_no_word_is_a_feature() -> None:
    views = views_of(("Hi", "Hello!"), ("Use the zebra database", "ok"), ("Thanks!", "Bye."))
    for answer in LearnedDecider().decide(make_state(units_of(), views, {})):
        assert sum(answer.probabilities.values()) == pytest.approx(1.0)
    assert not any("zebra" in name for name in find_features(views[1]))


def test_weights_are_written_and_read_without_a_change() -> None:
    weights = load_weights()
    assert parse_weights(render_weights(weights)) == weights
    with pytest.raises(ValueError, match="train them again"):
        parse_weights('{"format": 99, "bias": 0, "features": {}}')


def test_extreme_sums_are_no_error() -> None:
    assert Weights(10**9, {}).probability(()) == 1.0
    assert Weights(-(10**9), {}).probability(()) == 0.0
