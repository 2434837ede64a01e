"""The summary of the turns' own sentences: what it says, and what it leaves out where it would be too long."""

from daykeep.session.units.group import group_units
from daykeep.triage.checks.source import read_source
from daykeep.triage.summary.extractive import extract_summary
from daykeep.triage.summary.write import SHAPE
from tests.session.making import agent, messages_of, result, use, user

ASIDE = "I looked into the other part of the old report as well."
DECISION = "We use PostgreSQL and not MySQL for the reports."


def extract(*messages):
    units = [unit for unit in group_units(messages_of(*messages), count=len) if unit.number]
    return extract_summary({unit.id: read_source(unit.parts) for unit in units}, SHAPE)


def test_first_sentences_are_said_where_there_is_room():
    found = extract(
        user(ASIDE), agent("It is an old report. " * 40), user(DECISION), agent("So be it. " * 40)
    )
    assert found.text == f'User: "{ASIDE}"\nUser: "{DECISION}"'
    assert found.left == {}


def test_only_what_must_stand_is_said_where_it_would_be_long():
    found = extract(user(ASIDE), agent("It is an old report. " * 6), user(DECISION), agent("So be it. " * 6))
    assert ASIDE not in found.text
    assert DECISION in found.text
    assert found.left == {}


def test_turn_without_words_of_a_person_adds_nothing_and_stops_nothing():
    picture = [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}]
    work = [agent(use("t1")), user([result("t1", "a line of a log\n" * 100)]), agent("Done.")]
    found = extract(user(picture), *work, user(DECISION), agent("So be it. " * 40))
    assert found.text == f'User: "{DECISION}"'
    alone = extract(user(picture), *work)
    assert (alone.text, alone.left) == ("", {})


def test_values_that_no_sentence_names_stand_in_one_line_of_details():
    found = extract(
        user("Take the last one."),
        agent("I decided on order ord_9931 for you. " * 9),
        user(DECISION),
        agent("Good. " * 60),
    )
    assert "ord_9931" in found.text
    assert found.verdict is not None
    assert found.verdict.ok
