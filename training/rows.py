"""The labelled sections that the scorer is trained and judged on."""

from __future__ import annotations

import json
import os
import re
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

OWN_ROWS = Path(__file__).with_name("rows")
"""Sections written by hand for this project."""

NONE = "none"
OWN_PREFIX = "own-"
"""The workspaces of the own rows start with this."""
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NO_DAY = date(2026, 1, 1)


class RowLog(NamedTuple):
    """A row as the daily log it stands in: the arguments of ``extract_full`` and the lines of the row's text."""

    name: str
    day: date
    lines: list[str]
    first: int
    last: int


def load_rows(data: Path | None = None, *, own: bool = True) -> list[dict[str, Any]]:
    """All labelled rows: the judged set (``gold_dev``) first, then the training set, then the project's own.

    ``data`` is the folder that holds ``distill/``; without it ``$DAYKEEP_DATA``, and no rows of it where that is unset.
    Raises OSError if a file that should be there is not, ValueError if a line isn't a row.
    """
    root = data or (Path(os.environ["DAYKEEP_DATA"]) if os.environ.get("DAYKEEP_DATA") else None)
    paths = [root / "distill" / name for name in ("gold_dev.jsonl", "train.jsonl")] if root else []
    rows = [row for path in paths for row in _read(path, path.stem)]
    if own:
        for path in sorted(OWN_ROWS.glob("*.jsonl")):
            rows += _read(path, "own")
    return rows


def _read(path: Path, part: str) -> list[dict[str, Any]]:
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            row = json.loads(line)
            row["part"] = part
            row.setdefault("id", f"{path.stem}-{number}")
            if part == "own":
                row["workspace"] = OWN_PREFIX + str(row.get("workspace", path.stem))
            rows.append(row)
    return rows


def log_of(row: dict[str, Any]) -> RowLog:
    r"""The daily log that a row stands in: the headings above it, its own heading, its text.

    ``first`` to ``last`` are the numbers of the text's lines (1-based, inclusive).

    >>> log_of({"file": "memory/2026-01-05.md", "level": 2, "heading": "Fix", "parents": ["", "Day"], "text": "a\nb"})[2:]
    (['# Day', '## Fix', 'a', 'b'], 3, 4)
    """
    level = int(row["level"])
    parents = list(row["parents"])
    exact = len(parents) == level
    lines = [
        f"{'#' * (place if exact else min(place + 1, max(level - 1, 1)))} {parent}"
        for place, parent in enumerate(parents if exact else [parent for parent in parents if parent])
        if parent.strip() and (place or not exact)
    ]
    if row["heading"].strip():
        lines.append(f"{'#' * max(level, 1)} {row['heading']}")
    first = len(lines) + 1
    lines += row["text"].split("\n")
    name = row["file"]
    found = _DAY.search(name)
    return RowLog(name, _day(found) if found else _NO_DAY, lines, first, len(lines))


def _day(found: re.Match[str]) -> date:
    try:
        return date(*map(int, found.groups()))
    except ValueError:
        return _NO_DAY


def essential_numbers(row: dict[str, Any]) -> set[int]:
    """The numbers, in :func:`log_of`, of the lines that a reader would keep."""
    log = log_of(row)
    wanted = {line.strip() for line in row["essential"]}
    return {
        number
        for number in range(log.first, log.last + 1)
        if log.lines[number - 1].strip() in wanted and log.lines[number - 1].strip()
    }
