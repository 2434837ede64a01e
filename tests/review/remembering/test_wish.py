"""What somebody asks to remember is read once, before any store is looked at."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.review.remembering.wish import Wish, read_wish

MONDAY = date(2026, 4, 6)


@pytest.mark.parametrize(
    ("text", "rule", "language"),
    [
        ("记住我喜欢用 Prettier 格式化代码", "我喜欢用 Prettier 格式化代码", "zh"),
        ("Remember that I like to format code with Prettier", "I like to format code with Prettier", "en"),
    ],
)
def test_order_to_remember_decides_the_type_and_is_not_kept(text: str, rule: str, language: str) -> None:
    meant = read_wish(Wish(text), today=MONDAY, language=language)
    assert (meant.statement.rule, meant.type, meant.doubt) == (rule, "feedback", "user")
    assert "near to user" in meant.reason
    assert read_wish(Wish(rule), today=MONDAY, language=language).type == "user"


def test_how_to_apply_does_not_repeat_the_order_to_remember() -> None:
    meant = read_wish(Wish("记住：以后提交之前先跑测试"), today=MONDAY, language="zh")
    assert meant.statement.rule == "以后提交之前先跑测试"
    assert "记住" not in meant.statement.apply
