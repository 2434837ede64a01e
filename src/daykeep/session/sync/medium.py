"""Keeps a session's information in ``memory/sessions/<id>.md``, one bullet each, beside whatever stands there. Pure planning."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.session.history.place import check_session_id
from daykeep.text.comments import parse_mark, render_mark
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document

FOLDER = "memory/sessions"
HEADINGS = {"en": "Key information", "zh": "关键信息"}
_TITLES = {"en": "# Session {}", "zh": "# 会话 {}"}
_MARKED = ("tool", "web", "import", "hook")


class Line(NamedTuple):
    """A text to be kept, and who it came from."""

    text: str
    origin: str


class Kept(NamedTuple):
    """The file as it will be, and where each text stands in it (numbers from 1), in their order."""

    document: Document
    numbers: tuple[int, ...]
    changed: bool


def session_memory(session_id: str) -> str:
    """The name of a session's memory file."""
    return f"{FOLDER}/{check_session_id(session_id)}.md"


def plan_lines(document: Document | None, session_id: str, lines: Sequence[Line], *, language: str) -> Kept:
    """The session's memory with every text in it: those that stand there already are found, the others come under a heading.

    Every byte that was there stays; the same texts again change nothing.
    """
    name = session_memory(session_id)
    before = document if document is not None else decode(b"", name)
    there = {_said(text) for text in before.texts}
    fresh = [line for line in _unique(lines) if normalise_line(line.text) not in there]
    after = _with(before, fresh, session_id, language) if fresh else before
    numbers = {_said(text): number for number, text in reversed(list(enumerate(after.texts, 1)))}
    places = tuple(numbers.get(normalise_line(line.text), 0) for line in lines)
    return Kept(after, places, after.data != before.data)


def _unique(lines: Sequence[Line]) -> list[Line]:
    return list({normalise_line(line.text): line for line in reversed(lines)}.values())[::-1]


def _said(text: str) -> str:
    """What a line says, without a mark behind it."""
    mark = parse_mark(text)
    return normalise_line(text if mark is None else text[: mark.start])


def _with(document: Document, lines: Sequence[Line], session_id: str, language: str) -> Document:
    heading = HEADINGS.get(language, HEADINGS["en"])
    bullets = [_bullet(line) for line in lines]
    if not document.data.strip():
        title = _TITLES.get(language, _TITLES["en"]).format(session_id)
        return decode(document.insert(1, [title, "", f"## {heading}", "", *bullets]), document.name)
    texts = document.texts
    home = next((one for one in parse_sections(texts) if one.title.strip() in HEADINGS.values()), None)
    if home is None:
        gap = [] if not texts[-1].strip() else [""]
        return decode(document.insert(len(texts) + 1, [*gap, f"## {heading}", "", *bullets]), document.name)
    last = home.own_last
    while last > home.line and last > 0 and not texts[last - 1].strip():
        last -= 1
    gap = [""] if last == home.line else []
    return decode(document.insert(last + 1, [*gap, *bullets]), document.name)


def _bullet(line: Line) -> str:
    if line.origin in _MARKED:
        return f"- {line.text} {render_mark('origin', origin=line.origin)}"
    return f"- {line.text}"
