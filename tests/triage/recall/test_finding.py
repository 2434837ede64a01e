from __future__ import annotations

import pytest

from daykeep.triage.recall.finding import PIECE_CHARS, cut_pieces, find_turns, passages_of
from tests.triage.stored.making import talk

SAID = {
    "A1": ("Find a restaurant table for 2 at 7:30 pm on March 3rd.", "Villa Rosa has one, 408-555-1234."),
    "A2": ("I want to fly to Boston next Friday.", "United flight UA123 costs $340.50."),
    "A3": ("Use PostgreSQL, not MySQL.", "OK."),
    "A4": ("提醒我下周三下午三点在上海开会。", "好的，已设置提醒。"),
    "A5": ("The deploy failed.", "TimeoutError in src/deploy/run.py, version 1.4.2."),
    "A6": ("Thanks!", "You are welcome."),
}
PASSAGES = [
    passage for name, (one, other) in SAID.items() for passage in passages_of(name, talk(one, other)[0].parts)
]


@pytest.mark.parametrize(
    ("question", "turn"),
    [
        ("phone_number", "A1"),
        ("restaurant time", "A1"),
        ("number of people for the table", "A1"),
        ("flight number", "A2"),
        ("price", "A2"),
        ("departure city", "A2"),
        ("which database was decided", "A3"),
        ("MySQL", "A3"),
        ("会议时间", "A4"),
        ("上海", "A4"),
        ("what was the error", "A5"),
        ("version", "A5"),
        ("path of the file", "A5"),
    ],
)
def test_a_value_is_found_by_its_key(question: str, turn: str) -> None:
    assert find_turns(question, PASSAGES)[0].turn == turn


def test_nothing_is_found_for_words_that_say_nothing_about_it() -> None:
    assert find_turns("kubernetes", PASSAGES) == ()
    assert find_turns("", PASSAGES) == ()


def test_of_equal_turns_the_later_one_comes_first() -> None:
    every = [
        passage
        for name in ("A1", "A2")
        for passage in passages_of(name, talk("the same words", "ok")[0].parts)
    ]
    assert [found.turn for found in find_turns("same words", every)] == ["A2", "A1"]


def test_a_name_with_digits_is_found_among_very_many_turns() -> None:
    many = [
        passage
        for number in range(3000)
        for passage in passages_of(
            f"A{number}", talk(f"Ticket T-{number} is about the disk " + "of the box " * 12, "ok")[0].parts
        )
    ]
    assert find_turns("ticket T-77", many)[0].turn == "A77"


def test_pieces_of_a_text_are_short_and_together_the_text() -> None:
    text = "line of words\n" * 300 + "y" * 4000
    pieces = cut_pieces(text)
    assert "".join(pieces) == text
    assert max(map(len, pieces)) <= PIECE_CHARS
