"""Logs, listings and errors made short: patterns with counts, the first and the last, what failed, what is named later."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

_LINE_CHARS = 200
_MOST_PATTERNS = 12
_HEAD = 3


@cache
def _varying() -> re.Pattern[str]:
    return re.compile(
        r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*|\d\d:\d\d:\d\d(?:[.,]\d+)?|0x[0-9a-fA-F]+|\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"
        r"|\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b|\"[^\"]{1,80}\"|'[^']{1,80}'|\d+(?:\.\d+)?"
    )


@cache
def _failing() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:error|fatal|fail(?:ed|ure)?|exception|panic|critical|denied|refused|timed? ?out)\b|错误|失败",
        re.IGNORECASE,
    )


@cache
def _codes() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:[A-Z]{1,6}\d{3,6}|E[A-Z]{3,}|HTTP \d{3}|(?:exit (?:code|status)|status|errno)[ =:]*\d+|[1-5]\d\d (?=[A-Z]))"
    )


def compress_log(text: str, limit_chars: int, wanted: Collection[str] = ()) -> str:
    r"""A log as its patterns with how often each came, its first and last line, and every error once.

    >>> compress_log("GET /a 200\nGET /b 200\nGET /a 200\nGET /a 500 error", 200).splitlines()[0]
    '4 lines'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    failing: dict[str, str] = {}
    for line in lines:
        if _failing().search(line):
            failing.setdefault(_varying().sub("#", line), line)
    patterns = Counter(_varying().sub("#", line) for line in lines)
    rows = [f"{len(lines)} lines", *_holding(lines, wanted), f"first: {lines[0]}", f"last: {lines[-1]}"]
    rows += [f"error: {line}" for line in failing.values()]
    rows += [f"{count} × {pattern}" for pattern, count in patterns.most_common(_MOST_PATTERNS) if count > 1]
    return fill_lines(rows, limit_chars)


def compress_listing(text: str, limit_chars: int, wanted: Collection[str] = ()) -> str:
    """A listing as how many lines it has, those that name what is used later, and its first ones."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    asked = list(_holding(lines, wanted))
    rows = [f"{len(lines)} lines", *asked, *(line for line in lines if line not in asked)]
    return fill_lines(rows, limit_chars)


def compress_error(
    text: str, limit_chars: int, wanted: Collection[str] = (), *, fix: str = "", resolved: bool | None = None
) -> str:
    r"""An error as its code, its first and its decisive line, what mended it, and whether it is mended.

    >>> compress_error("Traceback (most recent call last):\n  File a.py\nValueError: bad port 0", 200, fix="use 8080", resolved=True)
    'ValueError: bad port 0\nfix: use 8080\nresolved: yes'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = lines[0] if lines else ""
    telling = [
        line for line in lines if _failing().search(line) or re.match(r"[\w.]*(?:Error|Exception)\b", line)
    ]
    if first.startswith("Traceback"):
        first = lines[-1]
    codes = [code for code in dict.fromkeys(_codes().findall(text)) if code.strip() not in first]
    rows = ([", ".join(codes)] if codes else []) + [first, *_holding(lines, wanted), *telling[-_HEAD:]]
    rows += [f"fix: {fix}"] if fix else []
    rows += [f"resolved: {'yes' if resolved else 'no'}"] if resolved is not None else []
    return fill_lines(list(dict.fromkeys(rows)), limit_chars)


def _holding(lines: Iterable[str], wanted: Collection[str]) -> list[str]:
    """The lines that hold one of the wanted values."""
    return [line for line in lines if any(value in line for value in wanted)] if wanted else []


def fill_lines(rows: Iterable[str], limit_chars: int) -> str:
    """The rows that fit, each cut at two hundred characters; how many were left out is said."""
    taken: list[str] = []
    left, missing = limit_chars, 0
    for row in rows:
        line = row if len(row) <= _LINE_CHARS else f"{row[: _LINE_CHARS - 1]}…"
        if len(line) + 1 > left:
            missing += 1
            continue
        taken.append(line)
        left -= len(line) + 1
    if missing and left > _LINE_CHARS // 20:
        taken.append(f"… {missing} more")
    return "\n".join(taken)
