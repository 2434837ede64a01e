"""A whole day is written at once, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from daykeep.daily.entry import Entry
from daykeep.daily.log import append_entry
from daykeep.daily.whole import create_day, render_day
from daykeep.errors import ConflictError
from daykeep.files.store import Files

AT = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
ENTRIES = [
    Entry("note", AT, "- Asked: one", "First", origin="hook", rebuilt=True),
    Entry("note", AT.replace(hour=13), "- Asked: two", "Second", origin="hook", rebuilt=True),
]


def test_day_is_what_appending_its_entries_one_by_one_gives(tmp_path: Path) -> None:
    files = Files(tmp_path)
    for entry in ENTRIES:
        append_entry(files, entry, language="en")

    assert (tmp_path / "memory" / "2026-03-10.md").read_bytes() == render_day(ENTRIES, language="en")


def test_mark_says_that_an_entry_was_rebuilt() -> None:
    assert render_day(ENTRIES[:1], language="zh").decode().split("\n")[2] == (
        "<!-- daykeep:origin origin=hook rebuilt=yes -->"
    )


def test_secret_is_masked() -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    data = render_day([Entry("note", AT, f"token {secret}", origin="hook")], language="en")

    assert secret.encode() not in data


def test_existing_log_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    path = tmp_path / "memory" / "2026-03-10.md"
    path.write_bytes(b"- Kaffee")

    with pytest.raises(ConflictError):
        create_day(Files(tmp_path), AT.date(), ENTRIES, language="en")

    assert path.read_bytes() == b"- Kaffee"
