"""What a passage looks like."""

from __future__ import annotations

import pytest

from daykeep.search.rank.cues import asks, find_cues


@pytest.mark.parametrize("text", ["Ready?", "**Ready?**", "准备好了吗", "好了没？", "Is it 'done?'"])
def test_a_passage_that_ends_as_a_question_asks(text):
    assert asks(text)


@pytest.mark.parametrize("text", ["Ready.", "Why? Because it rained.", ""])
def test_a_passage_that_ends_otherwise_does_not(text):
    assert not asks(text)


@pytest.mark.parametrize(
    "text", ["It was last Friday.", "Yesterday at noon", "in 1998", "于1998年成立", "昨天修好了"]
)
def test_times_are_seen_where_a_time_is_expected(text):
    assert find_cues(text, expected="time").time
    assert not find_cues(text, expected="name").time


@pytest.mark.parametrize("text", ["There are 14 of them", "three of them", "一共三个"])
def test_numbers_are_seen_where_a_number_is_expected(text):
    assert find_cues(text, expected="number").number
    assert not find_cues("none of them", expected="number").number


def test_names_count_but_not_the_first_word_the_word_i_or_the_names_of_speakers():
    assert find_cues("We flew to Lisbon").names > 0
    assert find_cues("Yesterday it rained").names == 0
    assert find_cues("so I'm here and I stay").names == 0
    assert find_cues("thanks, Ben", speakers={"Ben"}).names == 0


def test_a_speaker_means_themself_only_where_they_speak():
    assert find_cues("I sold my car").self > 0
    assert find_cues("I sold my car", spoken=False).self == 0
