"""The plain ways that search is compared with."""

from __future__ import annotations

import doctest

import pytest

from benchmarks.finding import plain
from benchmarks.finding.plain import CHINESE, DISTINCT, ENGLISH, PAIRS, PORTER, TRIGRAM, UNICODE

TALK = {3: "Ann: I was painting the boat", 5: "Ben: paint dries slowly", 9: "Ann: the weather was fine"}
PARAGRAPH = {1: "这家公司成立于一九九八年。", 2: "战国无双由两家公司合作开发。", 4: "他喜欢看书。"}


def test_examples_are_true():
    assert doctest.testmod(plain).failed == 0


@pytest.mark.parametrize("way", ENGLISH, ids=lambda way: way.name)
def test_text_that_holds_more_of_the_question_comes_first_and_others_not_at_all(way):
    assert way.make(TALK)("Who was painting a boat?")[0] == 3
    assert 9 not in way.make(TALK)("Who was painting a boat?")


def test_porter_knows_forms_of_a_word_and_grep_only_parts():
    assert PORTER.make(TALK)("painted") == [5, 3]
    assert DISTINCT.make(TALK)("painted") == []
    assert DISTINCT.make(TALK)("paint") == [3, 5]


@pytest.mark.parametrize("way", [PAIRS, TRIGRAM, DISTINCT], ids=lambda way: way.name)
def test_chinese_is_found_by_pairs_threes_and_parts(way):
    assert way in CHINESE
    assert way.make(PARAGRAPH)("《战国无双》是谁开发的？")[0] == 2


def test_chinese_is_not_found_by_an_index_of_whole_runs():
    assert UNICODE.make(PARAGRAPH)("《战国无双》是谁开发的？") == []


@pytest.mark.parametrize("way", CHINESE, ids=lambda way: way.name)
def test_question_of_signs_alone_finds_nothing(way):
    assert way.make(TALK)('"?* OR (') == []
