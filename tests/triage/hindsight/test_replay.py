"""Other numbers of a policy, put to the answers that are on record."""

import pytest

from daykeep.files.store import Files
from daykeep.triage.hindsight.replay import replay_policy
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.run.desk import Desk
from daykeep.triage.run.judge import survey
from tests.triage.run.desks import begin, check


@pytest.fixture
def desk(tmp_path):
    begin(tmp_path)
    made = Desk(Files(tmp_path), "s")
    assert check(tmp_path, made, must_fit=False, budget=8_000, keep_units=None, keep_tokens=None).did
    return made


def field(desk, policy):
    return survey(desk.load(), policy, budget=8_000, seen=desk.seen)


def test_the_same_numbers_decide_alike_but_for_what_economics_changed(desk):
    found = replay_policy(desk.log.units(), field(desk, default_policy()), by_rules=True)
    assert found.units > 5
    assert found.same + len(found.changed) == found.units


def test_a_gate_that_nothing_passes_keeps_everything(desk):
    policy = default_policy()._replace(gates=dict.fromkeys(default_policy().gates, 1.01))
    found = replay_policy(desk.log.units(), field(desk, policy), by_rules=True)
    assert {one.after for one in found.changed} == {"keep"}
    assert any("gate 1.01" in one.reason for one in found.changed)


def test_damaged_records_are_left_out(desk):
    broken = [{"unit_id": "U3", "probabilities": {"keep": "high"}}, {"unit_id": "U4", "probabilities": None}]
    assert replay_policy(broken, field(desk, default_policy()), by_rules=True).units == 0
