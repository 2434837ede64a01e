"""The type of a statement, measured on statements that people could have written; each line of the files is one."""

from pathlib import Path

import pytest

from daykeep.memory.notes.deciding import decide_type
from daykeep.memory.notes.note import TYPES

HERE = Path(__file__).parent


def read_statements(name):
    """Pairs of type and statement; ``refused`` where no note should be made."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("我是后端工程师，主要用 Go 和 Python", "user"),
        ("我们周四前要冻结合并，移动端要发布分支", "project"),
        ("bug 跟踪用 Linear 的 INGEST 项目", "reference"),
        ("不要用 console.log，用 debug 库", "feedback"),
        ("I'm a backend engineer, mostly Go and Python", "user"),
        ("we're freezing merges Thursday, mobile is cutting a release branch", "project"),
        ("bugs are tracked in the Linear project INGEST", "reference"),
        ("Don't use console.log, use the debug library", "feedback"),
        ("用户是前端工程师，偏好 TypeScript", "user"),
        ("用户喜欢先写测试再写代码", "user"),
        ("用户使用 VS Code，快捷键偏好 vim 模式", "user"),
        ("不要 mock 数据库——上次生产环境出过问题", "feedback"),
        ("回复要简洁，不需要总结", "feedback"),
        ("不要那样做", "feedback"),
        ("这样很好", "feedback"),
        ("记住我喜欢用 Prettier 格式化代码", "feedback"),
        ("登录功能 UI 完成，API 接口进行中", "project"),
        ("周四前冻结合并，移动端发布分支", "project"),
        ("bug 跟踪：Linear 项目 INGEST", "reference"),
        ("Grafana 仪表板：grafana.internal/d/api-latency", "reference"),
    ],
)
def test_the_examples_of_the_four_types_are_told(text, kind):
    assert decide_type(text).type == kind


def test_at_least_93_of_100_labelled_statements_get_their_type():
    statements = [pair for pair in read_statements("statements.tsv") if pair[0] != "refused"]
    right = [decide_type(text).type == kind for kind, text in statements]
    assert len(statements) >= 120
    assert sum(right) / len(right) >= 0.93


def test_statements_that_no_rule_was_made_with_get_their_type_too():
    statements = [pair for pair in read_statements("held_out.tsv") if pair[0] != "refused"]
    right = [decide_type(text).type == kind for kind, text in statements]
    assert sum(right) / len(right) >= 0.93


def test_at_least_95_of_100_statements_in_all_voices_get_their_type():
    rows = [line.split("\t") for line in (HERE / "voices.tsv").read_text(encoding="utf-8").splitlines()]
    right: dict[str, list[bool]] = {}
    for voice, kind, text in rows:
        if kind in TYPES:
            right.setdefault(voice, []).append(decide_type(text).type == kind)
    told = [one for of_voice in right.values() for one in of_voice]
    assert len(told) >= 800
    assert sum(told) / len(told) >= 0.95
    assert min(sum(of_voice) / len(of_voice) for of_voice in right.values()) >= 0.9


def test_the_reason_names_the_words():
    choice = decide_type("Don't use console.log, use the debug library")
    assert "how to work" in choice.reason
    assert "Don’t" in choice.reason


def test_a_near_choice_names_the_second_type():
    choice = decide_type("I prefer small commits")
    assert {choice.type, choice.runner_up} == {"user", "feedback"}
    assert f"near to {choice.runner_up}" in choice.reason


def test_a_clear_choice_names_no_second_type():
    assert decide_type("stop summarizing what you just did").runner_up == ""


def test_what_tells_nothing_is_kept_as_what_goes_on_and_says_so():
    choice = decide_type("zzz")
    assert (choice.type, choice.score, choice.runner_up) == ("project", 0.0, "")
    assert "nothing in it" in choice.reason


def test_curly_apostrophes_are_read_like_straight_ones():
    assert decide_type("don’t use tabs").type == "feedback"
    assert decide_type("I’m a designer").type == "user"


def test_long_texts_of_hard_pieces_are_decided():
    for piece in ("I ", "use ", "我", "a-", "my x ", "no, "):
        assert decide_type(piece * 20_000).type in {"user", "feedback", "project", "reference"}


def test_the_most_telling_words_are_named_once():
    assert (
        decide_type("我是后端工程师，主要用 Go 和 Python").reason
        == "it tells who the user is (“我是后端工程师”, “主要”)"
    )
