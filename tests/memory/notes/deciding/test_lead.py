"""The words that ask to remember are no part of what is remembered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.memory.notes.deciding.lead import without_lead


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Remember that I prefer tabs over spaces", "I prefer tabs over spaces"),
        ("remember I like Prettier", "I like Prettier"),
        ("Please remember: the staging server is at https://stage.example.com", "the staging server is at https://stage.example.com"),
        ("Could you please keep in mind that we ship on Fridays?", "we ship on Fridays?"),
        ("I want you to remember that the cache is shared", "the cache is shared"),
        ("Note: never push to main", "never push to main"),
        ("Don't forget that prod is read-only", "prod is read-only"),
        ("Remember this: use pnpm", "use pnpm"),
        ("remember never to mock the database", "never to mock the database"),
        ("记住我喜欢用 Prettier 格式化代码", "我喜欢用 Prettier 格式化代码"),
        ("请记住：以后提交之前先跑测试", "以后提交之前先跑测试"),
        ("帮我记一下，周四前冻结合并", "周四前冻结合并"),
        ("记住不要 mock 数据库", "不要 mock 数据库"),
        ("记住了，用户是前端工程师", "用户是前端工程师"),
    ],
)  # fmt: skip
def test_words_that_ask_to_remember_go(text: str, kept: str) -> None:
    assert without_lead(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "Remember to run the tests before you commit",
        "Remembering logins is off in the demo",
        "Don't forget to restart the gateway",
        "Notes live in the wiki",
        "The app can't remember that user",
        "记住密码功能下周下线",
        "记得提交前跑测试",
        "别忘了周四开会",
        "注意事项在 wiki",
        "Remember that",
        "记住：",
        "",
    ],
)
def test_what_only_begins_alike_stays(text: str) -> None:
    assert without_lead(text) == text


@given(st.text(alphabet="remb that:，：记住我 \nIx", max_size=40))
def test_nothing_but_a_beginning_ever_goes(text: str) -> None:
    kept = without_lead(text)
    assert text.endswith(kept)
    assert bool(kept.strip()) == bool(text.strip())
