"""The lines of an index, ``- [Title](file.md): one line``, and changing one of them without touching another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from daykeep.files.encoding import Document, decode
from daykeep.memory.notes.index.measure import measure_index
from daykeep.memory.notes.note import FEEDBACK, PROJECT, REFERENCE, TYPES, USER
from daykeep.text.blocks import TEXT, find_blocks
from daykeep.text.comments import neutralise
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Sequence

NEW_INDEX = b"# Memory Index\n"
_LINE = re.compile(
    r"(?P<lead>\s*[-*+]\s+)\[(?P<title>(?:[^\[\]\\]|\\.|\[[^\[\]]*\])*)\]"
    r"\((?P<path><[^<>]*>|(?:[^()\s]|\([^()\s]*\))*)\)(?P<sep>\s*(?:——|[—–:：-])\s*|\s+|$)(?P<text>.*)"
)
_HEADINGS = {
    USER: frozenset({"user", "users", "用户", "关于用户"}),
    FEEDBACK: frozenset({"feedback", "反馈", "反馈记录"}),
    PROJECT: frozenset({"project", "projects", "项目", "项目进度"}),
    REFERENCE: frozenset({"reference", "references", "参考", "参考资料"}),
}


class IndexLine(NamedTuple):
    """A line of an index: its number (1-based), what it links to, its text, and how the two are divided."""

    line: int
    title: str
    path: str
    text: str
    separator: str


def parse_index(lines: Sequence[str]) -> list[IndexLine]:
    """The lines of an index that link to a file, with ``:`` or a dash before the text; others are passed over.

    >>> parse_index(["- [Go](go.md) — mostly Go"])
    [IndexLine(line=1, title='Go', path='go.md', text='mostly Go', separator=' — ')]
    """
    mask = find_blocks(lines).mask
    found = []
    for number, line in enumerate(lines, 1):
        match = _LINE.match(line) if mask[number - 1] == TEXT and "](" in line else None
        if match is not None:
            title = re.sub(r"\\([\[\]\\])", r"\1", match["title"])
            path = unquote(match["path"].strip("<>")).removeprefix("./")
            found.append(IndexLine(number, title, path, match["text"].strip(), match["sep"]))
    return found


def render_line(title: str, path: str, text: str, separator: str = ": ") -> str:
    """A line of the index; it stays one line whatever the title and the text hold.

    >>> render_line("Go", "go.md", "mostly Go")
    '- [Go](go.md): mostly Go'
    """
    plain = re.sub(r"([\[\]\\])", r"\\\1", " ".join(neutralise(title).split()))
    plain = re.sub(
        r"\\\[(secret:[\w:-]+)\\\]", r"[\1]", plain
    )  # the mark of a secret is known by its brackets
    target = path if re.fullmatch(r"[^\s()<>%]+", path) else f"<{path}>"
    said = " ".join(neutralise(text).split())
    return f"- [{plain}]({target}){separator}{said}" if said else f"- [{plain}]({target})"


def put_line(
    document: Document | None, *, title: str, path: str, text: str, kind: str, retitle: bool = False
) -> bytes:
    """The bytes of an index in which the note's line says this; no other line is touched.

    A line that links to ``path`` gets the new text where it stands, and with ``retitle`` the title. A new one goes first below the heading of its
    type, or before all others, so that it is read even where the index is over its limits. ``document`` None makes
    the index.
    """
    document = decode(NEW_INDEX) if document is None else document
    lines = parse_index(document.texts)
    old = next((line for line in lines if line.path == path), None)
    if old is not None and retitle and old.title != title:
        written = document.texts[old.line - 1]
        lead = written[: len(written) - len(written.lstrip(" -*+"))]
        new = render_line(title, path, text, old.separator if old.separator.strip() else ": ")
        return document.replace_lines(old.line, old.line, [lead + new.removeprefix("- ")])
    if old is not None:
        return _put_text(document, old, text)
    separator = next((line.separator for line in lines if line.separator.strip()), ": ")
    new = render_line(title, path, text, separator)
    below = _below_heading(document, lines, kind, new)
    if below is not None and new in measure_index(decode(below).texts).read.split("\n"):
        return below
    return _put_first(document, lines, new)


def _put_text(document: Document, old: IndexLine, text: str) -> bytes:
    said = " ".join(neutralise(text).split())
    if said == old.text or not said:
        return document.data
    written = document.texts[old.line - 1]
    head = written[: len(written.rstrip()) - len(old.text)] if old.text else written.rstrip()
    joint = "" if old.separator.strip() else ": "
    return document.replace_lines(old.line, old.line, [f"{head.rstrip() if joint else head}{joint}{said}"])


def _below_heading(document: Document, lines: Sequence[IndexLine], kind: str, new: str) -> bytes | None:
    """The index with a line put first below the heading of its type; None where headings don't name types."""
    typed = {
        name: section
        for section in reversed(parse_sections(document.texts, bold_headings=False))
        for name in TYPES
        if section.level and section.title.strip().lower() in _HEADINGS[name]
    }
    if not typed or kind not in TYPES:
        return None
    if kind in typed:
        section = typed[kind]
        first = next((line.line for line in lines if section.first <= line.line <= section.last), 0)
        if first:
            return document.insert(first, [new])
        blank = section.first <= len(document.texts) and not document.texts[section.first - 1].strip()
        return (
            document.insert(section.first + 1, [new, ""])
            if blank
            else document.insert(section.first, ["", new])
        )
    first_heading = min(section.line for section in typed.values())
    return document.insert(first_heading, [f"## {kind.capitalize()}", "", new, ""])


def _put_first(document: Document, lines: Sequence[IndexLine], new: str) -> bytes:
    """The index with a line put before all others: also before the heading that the first one stands below."""
    if lines:
        sections = parse_sections(document.texts, bold_headings=False)
        above = [section.line for section in sections if section.level > 1 and section.line < lines[0].line]
        if above:
            return document.insert(above[0], [new, ""])
        return document.insert(lines[0].line, [new])
    count = len(document.texts)
    blank = not count or not document.texts[-1].strip()
    return document.insert(count + 1, [new] if blank else ["", new])


def drop_line(document: Document, path: str) -> bytes:
    """The bytes of an index without the lines that link to a file; every other byte stays."""
    data = document
    while True:
        line = next((line for line in parse_index(data.texts) if line.path == path), None)
        if line is None:
            return data.data
        data = decode(data.cut(line.line, line.line), document.name)
