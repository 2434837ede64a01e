"""What a question asks for."""

from __future__ import annotations

import pytest

from daykeep.search.rank.question.asked import kind_of, several_wanted, what_is_expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("which port does the proxy listen on", "settings"),
        ("代理的配置在哪里", "settings"),
        ("welche Einstellung gilt", "settings"),
        ("настройки прокси", "settings"),
        ("what did we decide last time", "history"),
        ("之前讨论过什么", "history"),
        ("上次的结论", "history"),
        ("was haben wir gestern beschlossen", "history"),
        ("先週の会議", "history"),
        ("how do I rotate the logs", "knowledge"),
        ("什么是原子写", "knowledge"),
        ("warum ist das so", "knowledge"),
        ("garden hose", "other"),
        ("花园", "other"),
    ],
)
def test_the_kind_follows_the_words_in_many_languages(text, kind):
    assert kind_of(text) == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When did it break?", "time"),
        ("什么时候坏的", "time"),
        ("In which year was it built?", "time"),
        ("How long did it take?", "length"),
        ("花了多久", "length"),
        ("How many are left?", "number"),
        ("还有多少", "number"),
        ("Who called?", "name"),
        ("谁打的电话", "name"),
        ("Which city is it in?", "name"),
        ("What broke?", ""),
        ("the whole thing", ""),
    ],
)
def test_the_kind_of_answer_follows_the_question_words(text, expected):
    assert what_is_expected(text) == expected


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("What books has Anna read?", True),
        ("Which of the two tools are used?", True),
        ("How many rooms are there?", True),
        ("有哪些工具", True),
        ("When did Anna move?", False),
        ("What is the address?", False),
        ("What was the reason?", False),
    ],
)
def test_a_list_is_wanted_by_plurals_and_words_for_many(text, several):
    assert several_wanted(text) is several
