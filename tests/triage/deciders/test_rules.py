"""What the rules of this machine decide."""

from __future__ import annotations

import pytest

from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.model import ASSISTANT, USER, Message
from daykeep.triage.deciders.rules import RuleDecider, judge
from daykeep.triage.gates.gates import plan_decisions
from daykeep.triage.model import ARCHIVE, COMPRESS, DROP, KEEP, MASK
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.seeing.see import make_state, see_units
from tests.triage.talking import call, result, text, units_of, views_of

POLICY = default_policy()


def finals(messages: list[Message]) -> list[str]:
    units = [unit for unit in group_units(messages) if unit.number]
    views = see_units(units)
    answers = RuleDecider().decide(make_state(units, views, POLICY.criteria))
    decisions = plan_decisions(
        views, {one.unit_id: one for one in answers}, POLICY, protected={}, by_rules=True
    )
    return [decision.final for decision in decisions]


def talk(*turns: tuple[str, str]) -> list[Message]:
    return [message for said, told in turns for message in (text(USER, said), text(ASSISTANT, told))]


def test_the_four_turns_of_the_example() -> None:
    log = "\n".join(f"12:00:{n % 60:02d} GET /orders timeout after 30 s" for n in range(200))
    found = finals(
        talk(
            ("Hi, how are you?", "I'm fine, thanks! How can I help?"),
            ("We are building a recruitment platform on Django and PostgreSQL.", "Sounds good."),
            (f"Here is the API log:\n{log}", "It shows repeated timeouts on one endpoint."),
            ("Thanks!", "You're welcome!"),
        )
    )
    assert found[0] == DROP
    assert found[2] == COMPRESS
    assert found[3] == DROP
    assert found[1] == KEEP


def test_the_refused_poem_is_dropped_and_the_medical_question_is_not() -> None:
    found = finals(
        talk(
            ("I have a headache since Monday.", "Do you take any medicine?"),
            ("Could you write me a poem about the sea?", "I'm sorry, I only handle medical questions."),
            ("I take ibuprofen 400 mg.", "Thank you. Rest and drink water."),
        )
    )
    assert found[1] == DROP
    assert DROP not in {found[0], found[2]}


def test_a_refused_request_with_a_detail_is_kept_somewhere() -> None:
    found = finals(talk(("Order 7 boxes for acct_991", "I can't help with that here."), ("ok", "ok")))
    assert found[0] != DROP


@pytest.mark.parametrize(
    ("asked", "said", "dropped"),
    [
        ("I've booked it. Anything else?", "No, that's all. Thanks!", True),
        ("There is a room for $120 a night.", "Thanks, that's all. Bye!", False),
        ("Shall I book the room for $120?", "Thanks, that's great", False),
        ("已经预订好了。还有什么需要吗？", "没有了，谢谢", True),
        ("要现在预订吗？", "不用了，谢谢", False),
    ],
)
def test_the_same_words_are_chatter_or_an_answer_by_what_was_said_before(
    asked: str, said: str, dropped: bool
) -> None:
    found = finals(talk(("please see to it", asked), (said, "You're welcome.")))
    assert (found[1] == DROP) is dropped


def test_small_talk_whose_answer_tells_or_asks_something_is_kept() -> None:
    assert finals(talk(("go on", "Done."), ("Thanks!", "Your ticket number is 4411.")))[1] != DROP
    assert finals(talk(("go on", "Done."), ("Thanks!", "Shall I also delete the branch?")))[1] != DROP


def test_small_talk_that_started_work_is_not_dropped() -> None:
    messages = talk(("go on", "Done."))
    messages += [
        text(USER, "thanks"),
        call("c1", "read", {"p": "/a"}),
        result("c1", "x" * 900),
        text(ASSISTANT, "read"),
    ]
    assert finals(messages)[1] == MASK


def test_a_turn_of_results_is_masked_and_a_long_story_compressed() -> None:
    messages = [
        text(USER, "read it"),
        call("c1", "read", {"p": "/a"}),
        result("c1", "line\n" * 500),
        text(ASSISTANT, "ok"),
    ]
    messages += talk(("tell me about caches", "A cache is a thing that remembers. " * 120))
    assert finals(messages) == [MASK, COMPRESS]


def test_a_short_answer_is_kept_a_plain_exchange_archived_and_a_repeated_one_too() -> None:
    assert judge(views_of(("start", "Which port?"), ("9090", "Okay."))[1]).choice == KEEP
    weather = ("tell me about the weather in the mountains", "It rains there, as it does in autumn.")
    views = views_of(("start", "Fine."), weather, weather)
    assert [judge(view).choice for view in views[1:]] == [ARCHIVE, ARCHIVE]


def test_code_of_a_person_is_kept_word_for_word() -> None:
    view = views_of(("```python\nprint(1)\n```", "I see."))[0]
    assert judge(view).choice == KEEP


def test_each_distribution_adds_up_and_its_top_is_what_the_rule_says() -> None:
    units = units_of(("Hi", "Hello!"), ("Use Redis", "ok"), ("tell me more " * 200, "long " * 300))
    views = see_units(units)[1:]
    assert len(views) == 3
    for view, answer in zip(views, RuleDecider().decide(make_state(units, views, {})), strict=True):
        assert sum(answer.probabilities.values()) == pytest.approx(1.0)
        assert answer.top == judge(view).choice
        assert answer.p_top >= 0.7


def test_the_reason_of_a_decision_tells_the_rule() -> None:
    views = views_of(
        ("go on", "Done."),
        ("Thanks!", "You're welcome."),
        ("tell me a tale of the sea", "Once there was a ship."),
    )
    assert judge(views[1]).why == "small talk, and nothing waited for an answer"
    answers = {one.unit_id: one for one in RuleDecider().decide(make_state([], views, {}))}
    decided = plan_decisions(views, answers, POLICY, protected={}, by_rules=True)
    assert decided[1].reason == "suggested drop: small talk, and nothing waited for an answer"
    assert decided[2].reason.startswith("suggested archive: nothing decided")


def test_the_same_short_answer_given_twice_counts_twice() -> None:
    views = views_of(
        ("start", "Which port?"), ("9090", "Okay."), ("and the other one", "Which port?"), ("9090", "Okay.")
    )
    assert views[3].duplicate_of == "U2"
    assert judge(views[3]).choice == KEEP
