"""What changes by itself in a text that should stay the same."""

from __future__ import annotations

import pytest

from daykeep.context.cache.volatile import find_volatile


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("It is 2026-04-06 09:30.", "a time of day"),
        ("at 2026-04-06T09:30:11Z", "a time of day"),
        ("Current time: 9:30", "a time of day"),
        ("当前时间：09:30", "a time of day"),
        ("build 1775462400", "seconds since 1970"),
        ("stamp 1775462400123", "seconds since 1970"),
        ("run 6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "a random id"),
    ],
)
def test_what_changes_with_every_call_is_found(text, what):
    assert find_volatile(f"Be brief.\n\n{text}\n")[:2] == (3, what)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Since 2026-04-06.",
        "Open from 9:30 to 17:00.",
        "Port 19792, size 1234567890 bytes",
        "deadbeef",
        "v1.6123456789",
    ],
)
def test_what_stays_is_not_found(text):
    assert find_volatile(text) is None


def test_first_one_is_told():
    assert find_volatile("id 6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n2026-04-06 09:30").what == "a random id"
