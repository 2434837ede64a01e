"""The gates: in their order, each only milder, each logged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.model import ASSISTANT, USER
from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK, Decision, Distribution
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.protocols import UnitView
from daykeep.triage.seeing.see import see_units
from tests.triage.talking import answer, call, result, text, views_of

POLICY = default_policy()
CHATTER = ("Thanks!", "You're welcome.")


def decide(view: UnitView, said: Distribution, **changes: object) -> Decision:
    policy = POLICY._replace(**{"max_drop_share": 1.0, **changes})
    return plan_decisions([view], {view.unit_id: said}, policy, protected={}, by_rules=False)[0]


def chatter() -> UnitView:
    return views_of(("fix it", "I've fixed it."), CHATTER)[1]


def test_a_protected_unit_stays_whatever_is_suggested() -> None:
    view = chatter()
    found = plan_decisions(
        [view], {"U2": answer("U2", drop=1.0)}, POLICY, protected={"U2": "pinned"}, by_rules=True
    )[0]
    assert (found.suggested, found.final, found.reason) == (DROP, KEEP, "pinned")
    assert [gate.name for gate in found.gates] == ["protection"]


def test_an_irregular_unit_stays_under_its_own_gate() -> None:
    view = chatter()
    found = plan_decisions(
        [view], {}, POLICY, protected={"U2": "irregular:a call has no result here"}, by_rules=True
    )[0]
    assert (found.final, found.gates[0].name) == (KEEP, "structure")


def test_a_unit_about_which_nothing_was_said_is_not_decided() -> None:
    assert plan_decisions([chatter()], {}, POLICY, protected={}, by_rules=True) == ()


def test_an_unusable_answer_keeps_and_says_why() -> None:
    found = decide(chatter(), answer("U2", keep=1.0)._replace(fault="decider_truncated: cut"))
    assert (found.final, found.reason) == (KEEP, "decider_truncated: cut")


def test_chatter_is_dropped_when_every_gate_passes() -> None:
    found = decide(chatter(), answer("U2", drop=0.9, keep=0.1))
    assert found.final == DROP
    assert [(gate.name, gate.passed) for gate in found.gates] == [
        ("facts", True),
        ("probability", True),
        ("margin", True),
    ]


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        ([("go", "Which port?"), ("8080", "Okay.")], "8080"),
        ([("go", "Which database?"), ("Postgres please", "Okay.")], "answers a question"),
        ([("go", "Shall I start?"), ("ok", "Okay.")], "may answer"),
        ([("go", "Deploying now."), ("stop", "Okay.")], "stop"),
        ([("go", "I've fixed it."), ("Thanks!", "By the way, the ticket is OPS-4411.")], "OPS-4411"),
    ],
)
def test_a_fact_vetoes_a_drop_which_becomes_an_archive(turns: list[tuple[str, str]], told: str) -> None:
    found = decide(views_of(*turns)[1], answer("U2", drop=0.99, keep=0.01))
    assert found.final == ARCHIVE
    assert found.gates[0].name == "facts"
    assert told in found.gates[0].detail


def test_the_probability_gate_holds_back_a_decision_of_0_546() -> None:
    found = decide(chatter(), answer("U2", drop=0.546, keep=0.3, compress=0.154))
    assert (found.suggested, found.final) == (DROP, KEEP)
    assert "0.546" in found.reason


@pytest.mark.parametrize("action", [COMPRESS, ARCHIVE, DROP])
@pytest.mark.parametrize(("probability", "passes"), [(0.70, True), (0.6999, False)])
def test_each_action_has_its_gate(action: str, probability: float, passes: bool) -> None:
    shares = {action: probability, "keep": 1 - probability}
    found = decide(chatter(), answer("U2", **shares))
    assert found.final == (action if passes else KEEP)


def test_gating_on_confidence_asks_for_more_than_the_same_probability() -> None:
    given = answer("U2", drop=0.76, keep=0.24)
    assert decide(chatter(), given).final == DROP
    assert decide(chatter(), given, gate_on="confidence").final == KEEP
    assert decide(chatter(), answer("U2", drop=0.775, keep=0.225), gate_on="confidence").final == DROP
    assert decide(chatter(), given._replace(confidence=0.9), gate_on="confidence").final == DROP


def test_a_drop_that_is_hardly_ahead_is_archived() -> None:
    found = decide(chatter(), answer("U2", drop=0.52, keep=0.48), gates={**POLICY.gates, "drop": 0.5})
    assert (found.final, found.gates[-1].name) == (ARCHIVE, "margin")


def test_a_drop_of_what_was_not_shown_whole_is_archived() -> None:
    view = chatter()._replace(clipped=True, coverage=0.4)
    found = decide(view, answer("U2", drop=0.99, keep=0.01))
    assert (found.final, found.gates[-1].name) == (ARCHIVE, "clipped")
    assert "40%" in found.reason


def coding_view() -> UnitView:
    messages = [
        text(USER, "read it"),
        call("c1", "read", {"path": "/a"}),
        result("c1", "line\n" * 400),
        text(ASSISTANT, "read"),
    ]
    return see_units(group_units(messages))[1]


@pytest.mark.parametrize("action", [COMPRESS, ARCHIVE, DROP])
def test_a_unit_full_of_results_is_masked_instead(action: str) -> None:
    found = decide(coding_view(), answer("U1", **{action: 0.95, "keep": 0.05}))
    assert found.final == MASK
    assert found.gates[-1].name == "mask"


def test_a_unit_full_of_results_that_is_needed_stays() -> None:
    assert decide(coding_view(), answer("U1", keep=0.9, compress=0.1)).final == KEEP
    assert decide(coding_view(), answer("U1", compress=0.6, keep=0.4)).final == KEEP


def many(count: int) -> list[UnitView]:
    turns = [("fix it", "I've fixed it."), *[CHATTER] * count]
    return views_of(*turns)[1:]


def test_a_batch_without_signal_drops_nothing() -> None:
    views = many(12)
    given = {
        view.unit_id: answer(view.unit_id, drop=0.71 + at % 3 / 100, keep=0.29 - at % 3 / 100)
        for at, view in enumerate(views)
    }
    found = plan_decisions(views, given, POLICY._replace(max_drop_share=1.0), protected={}, by_rules=False)
    assert {one.final for one in found} == {ARCHIVE}
    assert "tell the turns apart" in found[0].reason
    by_rules = plan_decisions(views, given, POLICY, protected={}, by_rules=True)
    assert {one.final for one in by_rules} == {DROP}


def test_a_batch_that_keeps_nothing_is_used_for_its_order_only() -> None:
    views = many(20)
    given = {
        view.unit_id: answer(view.unit_id, keep=0.01 * at, drop=1 - 0.01 * at)
        for at, view in enumerate(views)
    }
    found = plan_decisions(views, given, POLICY._replace(max_drop_share=1.0), protected={}, by_rules=False)
    finals = [one.final for one in found]
    assert DROP not in finals
    assert finals[-1] == KEEP
    assert finals[0] == ARCHIVE
    assert finals.count(KEEP) == 10


def test_a_batch_that_compresses_nearly_all_is_no_wrong_scale() -> None:
    views = many(12)
    given_answers = {
        view.unit_id: answer(view.unit_id, compress=0.9 - at / 100, keep=0.1 + at / 100)
        for at, view in enumerate(views)
    }
    given_answers["U2"] = answer("U2", drop=0.9, keep=0.1)
    found = plan_decisions(views, given_answers, POLICY, protected={}, by_rules=False)
    assert [one.final for one in found] == [DROP] + [COMPRESS] * 11


def test_too_large_a_share_of_drops_is_archived() -> None:
    views = many(6)
    given = {view.unit_id: answer(view.unit_id, drop=0.9, keep=0.1) for view in views[:4]}
    given |= {view.unit_id: answer(view.unit_id, keep=0.9, drop=0.1) for view in views[4:]}
    found = plan_decisions(views, given, POLICY, protected={}, by_rules=False)
    assert [one.final for one in found] == [ARCHIVE] * 4 + [KEEP] * 2
    assert "50% are allowed" in found[0].reason
    fewer = {
        view.unit_id: given["U2" if at < 2 else views[5].unit_id]._replace(unit_id=view.unit_id)
        for at, view in enumerate(views)
    }
    assert [one.final for one in plan_decisions(views, fewer, POLICY, protected={}, by_rules=False)] == [
        DROP
    ] * 2 + [KEEP] * 4


def test_the_same_suggestions_give_the_same_decisions() -> None:
    views = many(5)
    given = {view.unit_id: answer(view.unit_id, drop=0.8, keep=0.2) for view in views}
    assert plan_decisions(views, given, POLICY, protected={}, by_rules=False) == plan_decisions(
        views, given, POLICY, protected={}, by_rules=False
    )


SEVERITY = {KEEP: 0, MASK: 1, COMPRESS: 2, ARCHIVE: 3, DROP: 4}


@settings(max_examples=150, deadline=None)
@given(
    weights=st.lists(st.tuples(*[st.integers(0, 9)] * 4).filter(any), min_size=1, max_size=14),
    by_rules=st.booleans(),
    gate_on=st.sampled_from(["probability", "confidence"]),
    data=st.data(),
)
def test_no_gate_makes_a_suggestion_harsher(
    weights: list[tuple[int, int, int, int]], by_rules: bool, gate_on: str, data: st.DataObject
) -> None:
    turns = st.sampled_from([CHATTER, ("Use Redis", "ok"), ("7", "Port 7."), ("tell me more", "word " * 90)])
    views = views_of(("fix it", "I've fixed it."), *[data.draw(turns) for _ in weights])[1:]
    given_answers = {}
    for view, (keep, compress, archive, drop) in zip(views, weights, strict=True):
        total = keep + compress + archive + drop
        shares = {
            "keep": keep / total,
            "compress": compress / total,
            "archive": archive / total,
            "drop": drop / total,
        }
        given_answers[view.unit_id] = answer(view.unit_id, **shares)
    policy = POLICY._replace(gate_on=gate_on)
    for one in plan_decisions(
        views, given_answers, policy, protected={views[0].unit_id: "pinned"}, by_rules=by_rules
    ):
        assert SEVERITY[one.final] <= SEVERITY[one.suggested]
        assert one.reason
        assert one.final == one.suggested or not all(gate.passed for gate in one.gates)
    assert len(views) == len(weights)
