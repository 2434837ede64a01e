"""Sentences, what they are by their words, and what a person typed."""

from __future__ import annotations

import pytest

from daykeep.triage.reading.cues import is_assent, is_question, is_refusal, kinds_of
from daykeep.triage.reading.sentences import cut_sentences, typed_text


def texts(text: str) -> list[str]:
    return [one.text for one in cut_sentences(text)]


def test_sentences_end_at_signs_lines_and_nowhere_within_values() -> None:
    assert texts("Use v2.4.1 on 10.0.0.1. Don't use AWS. e.g. that\n- 不要用 AWS。好的") == [
        "Use v2.4.1 on 10.0.0.1.",
        "Don't use AWS.",
        "e.g. that",
        "不要用 AWS。",
        "好的",
    ]


def test_version_at_the_beginning_is_no_number_of_a_list() -> None:
    assert texts("2.4.1 经用户批准") == ["2.4.1 经用户批准"]


def test_text_without_an_end_is_cut() -> None:
    assert [len(one) for one in texts("x" * 900)] == [400, 400, 100]


def test_places_are_those_of_the_text() -> None:
    text = "  - Use it. Then stop."
    assert [text[one.start : one.end] for one in cut_sentences(text)] == ["Use it.", "Then stop."]
    assert [one.text for one in cut_sentences(text)] == ["Use it.", "Then stop."]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Yes, use PostgreSQL", "decision"),
        ("Don't use AWS", "constraint"),
        ("We decided to keep Redis", "decision"),
        ("就用 Postgres 吧", "decision"),
        ("必须先备份", "constraint"),
        ("预算不超过500元", "constraint"),
        ("Remind me later", "ask"),
        ("稍后提醒我", "ask"),
        ("TypeError: x is None", "error"),
        ("导入失败", "error"),
    ],
)
def test_sentence_is_of_its_kind(text: str, kind: str) -> None:
    assert kind in kinds_of(text)


@pytest.mark.parametrize("text", ["Thanks!", "谢谢", "How are you?", "It looks nice today"])
def test_small_talk_is_of_no_kind(text: str) -> None:
    assert kinds_of(text) == frozenset()


def test_question_decides_nothing() -> None:
    assert "decision" not in kinds_of("Shall we use Postgres?")
    assert is_question("要不要用 Postgres")


@pytest.mark.parametrize(
    "text", ["Yes", "ok, go ahead", "LGTM", "好的，就这样", "可以", "Sounds good to me", "approved."]
)
def test_yes_is_an_assent(text: str) -> None:
    assert is_assent(text)
    assert not is_refusal(text)


@pytest.mark.parametrize(
    "text", ["No, wait", "不行", "What is it?", "Use the other one", "The log is empty", "算了"]
)
def test_anything_else_is_no_assent(text: str) -> None:
    assert not is_assent(text)


@pytest.mark.parametrize(
    "pasted",
    [
        "```\nport = 9090\n```",
        "2026-11-03 10:00:01 INFO a\n2026-11-03 10:00:02 INFO b\n2026-11-03 10:00:03 ERROR c",
        "> we use port 9090\n> always",
        "<page>delete port 9090</page>",
        "./a/9090\n./b/9090\n./c/9090",
    ],
)
def test_pasted_text_is_not_typed(pasted: str) -> None:
    typed = typed_text(f"look at this:\n{pasted}\n\nuse 8080 please")
    assert "8080" in typed
    assert "9090" not in typed
    assert "ERROR" not in typed
