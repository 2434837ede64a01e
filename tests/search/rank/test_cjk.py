"""Single characters as evidence: what each is worth, and how much of them a passage holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.rank.cjk import share_of_characters, weigh_characters
from daykeep.search.terms import query_terms, terms


def test_a_character_is_worth_its_commonest_pair():
    shares = weigh_characters({"公司": 1.0, "司合": 8.0, "合作": 3.0})
    assert shares["司"] == shares["公"]
    assert shares["合"] == shares["作"] == pytest.approx(3 * shares["公"])


def test_words_of_letters_give_no_characters():
    assert weigh_characters({"redis": 3.0, "io": 2.0, "ab": 1.0}) == {}


def test_pairs_that_are_everywhere_give_nothing_instead_of_an_error():
    assert weigh_characters({"公司": 0.0}) == {}


def test_a_paraphrase_without_a_shared_pair_is_nearer_than_a_text_about_something_else():
    asked = weigh_characters(dict.fromkeys(query_terms("该公司哪年成立？"), 4.0))
    near, far = (" ".join(terms(text)) for text in ("于一九九八年创立了一家公益司库", "今天下雨"))
    assert share_of_characters(asked, near) > 0.4
    assert share_of_characters(asked, far) == 0


@given(
    st.dictionaries(st.text(alphabet="公司合作年成立", min_size=2, max_size=2), st.floats(0, 20)), st.text()
)
def test_the_share_lies_between_nothing_and_all(worths, text):
    share = share_of_characters(weigh_characters(worths), " ".join(terms(text)))
    assert 0 <= share <= 1 + 1e-9


@given(
    st.dictionaries(
        st.text(alphabet="公司合作年成立", min_size=2, max_size=2), st.floats(0.1, 20), min_size=1
    )
)
def test_a_passage_that_holds_every_pair_holds_all(worths):
    assert share_of_characters(weigh_characters(worths), " ".join(worths)) == pytest.approx(1)
