"""Who is spoken of in a question."""

from __future__ import annotations

import pytest

from daykeep.search.rank.question.people import find_people


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("What did Ben do for Anna?", "Ben"),
        ("What does Anna think about Ben's plan?", "Anna"),
        ("What advice did Ben give to Anna?", "Ben"),
        ("Anna's books", "Anna"),
        ("What do Anna and Ben have in common?", None),
        ("Did ben and anna meet?", None),
        ("What did Annabel say?", None),
        ("Anna和Ben去了哪里", None),
    ],
)
def test_the_subject_is_whose_doings_are_asked_for(text, subject):
    assert find_people(text, ["Anna", "Ben"]).subject == subject


def test_i_and_you_mean_the_roles_of_a_conversation_with_an_agent():
    roles = ["assistant", "user"]
    assert find_people("what did I ask for", roles).subject == "user"
    assert find_people("what did you recommend", roles).subject == "assistant"
    assert find_people("我说过什么", roles).subject == "user"
    assert find_people("what did I ask for", ["Anna"]).subject is None


def test_blank_names_are_no_names_and_a_name_may_hold_signs_of_a_pattern():
    assert find_people("what did it say", ["", " "]).named == ()
    assert find_people("what did x.y say", ["x.y", "xzy"]).named == ("x.y",)
