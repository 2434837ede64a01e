"""The details of a text and their normal forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.facts import LIMIT_CHARS, find_facts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("after 1,200 ms", "after 1200ms"),
        ("on Nov 3, 2026", "on 2026-11-03"),
        ("on 3 November 2026", "2026年11月3日"),
        ("on 2026/11/03", "on 2026-11-3"),
        ("at 8:30 pm", "at 20:30"),
        ("wait 30 seconds", "wait 30s"),
        ("wait 30秒", "wait 30 s"),
        ("５００ rows", "500 rows"),
        ("commit DEADBEE1", "commit deadbee1"),
        ("costs 12.50", "costs 12.5"),
        ("45 percent", "45%"),
        ("in `src/app.py`", "in src/app.py"),
    ],
)
def test_the_same_detail_written_in_another_way_is_the_same(one: str, other: str) -> None:
    first, second = find_facts(one), find_facts(other)
    assert first._replace(names=frozenset()) == second._replace(names=frozenset())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("retries 3 times", "retries 5 times"),
        ("port 8080", "port 8081"),
        ("30 seconds", "30 minutes"),
        ("version 2.4.1", "version 2.4.2"),
        ("2026-11-03", "2026-11-30"),
        ("/var/run/a", "/var/run/b"),
        ("bob@example.com", "rob@example.com"),
        ("commit deadbee1", "commit deadbee2"),
        ("PROJ-41", "PROJ-42"),
        ("at 09:00", "at 09:30"),
        ("1.5 GB", "15 GB"),
        ("-5 degrees", "5 degrees"),
    ],
)
def test_another_detail_is_another(one: str, other: str) -> None:
    assert find_facts(one) != find_facts(other)


def test_every_kind_is_found_in_one_line() -> None:
    text = (
        "Since 2026-11-03 the Fritz Box at https://box.example/admin, mail ops@example.com, keeps `wal_mode` in "
        "/etc/box/conf.d with 5000 ms (BOX-12)"
    )
    facts = find_facts(text)
    assert facts.dates == {"2026-11-03"}
    assert facts.addresses == {"https://box.example/admin", "ops@example.com"}
    assert facts.identifiers == {"wal_mode", "box-12"}
    assert facts.paths == {"/etc/box/conf.d"}
    assert facts.numbers == {"5000ms"}
    assert facts.names == {"fritz box"}


def test_emphasis_by_capitals_is_no_identifier() -> None:
    assert not any(find_facts("NEVER push, ALWAYS ask").by_kind().values())


@given(st.text())
def test_any_text_has_facts_and_the_same_ones_again(text: str) -> None:
    assert find_facts(text) == find_facts(text)


@pytest.mark.parametrize(
    "text", ["a/" * 60_000, "1," * 60_000, "A" * 120_000, "`" * 120_000, "a-" * 60_000, "1:" * 60_000]
)
def test_a_text_beyond_the_limit_is_read_up_to_it(text: str) -> None:
    assert find_facts(text) == find_facts(text[:LIMIT_CHARS])
