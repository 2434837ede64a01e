"""What a decider sees of a conversation."""

from __future__ import annotations

from daykeep.session.units.group import group_units
from daykeep.transcripts.messages.model import ASSISTANT, USER
from daykeep.triage.seeing.look import OUTCOME_CHARS, USER_CHARS
from daykeep.triage.seeing.see import make_state, see_units
from daykeep.triage.talk.standing import MORE
from tests.triage.talking import call, result, text, units_of, views_of


def test_a_short_turn_is_shown_whole() -> None:
    view = views_of(("Use Redis, port 6379.", "Redis it is. Shall I start?"), ("yes", "Started."))[0]
    assert (view.user, view.outcome) == ("Use Redis, port 6379.", "Redis it is. Shall I start?")
    assert not view.clipped
    assert view.coverage == 1.0
    assert view.age == 1
    assert "6379" in view.details


def test_a_long_message_keeps_both_ends_and_its_middle_shows_in_the_details() -> None:
    middle = "Never store the card number in table pay_cards. "
    said = "Hello there. " * 100 + middle + "Bye now. " * 100
    view = views_of((said, "Noted."))[0]
    assert len(view.user) <= USER_CHARS
    assert view.user.startswith("Hello there.")
    assert view.user.endswith("Bye now.")
    assert view.clipped
    assert 0 < view.coverage < 1
    assert middle.strip() in view.details
    assert "pay_cards" in view.details


def test_the_end_of_a_long_answer_is_shown() -> None:
    view = views_of(("why?", "word " * 500 + "because of the cache."))[0]
    assert len(view.outcome) <= OUTCOME_CHARS
    assert view.outcome.endswith("because of the cache.")


def test_the_question_before_a_turn_is_shown_with_it() -> None:
    views = views_of(("hi", "It costs $40. Shall I book it? Seats are few."), ("yes", "Booked."))
    assert views[1].asked_before == "Shall I book it?"


def test_calls_are_lines_with_their_outcome() -> None:
    messages = [
        text(USER, "check both"),
        call("c1", "read", {"path": "/a"}),
        result("c1", "x" * 2_000),
        call("c2", "read", {"path": "/b"}),
        result("c2", "Error: no such file", is_error=True),
        text(ASSISTANT, "One is missing."),
    ]
    view = see_units(group_units(messages))[1]
    assert "ok, 2,000 characters" in view.tools[0]
    assert "-> error" in view.tools[1]
    assert "Error: no such file" in view.details
    assert view.clipped


def test_later_use_of_a_detail_is_counted_and_common_words_are_not() -> None:
    views = views_of(
        ("order ord_91 for /common", "ok"), ("and ord_91 again /common", "ok"), *[("see /common", "ok")] * 80
    )
    assert views[0].later_references == 1
    assert views[1].later_references == 0


def test_a_repeated_turn_names_the_first_and_the_same_call_later_supersedes() -> None:
    twice = views_of(("list them", "a, b"), ("thanks", "ok"), ("list them", "a, b"))
    assert [view.duplicate_of for view in twice] == ["", "", "U1"]
    messages = []
    for number in (1, 2):
        messages += [
            text(USER, f"look {number}"),
            call(f"c{number}", "read", {"p": "/a"}),
            result(f"c{number}", f"v{number}"),
            text(ASSISTANT, "ok"),
        ]
    views = see_units(group_units(messages))
    assert [view.superseded_by for view in views] == ["", "U2", ""]


def test_how_things_stand_is_told_for_small_talk_only() -> None:
    views = views_of(
        ("book it", "Booked. Anything else?"), ("no thanks", "Bye."), ("book another at 7", "ok")
    )
    assert [view.standing for view in views] == ["", MORE, ""]


def test_units_that_did_not_change_are_not_read_again() -> None:
    units = units_of(("use Redis", "ok"), ("and port 6379", "ok"))
    seen: dict[str, object] = {}
    first = see_units(units, seen=seen)
    looks = dict(seen)
    grown = units_of(("use Redis", "ok"), ("and port 6379", "ok"), ("start it", "started"))
    again = see_units(grown, seen=seen)
    assert [seen[key] is look for key, look in looks.items()] == [True] * len(looks)
    assert [view.user for view in again[:3]] == [view.user for view in first]
    assert again == see_units(grown)


def test_looks_at_turns_that_are_gone_are_forgotten() -> None:
    seen: dict[str, object] = {}
    see_units(units_of(("a", "b"), ("c", "d")), seen=seen)
    see_units(units_of(("e", "f")), seen=seen)
    assert len(seen) == 2


def test_the_state_holds_goal_and_newest_request() -> None:
    units = units_of(("Hello!", "Hi!"), ("Build a shop.", "ok"), ("Use Redis.", "ok"), ("Add tests.", "ok"))
    state = make_state(units, see_units(units)[1:2], {"keep": "k"})
    assert (state.goal, state.request) == ("Build a shop.", "Add tests.")
    assert [view.unit_id for view in state.units] == ["U1"]
