"""The inputs of a score in words."""

import pytest

from daykeep.distill.reasons.inputs import input_in_words
from daykeep.distill.score.features import SECTION_BLOCKS, block_names


def test_every_input_of_a_section_has_words() -> None:
    names = block_names(SECTION_BLOCKS)
    assert [name for name in names if input_in_words(name) == name] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("heading:todo", "a plan in the heading"),
        ("line:scope+negation", "only, never or always and a negation in one line"),
        ("lacking:scope-done", "only, never or always without work that is done"),
        ("chain:problem>fix", "a problem, then a fix"),
        ("level:>=3", "a heading of level 3 or deeper"),
        ("shape:h_no", "no heading"),
        ("unheard:of", "unheard:of"),
    ],
)
def test_an_input_is_named_as_a_person_would(name: str, words: str) -> None:
    assert input_in_words(name) == words
