"""Reading a question: its terms, the words that answer for them, and what is left out."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.rank import parse_query

TODAY = date(2026, 5, 20)


def ask(text, *names):
    return parse_query(text, today=TODAY, names=names)


def test_names_of_speakers_and_words_for_days_are_no_terms_where_others_are_left():
    query = ask("What did Anna's sister sell in April 2026?", "Anna", "Ben")
    assert query.terms == ("sister", "sell")
    assert query.people.subject == "Anna"
    assert query.span[:2] == (date(2026, 4, 1), date(2026, 4, 30))


def test_a_name_is_a_term_where_there_is_nothing_else():
    assert ask("Anna", "Anna").terms == ("anna",)


@pytest.mark.parametrize(
    "text",
    ["what happened on 19 May", "11月21日发生了什么", "what did we do yesterday", "what happened last week"],
)
def test_a_question_about_nothing_but_days_is_open(text):
    query = ask(text)
    assert query.is_open
    assert query.terms == ()


def test_a_question_with_a_subject_is_not_open_though_it_names_a_day():
    assert not ask("what happened to the printer yesterday").is_open
    assert not ask("what happened").is_open


def test_words_that_point_into_the_past_are_not_looked_for():
    assert ask("上次备份").terms == ask("备份").terms
    assert "time" not in ask("what did the office reply last time").terms


def test_words_that_only_ask_are_looked_for_faintly_unless_a_list_is_wanted():
    query = ask("How long did the backup take?")
    assert query.faint == {"long"}
    assert query.terms[-1] == "long"
    assert ask("What kinds of tea are there?").faint == frozenset()


def test_wanted_holds_the_terms_first_and_then_what_is_related_to_them_once():
    query = ask("Which pets and animals came?")
    assert query.wanted[: len(query.terms)] == query.terms
    assert len(set(query.wanted)) == len(query.wanted)
    assert "turtl" in query.wanted


@given(st.text(max_size=60))
def test_any_text_is_read_the_same_twice(text):
    assert ask(text, "Anna") == ask(text, "Anna")
