"""A statement is taken apart into rule, reason and use without losing a word of what it says."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.memory.notes.deciding import split_reason


@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("Use pnpm because the lock file is pnpm's", "Use pnpm", "the lock file is pnpm's"),
        ("please write commit messages in the imperative, because our changelog tool parses them.",
         "please write commit messages in the imperative", "our changelog tool parses them"),
        ("don't mock the database in these tests, we got burned last quarter when mocks passed and prod broke",
         "don't mock the database in these tests", "we got burned last quarter when mocks passed and prod broke"),
        ("Never log bodies, since they hold tokens", "Never log bodies", "they hold tokens"),
        ("Log to stderr so that pipes stay clean", "Log to stderr", "so that pipes stay clean"),
        ("Run the linter first, otherwise CI fails", "Run the linter first", "otherwise CI fails"),
        ("Pin the version — the new one breaks Windows", "Pin the version", "the new one breaks Windows"),
        ("Because the table is wide, never select all columns", "never select all columns", "the table is wide"),
        ("I'm colorblind, so don't use red and green", "don't use red and green", "I'm colorblind"),
        ("the reason we're ripping out the old auth is that legal flagged it", "we're ripping out the old auth", "legal flagged it"),
        ("launch moved to July because the vendor is late", "launch moved to July", "the vendor is late"),
        ("Keep the old parser since the new one breaks", "Keep the old parser", "the new one breaks"),
        ("Keep the old parser since it's faster", "Keep the old parser", "it's faster"),
        ("Shipping goes through Hamburg since the strike", "Shipping goes through Hamburg since the strike", ""),
        ("不要 mock 数据库——上次生产环境出过问题", "不要 mock 数据库", "上次生产环境出过问题"),
        ("写 SQL 的时候不允许 select *，因为表太宽", "写 SQL 的时候不允许 select *", "表太宽"),
        ("提交之前必须先过 lint，否则 CI 会挂", "提交之前必须先过 lint", "否则 CI 会挂"),
        ("换掉旧的登录中间件是因为法务觉得 token 存储不合规", "换掉旧的登录中间件", "法务觉得 token 存储不合规"),
        ("数据库迁移推迟到下个月，原因是 DBA 请假", "数据库迁移推迟到下个月", "DBA 请假"),
        ("因为海外同事也要看，所以提交信息用英文", "提交信息用英文", "海外同事也要看"),
        ("由于表太宽，不要 select *", "不要 select *", "表太宽"),
    ],
)  # fmt: skip
def test_the_reason_leaves_the_rule(text, rule, why):
    split = split_reason(text)
    assert (split.rule, split.why) == (rule, why)


@pytest.mark.parametrize(
    ("text", "apply"),
    [
        ("When I ask for a review, list the problems by severity", "When I ask for a review"),
        ("always run prettier before you commit", "before you commit"),
        ("Whenever a migration is added, run it on a copy first", "Whenever a migration is added"),
        ("avoid adding dependencies unless I say so", "unless I say so"),
        ("每次改完代码都要跑一遍测试", "每次改完代码"),
        ("解释的时候说中文", "解释的时候"),
        ("在发布之前要备份", "在发布之前"),
        ("keep answers short", ""),
        ("回复要简洁，不需要总结", ""),
    ],
)
def test_when_it_applies_is_named_and_stays_in_the_rule(text, apply):
    split = split_reason(text)
    assert (split.rule, split.apply) == (text, apply)


def test_labels_are_taken_as_they_are():
    text = "Format with Prettier.\n\n**Why:** by hand it took too long\n\n**How to apply:** after each save, and before a PR"
    assert split_reason(text) == (
        "Format with Prettier.",
        "by hand it took too long",
        "after each save, and before a PR",
    )
    assert split_reason("用 Prettier 格式化。原因：手动太慢。如何应用：保存后运行") == (
        "用 Prettier 格式化。",
        "手动太慢。",
        "保存后运行",
    )


@pytest.mark.parametrize(
    "text",
    [
        "I work here since 2019",
        "broken since Thursday",
        "I'm a backend engineer, mostly Go and Python",
        "see the page `why because of it` for more",
        "她说「因为累」",
        "因为",
        "because",
        "—— ",
        "",
    ],
)
def test_what_has_no_reason_stays_whole(text):
    assert split_reason(text) == (text, "", "")


_WORDS = st.lists(
    st.sampled_from(
        ["use", "pnpm", "because", "it", "breaks", ",", "since", "we", "so that", "otherwise", "—", "因为", "否则", "表太宽", "，", "不要", "所以",
         "when", "you", "commit", "——", "reason:", "Why:", "`because`", ".", "\n"]
    ),
    max_size=12,
)  # fmt: skip


@given(_WORDS.map(" ".join))
def test_no_word_but_the_joints_is_lost(text):
    split = split_reason(text)
    kept = f"{split.rule} {split.why} {split.apply}"
    assert set(re.findall(r"pnpm|breaks|commit|表太宽|不要|`because`", text)) <= set(
        re.findall(r"pnpm|breaks|commit|表太宽|不要|`because`", kept)
    )
    assert split.rule.strip() or not text.strip() or split == (text, "", "")
