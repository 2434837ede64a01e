"""A stored turn as text that can't leave its envelope: numbered lines, who said what told beside it. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.guard.inert import inert_value, neutralise
from daykeep.guard.secrets import mask_secrets
from daykeep.session.units.model import AGENT, AUTOMATIC, CALL, MEDIA, PERSON, RESULT, SYSTEM, THINKING
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.session.units.model import Part

LINE_CHARS = 200
"""A longer line counts as several, so that any part of a turn can be asked for."""
_ROLES = {PERSON: "user", AGENT: "assistant", SYSTEM: "system prompt", AUTOMATIC: "automatic message"}
_SPAN = re.compile(r"\s*([1-9]\d{0,8})\s*(?:-\s*([1-9]\d{0,8})?)?\s*")


class Row(NamedTuple):
    """One line of a turn: the number of its part, its text without the line end, and whether the line goes on in the next row."""

    part: int
    text: str
    goes_on: bool = False


class Readable(NamedTuple):
    """A turn as rows, with the role of each part by its mark, and how many secrets were masked."""

    rows: tuple[Row, ...]
    roles: dict[str, str]
    masked: int


def readable(parts: Sequence[Part], *, mask: bool = True) -> Readable:
    """The turn's parts as rows of neutralised text, without thinking; secrets masked unless ``mask`` is False.

    A part's first row begins with its mark (``[m3]``), which no text can hold by itself; its role is told in ``roles`` alone.
    """
    rows: list[Row] = []
    roles: dict[str, str] = {}
    masked = 0
    for number, part in enumerate(parts, 1):
        if part.kind == THINKING:
            continue
        text = part.text
        if mask:
            text, secrets = mask_secrets(text)
            masked += len(secrets)
        roles[f"m{number}"] = _role(part)
        said = f"[m{number}] {neutralise(text)}"
        lines = said.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        rows.extend(row for line in lines for row in _rows(number, line))
    return Readable(tuple(rows), roles, masked)


def parse_span(span: str, count: int) -> tuple[int, int]:
    """The first and the last line of ``12-40``, ``12-`` or ``12``, 1-based, inclusive; ``UsageError`` if it is none.

    >>> parse_span("", 80), parse_span("12-", 80), parse_span("3", 80)
    ((1, 80), (12, 80), (3, 3))
    """
    if not span.strip():
        return 1, count
    found = _SPAN.fullmatch(span)
    first = int(found[1]) if found else 0
    last = (int(found[2]) if found[2] else count) if found and "-" in span else first
    if found is None or last < first or first > count:
        raise UsageError(
            f'"{span[:40]}" is no span of lines of this turn', hint=f'give "12-40", up to {count}'
        )
    return first, min(last, count)


def join_rows(rows: Iterable[Row]) -> str:
    """The rows as text; a long line that was cut into rows is one line again."""
    return "".join(row.text if row.goes_on else f"{row.text}\n" for row in rows).rstrip("\n")


def fitting(rows: Sequence[Row], max_tokens: int) -> int:
    """How many of the rows, from the first on, cost no more than so many tokens."""
    left = max_tokens
    for place, row in enumerate(rows):
        left -= count_tokens(row.text) + 1
        if left < 0:
            return place
    return len(rows)


def _rows(part: int, line: str) -> Iterable[Row]:
    pieces = [line[start : start + LINE_CHARS] for start in range(0, len(line), LINE_CHARS)] or [""]
    return (Row(part, piece, place < len(pieces) - 1) for place, piece in enumerate(pieces))


def _role(part: Part) -> str:
    if part.kind in {CALL, RESULT}:
        name = inert_value(part.name) or "a tool"
        failed = ", failed" if part.is_error else ""
        return f"call of {name}" if part.kind == CALL else f"result of {name}{failed}"
    if part.kind == MEDIA:
        return f"{inert_value(part.name) or 'media'} of {_ROLES.get(part.actor, 'a tool')}"
    return _ROLES.get(part.actor, "a tool")
