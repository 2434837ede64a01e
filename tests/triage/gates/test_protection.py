"""Which turns are never touched."""

from __future__ import annotations

from daykeep.session.units.group import group_units
from daykeep.session.units.model import Unit
from daykeep.transcripts.messages.model import ASSISTANT, SYSTEM, USER
from daykeep.triage.gates.protection import IRREGULAR, find_protected
from daykeep.triage.policy.policy import default_policy
from tests.triage.talking import call, result, text, units_of

POLICY = default_policy()._replace(keep_units=1, keep_tokens=0)
TURNS = [(f"do step {number}", "done") for number in range(1, 7)]


def protected(units: list[Unit], **changes: object) -> dict[str, str]:
    return find_protected(units, POLICY._replace(**changes))


def test_system_prompt_goal_and_newest_are_protected() -> None:
    found = protected(units_of(*TURNS, system="You are kind."))
    assert set(found) == {"U0", "U1", "U6"}


def test_the_goal_may_be_given_up_by_the_policy() -> None:
    assert "U1" not in protected(units_of(*TURNS), protect_first=False)


def test_a_greeting_is_not_the_goal_but_what_follows_it_is() -> None:
    found = protected(units_of(("Hi, how are you?", "Fine!"), ("We build a shop.", "ok"), *TURNS))
    assert set(found) == {"U0", "U2", "U8"}


def test_the_newest_tokens_are_protected_beside_the_newest_turns() -> None:
    units = units_of(*TURNS)
    size = units[-1].tokens
    assert set(protected(units, keep_tokens=3 * size)) == {"U0", "U1", "U4", "U5", "U6"}


def test_a_turn_larger_than_what_is_left_of_the_tokens_is_not_protected_by_them() -> None:
    units = units_of(("goal", "ok"), ("large " * 500, "ok"), ("small", "ok"), ("newest", "ok"))
    assert "U2" not in protected(units, keep_tokens=200)
    assert "U3" in protected(units, keep_tokens=200)


def test_an_unanswered_message_is_protected() -> None:
    found = protected(units_of(*TURNS, ("and now?", "")), keep_units=0)
    assert "waits" in found["U7"]


def test_a_turn_whose_calls_do_not_fit_is_kept_with_its_reason() -> None:
    messages = [
        text(USER, "build it"),
        text(ASSISTANT, "b"),
        text(USER, "look"),
        call("c1", "read", {}),
        text(ASSISTANT, "gone"),
        text(USER, "next"),
        text(ASSISTANT, "ok"),
    ]
    found = protected(list(group_units(messages)))
    assert found["U2"].startswith(IRREGULAR)


def test_the_newest_list_of_things_to_do_is_protected_until_it_is_done() -> None:
    def conversation(status: str) -> list[Unit]:
        messages = [
            text(SYSTEM, "s"),
            text(USER, "build it"),
            text(ASSISTANT, "b"),
            text(USER, "plan"),
            call("c1", "TodoWrite", {"todos": [{"content": "x", "status": status}]}),
        ]
        messages += [
            result("c1", "ok"),
            text(ASSISTANT, "planned"),
            text(USER, "next"),
            text(ASSISTANT, "ok"),
        ]
        return list(group_units(messages))

    assert "things to do" in protected(conversation("pending"))["U2"]
    assert "U2" not in protected(conversation("completed"))


def test_pinned_turns_and_those_of_others_are_protected() -> None:
    found = find_protected(units_of(*TURNS), POLICY, pinned={"U3"}, more={"U4": "an approval waits"})
    assert found["U3"] == "pinned"
    assert found["U4"] == "an approval waits"
