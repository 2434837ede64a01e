"""What a short message is read as."""

from __future__ import annotations

import pytest

from daykeep.triage.talk.message import LONGEST_CHARS, NOTHING, read_message


@pytest.mark.parametrize(
    "said",
    [
        "Thanks!",
        "No, that's all I need. Thank you!",
        "You've been a great help, bye.",
        "I don't need anything else right now. Thanks again.",
        "ok great, that will be everything for today",
        "Have a nice weekend!",
        "much appreciated",
        "Hi, how are you?",
        "谢谢你的帮助，再见",
        "好的，没有别的了",
    ],
)
def test_small_talk_is_read_as_social(said: str) -> None:
    talk = read_message(said)
    assert talk.is_small
    assert talk.is_social or talk.greets


@pytest.mark.parametrize(
    "said",
    [
        "Yes, use PostgreSQL",
        "Don't use AWS",
        "7",
        "B",
        "ok do it",
        "stop",
        "go ahead, thanks",
        "thanks, next one",
        "thanks, more please",
        "Thanks, I'll take it",
        "the second one, thanks",
        "thank you, keep it",
        "What else?",
        "and thanks for what?",
        "undo that, thanks",
        "not at 5, thanks",
        "用 PostgreSQL",
        "不要用 AWS",
        "谢谢，改成 9090",
        "先停下",
        "第二个，谢谢",
        "",
        "   ",
        "\ud800",
    ],
)
def test_a_message_that_says_something_is_not_small_talk(said: str) -> None:
    assert read_message(said) == NOTHING


@pytest.mark.parametrize(
    ("said", "word"),
    [("no", "declines"), ("yes", "agrees"), ("ok", "pleased"), ("不用", "declines"), ("可以", "agrees")],
)
def test_bare_answers_are_small_but_not_social(said: str, word: str) -> None:
    talk = read_message(said)
    assert talk.is_small
    assert getattr(talk, word)
    assert not talk.is_social


def test_a_negation_beside_thanks_is_a_refusal() -> None:
    assert read_message("not great, thanks").refuses


def test_a_long_message_is_never_small_talk() -> None:
    assert read_message("thanks " * (LONGEST_CHARS // 7 + 1)) == NOTHING


@pytest.mark.parametrize(
    "words", ["i really ", "you are such a ", "thats really just ", "no i really ", "have a very ", "谢"]
)
def test_a_message_that_repeats_the_words_of_small_talk_is_read_in_the_end(words: str) -> None:
    assert isinstance(read_message((words * LONGEST_CHARS)[:LONGEST_CHARS]).is_small, bool)
