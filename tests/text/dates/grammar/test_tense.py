"""The clause around a date says whether it is past."""

import pytest

from daykeep.text.dates.grammar.tense import COMING, PAST, UNSAID, direction_of, is_habit, is_repeated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we shipped it X", PAST), ("it will ship X", COMING), ("shipped X, will be announced later", PAST), ("X: the talk", UNSAID),
        ("since X", PAST), ("decided to ship X", COMING), ("was due X", PAST), ("the deadline for it was X", PAST), ("X 发布了", PAST), ("发布了，X", UNSAID),
        ("X 要发布了", COMING), ("X 前发布", COMING), ("前端 X 发布了", PAST), ("我们刚 X 聊过", PAST), ("会议是 X", UNSAID), ("X，我们发布了", PAST),
        ("the outage X cost us a customer", PAST), ("because of a big outage in prod X", PAST), ("an outage is planned X", COMING),
        ("主要功能 X 发布了", PAST), ("X 为了", UNSAID),
    ],
)  # fmt: skip
def test_the_direction_of_a_clause(text, expected):
    place = text.index("X")
    assert direction_of(text, place, place + 1) == expected


def test_habits_are_those_of_the_sentence():
    assert is_habit("We usually ship X", 16, 17)
    assert not is_habit("We usually ship. Now X", 21, 22)
    assert is_habit("我一般 X 开会", 4, 5)


def test_a_day_of_each_time_is_told_from_one_day():
    assert is_repeated("Always start with X's log", 18, 19)
    assert not is_repeated("Never mind, X is fine", 12, 13)
    assert is_repeated("每次会话先读 X 的日志", 7, 8)
