"""The score that a threshold of relevance can be set on."""

from __future__ import annotations

import pytest

from daykeep.session.records.finding import rate, said_by
from daykeep.session.records.model import Record

THRESHOLD = 0.5


def test_question_in_other_words_finds_its_preference():
    texts = ["User preferences: Use Feishu notifications", "The user guide", "Ports and hosts"]
    scores = rate("What are user preferences", texts)
    assert scores[0] >= THRESHOLD > scores[1] > scores[2] == 0


def test_type_of_a_record_can_be_asked_for():
    record = Record("p1", "user_preference", "Use Feishu notifications", "high")
    assert rate("What are user preferences", [said_by(record)]) == (1.0,)


@pytest.mark.parametrize(
    ("question", "text", "found"),
    [
        ("用户偏好是什么", "用户偏好：使用飞书通知", True),
        ("用户偏好是什么", "天气很好", False),
        ("which port does staging use", "The staging port is 8443", True),
        ("which port does staging use", "Drinks tea", False),
    ],
)
def test_score_tells_answers_from_other_texts(question, text, found):
    (score,) = rate(question, [text])
    assert (score >= THRESHOLD) is found


@pytest.mark.parametrize("question", ["???", "preferences"])
def test_score_is_between_0_and_1(question):
    assert all(0 <= score <= 1 for score in rate(question, ["preferences of the user", "", "x"]))
    assert rate(question, []) == ()
