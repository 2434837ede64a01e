"""The English reduction: forms of one word meet, and short or special words stay."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.terms.english import stem


@pytest.mark.parametrize(
    "forms",
    [
        "adopt adopts adopted adopting adoption",
        "run runs running ran",
        "write writes writing wrote written",
        "hope hopes hoped hoping",
        "hop hops hopped hopping",
        "cry cries cried crying",
        "nation national nationally",
        "relate relation relational",
        "hopeful hopefully hopefulness",
        "decide decides decided deciding",
        "activate activation activator",
        "agree agreed agreeing",
        "woman women",
        "go goes going went gone",
    ],
)
def test_forms_of_a_word_share_their_stem(forms):
    assert len({stem(word) for word in forms.split()}) == 1


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sky", "sky"),
        ("dying", "die"),
        ("news", "news"),
        ("add", "add"),
        ("adding", "add"),
        ("gas", "gas"),
        ("this", "this"),
        ("kiwis", "kiwi"),
        ("caresses", "caress"),
        ("ties", "tie"),
        ("generously", "generous"),
        ("apology", "apolog"),
        ("boy", "boy"),
        ("controll", "control"),
        ("bed", "bed"),
        ("evening", "evening"),
        ("formative", "format"),
    ],
)
def test_single_words_take_the_published_steps(word, expected):
    assert stem(word) == expected


@given(st.text(alphabet=string.ascii_lowercase, min_size=1, max_size=20))
def test_any_word_keeps_a_stem(word):
    assert stem(word)
