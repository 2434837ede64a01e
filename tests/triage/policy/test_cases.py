"""The cases of a policy: a decision of a few words is never dropped."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from daykeep.triage.model import DROP, KEEP, Distribution
from daykeep.triage.policy.cases import run_policy_cases
from daykeep.triage.policy.policy import default_policy, read_policy
from daykeep.triage.protocols import DeciderLimits, TriageState
from tests.triage.policy.test_policy import WORDS
from tests.triage.talking import answer


class DropsAll:
    """A decider that is sure that everything is chatter."""

    name, version, is_local = "drops", "1", False
    limits = DeciderLimits(64)

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        return [answer(view.unit_id, drop=0.97, keep=0.03) for view in state.units]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_case_that_ships_passes(language: str) -> None:
    results = run_policy_cases(default_policy(language))
    assert [one.case for one in results if not one.passed] == []
    assert len(results) == len(default_policy(language).cases) > 10


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_short_decision_is_dropped_even_by_a_decider_that_drops_everything(language: str) -> None:
    results = run_policy_cases(default_policy(language), decider=DropsAll())
    assert [one.case for one in results if one.case.never == DROP and one.decision.final == DROP] == []
    assert any(one.decision.final == DROP for one in results)


@pytest.mark.parametrize(
    "said",
    [
        "Yes, use PostgreSQL",
        "Don't use AWS",
        "7",
        "B",
        "no",
        "ok do it",
        "stop",
        "用 PostgreSQL",
        "不要用 AWS",
        "七",
        "停",
    ],
)
@pytest.mark.parametrize("asked", ["Which one?", "I am doing it now.", ""])
def test_the_few_word_decisions_survive_whatever_was_said_before(said: str, asked: str) -> None:
    policy = read_policy(f"{WORDS}## cases\n| {asked} | {said} | drop |\n", "mine.md")
    assert run_policy_cases(policy)[0].decision.final == KEEP
    assert run_policy_cases(policy)[0].passed
