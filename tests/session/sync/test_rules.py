"""Which information is promoted, and how sure that is."""

from __future__ import annotations

import pytest

from daykeep.memory.items import DECISION, FACT, PREFERENCE
from daykeep.session.options.model import Sync
from daykeep.session.records.model import Record, importance_of
from daykeep.session.sync.rules import BEST, find_candidates, judge, shared_key

DEFAULT = Sync(enabled=True, auto_promote=True, importance="high", cross_session_value=True)
GATE = 0.9


def record(kind, content="Use Feishu notifications", **fields):
    return Record("a1", kind, content, importance_of(kind), **fields)


@pytest.mark.parametrize("kind", ["user_preference", "constraint", "goal", "critical_info", "project_config"])
def test_rule_promotes_to_a_proposal_and_not_past_the_gate_by_itself(kind):
    found = judge(record(kind), DEFAULT)
    assert found is not None
    assert 0 < found.score < GATE


@pytest.mark.parametrize("kind", ["remark", "decision", "state", "progress"])
def test_what_no_rule_names_stays_in_the_session(kind):
    assert judge(record(kind), DEFAULT) is None


@pytest.mark.parametrize("kind", ["user_preference", "constraint"])
def test_confirmed_preference_or_constraint_reaches_the_gate(kind):
    found = judge(record(kind, confirmed=True), DEFAULT)
    assert found is not None
    assert GATE <= found.score <= BEST


def test_goal_of_a_session_never_reaches_the_gate():
    found = judge(record("goal", confirmed=True), DEFAULT, shared={shared_key("Use Feishu notifications")})
    assert found is not None
    assert found.score < GATE


def test_confirmation_alone_promotes():
    found = judge(record("remark", confirmed=True), DEFAULT)
    assert found is not None
    assert found.reasons == ("confirmed by the user",)


def test_value_across_sessions_counts_where_the_options_want_it():
    shared = {shared_key("use  feishu\nNotifications")}
    found = judge(record("remark"), DEFAULT, shared=shared)
    assert found is not None
    assert judge(record("remark"), DEFAULT._replace(cross_session_value=False), shared=shared) is None


def test_lower_importance_counts_where_the_options_want_it():
    found = judge(record("decision"), DEFAULT._replace(importance="medium"))
    assert found is not None
    assert judge(record("remark"), DEFAULT._replace(importance="medium")) is None


def test_superseded_information_is_never_promoted():
    assert judge(record("user_preference", confirmed=True, superseded_by="b"), DEFAULT) is None


def test_surest_comes_first():
    rows = [record("goal"), record("user_preference", confirmed=True), record("constraint")]
    assert [one.record.type for one in find_candidates(rows, DEFAULT)] == [
        "user_preference",
        "constraint",
        "goal",
    ]


@pytest.mark.parametrize(
    ("kind", "home"),
    [("user_preference", PREFERENCE), ("constraint", PREFERENCE), ("decision", DECISION), ("goal", FACT)],
)
def test_type_decides_the_kind_of_memory(kind, home):
    found = judge(record(kind, confirmed=True), DEFAULT)
    assert found is not None
    assert found.kind == home
