"""The lexicon of words that answer for others."""

from __future__ import annotations

from pathlib import Path

import daykeep.search.rank.question.related as related
from daykeep.search.terms import terms

LEXICON = Path(related.__file__).with_name("related.txt")


def test_a_kind_is_answered_by_its_members_but_a_member_not_by_its_kind_or_its_siblings():
    [pet, turtle, hamster] = terms("pet turtle hamster")
    assert turtle in related.related_to(pet).kinds
    assert related.related_to(turtle) is None
    assert related.related_to(hamster) is None


def test_words_of_one_meaning_answer_for_each_other():
    [vacation, holiday] = terms("vacation holiday")
    assert holiday in related.related_to(vacation).equals | related.related_to(vacation).kinds
    assert vacation in related.related_to(holiday).equals


def test_no_term_answers_for_itself_twice():
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
        for head in terms(line.partition("|")[0]) if line and not line.startswith("#") else ():
            relation = related.related_to(head)
            if relation is not None:
                assert head not in relation.kinds | relation.equals
                assert not relation.kinds & relation.equals


def test_every_head_begins_as_its_terms_do():
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            for head in filter(str.isalpha, line.removeprefix("=").partition("|")[0].split()):
                assert {term[: related.ALIKE] for term in terms(head)} == {head[: related.ALIKE]}, head


def test_every_head_of_the_lexicon_leads_to_its_line():
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            heads, _, members = line.removeprefix("=").partition("|")
            for head in terms(heads):
                relation = related.related_to(head) or related.Relation()
                assert {*terms(heads), *terms(members)} - {head} <= relation.kinds | relation.equals, line


def test_every_line_of_the_lexicon_is_of_one_of_the_two_forms():
    lines = [
        line for line in LEXICON.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    assert len(lines) > 80
    for line in lines:
        assert line.startswith("= ") or line.count(" | ") == 1, line
        assert len(line.split()) >= 3, line
