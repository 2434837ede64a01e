"""The journal of beats."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from daykeep.files.store import Files
from daykeep.heartbeat.journal import JOURNAL, LIMIT_BYTES, Line, append_journal, read_journal

if TYPE_CHECKING:
    from pathlib import Path

AT = datetime(2026, 3, 8, 22, 0, tzinfo=UTC)


def test_lines_come_back_in_order_and_the_newest_are_given(tmp_path: Path) -> None:
    files = Files(tmp_path)
    lines = [Line(AT + timedelta(minutes=n), "info", f"beat {n} 日记") for n in range(5)]
    append_journal(files, lines[:3])
    append_journal(files, lines[3:])
    assert read_journal(files, 2) == lines[3:]
    assert read_journal(files, 50) == lines


def test_no_lines_write_nothing(tmp_path: Path) -> None:
    append_journal(Files(tmp_path), [])
    assert list(tmp_path.iterdir()) == []


def test_a_long_journal_is_cut_to_its_newest_whole_lines(tmp_path: Path) -> None:
    files = Files(tmp_path)
    text = "x" * 2000
    for n in range(0, 300, 50):
        append_journal(files, [Line(AT, "info", f"{m} {text}") for m in range(n, n + 50)])
    assert (tmp_path / JOURNAL).stat().st_size <= LIMIT_BYTES
    kept = read_journal(files, 1000)
    assert kept[-1].text.startswith("299 ")
    first = int(kept[0].text.split()[0])
    assert [int(line.text.split()[0]) for line in kept] == list(range(first, 300))


def test_damaged_lines_are_passed_over(tmp_path: Path) -> None:
    files = Files(tmp_path)
    append_journal(files, [Line(AT, "info", "good")])
    with (tmp_path / JOURNAL).open("ab") as stream:
        stream.write(b'{"at": "never", "level": "info", "text": "bad"}\n{half\n')
    assert [line.text for line in read_journal(files, 10)] == ["good"]
