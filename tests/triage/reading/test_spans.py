"""Values of a text in their normal form, English and Chinese."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.triage.reading.spans import scan


def forms(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for span in scan(text):
        found.setdefault(span.kind, []).append(span.form)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,200 ms", "1200 milliseconds"),
        ("Nov 3, 2026", "2026-11-03"),
        ("3rd of November 2026", "2026年11月3日"),
        ("5 pm", "17:00"),
        ("half past 5 in the evening", "5:30 p.m."),
        ("下午三点半", "15:30"),
        ("周五", "Friday"),
        ("20%", "20 percent"),
        ("$30", "30 dollars"),
        ("30元", "30 yuan"),
        ("3万", "30,000"),
        ("30-minute", "30分钟"),
        ("two hours", "2 h"),
        ("两个小时", "2 hours"),
        ("明天", "tomorrow"),
        ("ORD_91", "ord_91"),
        ("A3F9C21", "a3f9c21"),
        ("８０８０", "8080"),
        ("v1.2.3", "1.2.3"),
        ("10k", "10,000"),
    ],
)
def test_same_value_in_other_words_has_one_form(one: str, other: str) -> None:
    assert [span.form for span in scan(one)] == [span.form for span in scan(other)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("30 s", "30 min"),
        ("8080", "8081"),
        ("1.2", "12"),
        ("$30", "€30"),
        ("May 3", "May 13"),
        ("5 am", "5 pm"),
        ("-5", "5"),
    ],
)
def test_other_value_has_another_form(one: str, other: str) -> None:
    assert [span.form for span in scan(one)] != [span.form for span in scan(other)]


@pytest.mark.parametrize(
    ("text", "kind", "form"),
    [
        ("see PROJ-41", "identifier", "proj-41"),
        ("fixed in #123", "identifier", "#123"),
        ("id 3f2504e0-4f89-11d3-9a0c-0305e82c3301", "identifier", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"),
        ("commit 9f3ab21 is in", "identifier", "9f3ab21"),
        ("call parseArgs here", "identifier", "parseargs"),
        ("use --no-verify", "identifier", "--no-verify"),
        ("mail lena@studio-nord.com.", "address", "lena@studio-nord.com"),
        ("at https://x.io/a?b=1, today", "address", "https://x.io/a?b=1"),
        ("on 10.0.0.1:80", "address", "10.0.0.1:80"),
        ("in src/app/main.py", "path", "src/app/main.py"),
        ("edit config.yaml", "path", "config.yaml"),
        ("set MAX_RETRIES=5", "setting", "max_retries=5"),
        ("Python 3.11.4", "version", "3.11.4"),
        ("run `git push origin`", "command", "git push origin"),
        ("we met in Corte Madera", "name", "corte madera"),
        ("数据库用 Postgres", "name", "postgres"),
    ],
)
def test_value_is_of_its_kind(text: str, kind: str, form: str) -> None:
    assert form in forms(text).get(kind, [])


@pytest.mark.parametrize("text", ["and/or", "w/o that", "e.g. this", "Yes, please.", "要不要", "one of them"])
def test_plain_words_are_no_values(text: str) -> None:
    assert scan(text) == []


def test_unit_of_the_second_number_is_that_of_the_first() -> None:
    assert forms("from 30 to 45 seconds")["number"] == ["30s", "45s"]


def test_month_as_the_last_word_of_a_sentence_keeps_its_day() -> None:
    assert forms("move it back to May 23.")["date"] == ["05-23"]


def test_results_of_tools_are_read_without_words() -> None:
    assert [span.form for span in scan("Two of Monday: ord_91", prose=False)] == ["ord_91"]


@given(st.text(max_size=300))
def test_spans_lie_in_order_and_apart_for_any_text(text: str) -> None:
    spans = scan(text)
    assert all(one.text == text[one.start : one.end] for one in spans)
    assert all(first.end <= second.start for first, second in itertools.pairwise(spans))


def test_long_texts_of_one_sort_come_to_an_end() -> None:
    for piece in ("a", "1", "a_", "/a", "=", "Ab ", "9:", "月", "1,", "from ", "`a "):
        assert len(scan(piece * 100_000)) <= 200_000
