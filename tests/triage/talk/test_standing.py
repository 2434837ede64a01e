"""How things stand before a message."""

from __future__ import annotations

import pytest

from daykeep.triage.talk.message import read_message
from daykeep.triage.talk.standing import (
    FURTHEST,
    MORE,
    NEUTRAL,
    OPEN,
    SETTLED,
    START,
    Standing,
    speaks_of_nothing,
)


def before_last(*turns: tuple[str, str]) -> str:
    said, replies = [one for one, _ in turns], [other for _, other in turns]
    return Standing([*said, "?"], [*replies, ""]).before(len(turns))


def test_nothing_stands_before_the_first_message() -> None:
    assert before_last() == START


def test_a_question_leaves_things_open_and_a_deed_settles_them() -> None:
    assert before_last(("book it", "At 7 pm?")) == OPEN
    assert before_last(("book it", "At 7 pm?"), ("yes", "Your table has been booked.")) == SETTLED


def test_an_offer_stays_open_while_the_person_asks_about_it() -> None:
    offer = ("find a hotel", "There is a nice one, the Argonaut.")
    assert before_last(offer, ("what is the address?", "It is 495 Jefferson Street.")) == OPEN


def test_an_order_answered_with_a_plain_statement_leaves_it_unknown() -> None:
    assert before_last(("look at the log", "It says 20 degrees.")) == NEUTRAL


def test_who_looks_for_something_and_is_told_of_one_has_been_offered_it() -> None:
    looked = ("I'm looking for a hotel in town", "Hamilton Inn costs $133 a night.")
    assert before_last(looked) == OPEN
    assert before_last(looked, ("what is the address?", "It is 495 Jefferson Street.")) == OPEN
    assert before_last(("how hot is it?", "It is 30 degrees.")) == NEUTRAL


def test_an_offer_of_more_help_is_told_apart() -> None:
    assert before_last(("book it", "Booked. Anything else?")) == MORE


def test_an_open_question_is_looked_for_no_further_than_so_many_turns_back() -> None:
    asked = ("what is the price?", "It is low.")
    offer = ("find a hotel", "There is a nice one, the Argonaut.")
    assert before_last(offer, *[asked] * (FURTHEST - 1)) == OPEN
    assert before_last(offer, *[asked] * FURTHEST) == NEUTRAL


@pytest.mark.parametrize(
    ("said", "before", "nothing"),
    [
        ("No, that's all", MORE, True),
        ("No", MORE, True),
        ("No", OPEN, False),
        ("Yes", MORE, False),
        ("Thanks, that's all", OPEN, False),
        ("Great, thanks", SETTLED, True),
        ("Great, thanks", NEUTRAL, False),
        ("Thanks", NEUTRAL, True),
        ("Great", SETTLED, False),
        ("Hello", START, True),
        ("ok", START, False),
        ("not great, thanks", SETTLED, False),
        ("Use Redis", MORE, False),
    ],
)
def test_what_was_said_before_decides_whether_small_talk_answers_something(
    said: str, before: str, nothing: bool
) -> None:
    assert speaks_of_nothing(read_message(said), before) is nothing
