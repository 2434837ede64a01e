from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.triage.recall.answer import recall
from daykeep.triage.recall.finding import is_key
from daykeep.triage.stored.store import StoredTurns
from tests.triage.stored.making import put, talk

PLACES = ("Altea", "Bergen", "Cadiz", "Delft", "Evora", "Fulda", "Ghent", "Hobart")


def bookings(root: Path, rounds: int) -> StoredTurns:
    """Many turns that each name a place, a time and a price."""
    said: list[str] = []
    for number in range(rounds):
        place = PLACES[number % len(PLACES)]
        said += [
            f"Book a table in {place} at {number % 12 + 1}:{number % 60:02d} pm, please.",
            f"Done, it costs ${number + 100}.50. Anything else?",
        ]
    return put(root, talk(*said))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("departure_time", True),
        ("price", True),
        ("phone number", True),
        ("几点", True),
        ("price of the boat", False),
        ("Villa Rosa", False),
    ],
)
def test_a_question_that_only_names_a_kind_of_value_is_a_key(question: str, expected: bool) -> None:
    assert is_key(question) is expected


@pytest.mark.parametrize("key", ["time", "price"])
def test_a_key_brings_the_value_of_every_turn_that_has_one(tmp_path: Path, key: str) -> None:
    store = bookings(tmp_path, 40)
    found = recall(store, key)
    values = [
        f"{number % 12 + 1}:{number % 60:02d}" if key == "time" else f"${number + 100}.50"
        for number in range(40)
    ]
    assert [value for value in values if value not in found.text] == []
    assert found.tokens <= 2000


def test_a_line_for_a_turn_names_its_id_and_who_said_it(tmp_path: Path) -> None:
    found = recall(bookings(tmp_path, 20), "price")
    assert "A1 assistant: Done, it costs $100.50." in found.envelope["also"]


def test_what_had_no_room_is_named(tmp_path: Path) -> None:
    found = recall(bookings(tmp_path, 100), "price", max_tokens=500)
    assert found.is_cut
    assert len(found.envelope["more"]) > 0
    assert found.tokens <= 500


def test_words_of_a_turn_bring_the_turn_itself_first(tmp_path: Path) -> None:
    found = recall(bookings(tmp_path, 8), "what did the table in Ghent cost")
    assert found.envelope["hits"][0]["id"] == "A7"
    assert "$106.50" in found.envelope["hits"][0]["text"]


def test_a_key_finds_values_among_very_many_turns_that_do_not_name_it(tmp_path: Path) -> None:
    said = [
        line
        for number in range(900)
        for line in (
            f"Tell me more of the box {number}. " + "It is a box of wood. " * 12,
            "It is large. " * 10,
        )
    ]
    said[1000:1002] = ["What is it worth?", "It is $4,321.50, all in all."]
    assert "$4,321.50" in recall(put(tmp_path, talk(*said)), "price").text
