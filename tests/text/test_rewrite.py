"""Which rewrites keep what was said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.text.rewrite import LOST, NEW, TURNED, find_changes


@pytest.mark.parametrize(
    ("original", "rewrite"),
    [
        (
            "- **Problem**: database is locked\n- **Fix**: set `busy_timeout` to 5000 ms, retries 3 times",
            "The database lock goes away with busy_timeout at 5000ms and 3 retries.",
        ),
        ("教训：超时必须设上限，默认 30 秒", "超时必须有 30秒 的上限。"),
        ("Don't deploy on Fridays", "Never deploy on Fridays."),
        ("- rule: always run `make check` before a push", "Always run make check before every push."),
        ("The user prefers German in mails", "Mails to the user are written in German."),
    ],
)
def test_a_faithful_rewrite_has_no_changes(original: str, rewrite: str) -> None:
    assert find_changes(original, rewrite) == []


@pytest.mark.parametrize(
    ("original", "rewrite", "how"),
    [
        ("retries 3 times", "It retries.", LOST),
        ("It retries", "It retries 3 times.", NEW),
        ("timeout 30s", "The timeout is 60s.", NEW),
        ("Never use the staging key", "Use the staging key.", LOST),
        ("Use the staging key", "Do not use the staging key.", NEW),
        ("Run migrations before deploys", "Run migrations after deploys.", TURNED),
        ("Enable WAL", "Disable WAL.", TURNED),
        ("不要在周五发布", "可以在周五发布", LOST),
        ("The mail goes to bob@example.com", "The mail goes to Bob.", LOST),
        ("Config is in /etc/app.toml", "The config is in /etc/app.yaml.", LOST),
        ("We chose Postgres", "On 2026-03-01 we chose Postgres.", NEW),
        ("The host is down", "Today the host of Alice is down.", NEW),
        ("Always ask first", "Ask first.", LOST),
        ("at least 8 GB", "at most 8 GB", TURNED),
    ],
)
def test_a_rewrite_that_changes_a_detail_is_caught(original: str, rewrite: str, how: str) -> None:
    assert how in {change.how for change in find_changes(original, rewrite)}


@given(st.text())
def test_a_text_is_a_faithful_rewrite_of_itself(text: str) -> None:
    assert find_changes(text, text) == []
