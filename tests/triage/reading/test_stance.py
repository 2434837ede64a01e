"""What a text denies, in English and Chinese, and the order in which it puts things."""

from __future__ import annotations

import pytest

from daykeep.triage.reading.pairs import read_bounds, read_pairs, read_targets
from daykeep.triage.reading.stance import read_stance
from daykeep.triage.reading.tokens import stem


@pytest.mark.parametrize(
    ("text", "denied", "said"),
    [
        ("Let's go with Postgres instead of MySQL", "mysql", "postgres"),
        ("The user chose Postgres over MySQL", "mysql", "postgres"),
        ("Postgres rather than MySQL", "mysql", "postgres"),
        ("Postgres, not MySQL", "mysql", "postgres"),
        ("MySQL was rejected, Postgres taken", "mysql", "postgres"),
        ("Kubernetes is ruled out for staging", "kubernetes", ""),
        ("Don't push to main", "push", ""),
        ("User forbade pushing to main", "push", ""),
        ("no recipes with peanuts", "recipe", ""),
        ("He is allergic to peanuts", "peanuts", ""),
        ("Leave app_admin alone", "app_admin", ""),
        ("replaced Diego by Amira", "diego", ""),
        ("Diego was replaced by Amira", "diego", ""),
        ("rather fly on May 20th than on the 22nd", "22", "fly"),
        ("post at 8 am, not at noon", "noon", "08:00"),
    ],
)
def test_what_is_denied_and_what_is_said_in_english(text: str, denied: str, said: str) -> None:
    stance = read_stance(text)
    assert stem(denied) in stance.denied
    assert not said or stem(said) in stance.said - stance.denied


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("数据库用 Postgres，不要用 MySQL", "mysql"),
        ("选择 Postgres 而不是 MySQL", "mysql"),
        ("不要取消订阅", "取消"),
        ("禁止推送到 main", "推送"),
        ("女儿对花生过敏", "花生"),
        ("不用叫 Tom", "tom"),
    ],
)
def test_what_is_denied_in_chinese(text: str, denied: str) -> None:
    assert denied in read_stance(text).denied


@pytest.mark.parametrize(
    "text",
    ["预算不超过500元", "要不要部署", "没问题", "no more than 150 words", "No problem, use it", "不错"],
)
def test_words_that_only_look_like_a_denial_deny_nothing(text: str) -> None:
    assert read_stance(text).negations == ()


@pytest.mark.parametrize(
    ("text", "how", "first", "second"),
    [
        ("moved from 30 to 45 seconds", "move", "30", "45"),
        ("to Wednesday from Monday", "move", "mon", "wed"),
        ("从周一改到周三", "move", "mon", "wed"),
        ("merge #57 and then #61", "order", "#57", "#61"),
        ("#57 before #61", "order", "#57", "#61"),
        ("#61 after #57", "order", "#57", "#61"),
        ("先合并 #57，再合并 #61", "order", "#57", "#61"),
        ("replaced npm with pnpm", "move", "npm", "pnpm"),
    ],
)
def test_ordered_pairs_are_read(text: str, how: str, first: str, second: str) -> None:
    assert (how, first, second) in {tuple(pair) for pair in read_pairs(text)}


@pytest.mark.parametrize(
    "text",
    [
        "at most 150 words",
        "no more than 150 words",
        "150 words at most",
        "不超过150字",
        "150字以内",
        "up to 150",
    ],
)
def test_upper_bounds_are_told_from_lower_ones(text: str) -> None:
    assert read_bounds(text) == {"150": frozenset({"at most"})}
    assert read_bounds("at least 150") == {"150": frozenset({"at least"})}


def test_targets_of_a_change_are_read() -> None:
    assert read_targets("I moved it to Tuesday and raised it to 75%") == {"tue", "75"}
