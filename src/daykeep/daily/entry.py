"""An entry of the log as text: in the log's own style, closed in itself, with its origin where that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.closing import close_text
from daykeep.daily.style import LIST, NEW, TODOS, Style, detect_style
from daykeep.daily.words import DAY_TITLES, DONE_MARK, HEADING_COLONS, HEADINGS, LABELS
from daykeep.text.comments import render_end, render_mark

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.files.store import Tail

MARKED_ORIGINS = frozenset({"tool", "web", "import", "hook"})
"""Origins whose entries stand in marks; the log's own writers, ``user`` and ``agent``, stay unmarked."""

LIST_CHARS = 240
"""Longest text that goes into a list of one-line entries."""

_HEADED_KINDS = frozenset({"problem", "lesson", "decision"})


class Entry(NamedTuple):
    r"""One thing to log. ``at`` is the user's local time; texts use ``\n`` and have passed the door.

    ``problem``, ``fix`` and ``lesson`` make a pair, with or without ``text``. ``rebuilt``: told afterwards, from a
    conversation; its mark says so, if its origin is marked.
    """

    kind: str
    at: datetime
    text: str = ""
    title: str = ""
    problem: str = ""
    fix: str = ""
    lesson: str = ""
    tags: tuple[str, ...] = ()
    origin: str = "agent"
    rebuilt: bool = False


class Rendered(NamedTuple):
    """Bytes to append: ``lead_lines`` lines that lead to the entry, and the ``entry_lines`` of the entry itself."""

    data: bytes
    lead_lines: int
    entry_lines: int


def render_entry(entry: Entry, tail: Tail, *, language: str) -> Rendered:
    """Render ``entry`` for the end of the log that ends in ``tail``, beginning with the title in a new log.

    The text stands in it as given, line by line; a code fence or comment left open in it is closed. In a list item
    (a todo, a labelled field) the lines after the first are indented by two.
    """
    style = detect_style(tail, language=language)
    lines = _compose(entry, style)
    if entry.origin in MARKED_ORIGINS:
        told = {"rebuilt": "yes"} if entry.rebuilt else {}
        lines = [render_mark("origin", origin=entry.origin, **told), *lines, render_end("origin")]
    lead: list[str] = []
    if tail.size == 0:
        lead = [DAY_TITLES[style.language].format(day=entry.at.date().isoformat()), ""]
    elif not style.gap and _needs_gap(lines, style):
        lead = [""]
    if tail.tail.endswith(b"\r"):
        lead.insert(0, "")  # the first LF only completes that line's end
    text = "".join(f"{line}{style.newline}" for line in (*lead, *lines))
    return Rendered(text.encode(), len(lead), len(lines))


def _compose(entry: Entry, style: Style) -> list[str]:
    if entry.kind == "todo":
        return _todo(entry, style)
    if _fits_list(entry, style):
        mark = DONE_MARK if entry.kind == "done" else ""
        text = " ".join([f"{mark}{entry.text}", *_tag_words(entry.tags)])
        return [style.bullet + style.bullet_stamp.render(entry.at, text)]
    body = [*_text_lines(entry.text), *_fields(entry, style), *_tag_line(entry.tags, style)]
    return [_heading(entry, style), *([""] if style.airy and body else []), *body]


def _fits_list(entry: Entry, style: Style) -> bool:
    is_list = style.place == LIST or (style.place == NEW and not style.bold)
    plain = (
        not (entry.title or entry.problem or entry.fix or entry.lesson) and entry.kind not in _HEADED_KINDS
    )
    return is_list and plain and "\n" not in entry.text and len(entry.text) <= LIST_CHARS


def _todo(entry: Entry, style: Style) -> list[str]:
    text = ": ".join(part for part in (entry.title, entry.text) if part)
    item = _item("- [ ] ", " ".join([text, *_tag_words(entry.tags)]) if "\n" not in text else text)
    tags = _tag_line(entry.tags, style) if "\n" in text else []
    item.extend(f"  {line}" for line in tags)
    if style.place == TODOS:
        return item
    word = HEADINGS[style.language]["todo"]
    heading = style.stamp.render(entry.at, word) if style.in_transcript else word
    return [_as_heading(heading, style), *([""] if style.airy else []), *item]


def _heading(entry: Entry, style: Style) -> str:
    words = HEADINGS[style.language]
    is_pair = bool(entry.problem or entry.fix)
    word = "" if is_pair and entry.kind == "problem" else words.get(entry.kind, "")
    if not word and not entry.title and is_pair:
        word = words["pair"]
    title = HEADING_COLONS[style.language].join(part for part in (word, entry.title) if part)
    mark = DONE_MARK if entry.kind == "done" else ""
    return _as_heading(style.stamp.render(entry.at, f"{mark}{title}".strip()), style)


def _as_heading(text: str, style: Style) -> str:
    return f"**{text.replace('**', '')}**" if style.bold else f"{'#' * style.level} {text}"


def _fields(entry: Entry, style: Style) -> list[str]:
    labels = LABELS[style.language]
    lines: list[str] = []
    for name, value in (("problem", entry.problem), ("fix", entry.fix), ("lesson", entry.lesson)):
        if value:
            lines.extend(_item(f"- **{labels[name]}**{_spaced(style.colon)}", value))
    return lines


def _spaced(colon: str) -> str:
    return colon if colon == "：" else f"{colon} "


def _item(lead: str, text: str) -> list[str]:
    first, *rest = close_text(text).split("\n")
    return [lead + first, *(f"  {line}" if line else "" for line in rest)]


def _text_lines(text: str) -> list[str]:
    return close_text(text).split("\n") if text else []


def _tag_words(tags: Sequence[str]) -> list[str]:
    return [f"#{tag}" for tag in tags]


def _tag_line(tags: Sequence[str], style: Style) -> list[str]:
    return (
        [f"{LABELS[style.language]['tags']}{_spaced(style.colon)}{' '.join(_tag_words(tags))}"]
        if tags
        else []
    )


def _needs_gap(lines: Sequence[str], style: Style) -> bool:
    """Whether a blank line belongs between the log's end and the entry: everywhere but inside a list."""
    joins_list = lines[0].startswith(("- ", style.bullet)) and style.after_list
    return not (joins_list or (style.place == TODOS and lines[0].startswith("- [")))
