"""The file of a session's memory: read, and changed by whole lines; every other byte in it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.session.memory.model import HEADINGS, SECTIONS, TITLES, Placed, SessionMemory
from daykeep.text.sections import parse_sections
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.encoding import Document
    from daykeep.text.sections import Section

FOLDER = "memory/sessions"
_LEVEL = 2
_BULLETS = ("- ", "* ", "+ ")
_NAMES: Mapping[str, str] = {
    normalise_line(title): section for headings in HEADINGS.values() for section, title in headings.items()
} | {
    "goals": "goal", "decision": "decisions", "finding": "findings", "preferences": "preferences", "constraints": "preferences",
    "open questions": "asks", "open ask": "asks", "待办": "asks", "决策": "decisions", "约束": "preferences", "偏好": "preferences", "进度": "progress",
}  # fmt: skip


def memory_path(session_id: str) -> str:
    """The file of a session's memory in the workspace.

    >>> memory_path("demo")
    'memory/sessions/demo.md'
    """
    return f"{FOLDER}/{session_id}.md"


def parse_memory(document: Document) -> SessionMemory:
    """The entries of the six sections, under their English or Chinese headings; sub-items belong to their item's text no more."""
    entries = []
    for section, name in _sections(document):
        for number in range(section.first, section.own_last + 1):
            line = document.texts[number - 1]
            if line.startswith(_BULLETS):
                entries.append(Placed(name, line[2:].strip(), number))
    return SessionMemory(tuple(entries))


class Change(NamedTuple):
    """Entries (section, text) to add and to take out; ``language`` is that of new headings, ``en`` or ``zh``."""

    add: tuple[tuple[str, str], ...] = ()
    take_out: tuple[tuple[str, str], ...] = ()
    language: str = "en"


def change_memory(data: bytes, session_id: str, change: Change) -> bytes:
    """The bytes of the file with entries taken out, and others added at the ends of their sections.

    Only lines that read exactly as an entry are taken out. An entry that stands in its section already is not added; a
    section that is not there is made in its place. An empty file becomes one with a title.
    """
    for section, text in change.take_out:
        data = _taken_out(decode(data), section, text)
    for section, text in change.add:
        data = _added(data, session_id, (section, text), change.language)
    return data


def line_of(document: Document, section: str, text: str) -> int:
    """The line on which an entry stands, however it is marked up; 0 if it stands nowhere in its section."""
    wanted = normalise_line(text)
    return next(
        (
            entry.line
            for entry in parse_memory(document).entries
            if entry.section == section and normalise_line(entry.text) == wanted
        ),
        0,
    )


def render_summary(memory: SessionMemory, language: str) -> str:
    """The memory as Markdown for a reader: its sections in order, empty ones left out."""
    headings = HEADINGS.get(language, HEADINGS["en"])
    blocks = [
        "\n".join([f"## {headings[section]}", *(f"- {text}" for text in memory.of(section))])
        for section in SECTIONS
        if memory.of(section)
    ]
    return "\n\n".join(blocks) + ("\n" if blocks else "")


def _sections(document: Document) -> list[tuple[Section, str]]:
    """The sections of the memory with their names; a heading of any level below the title counts."""
    found = []
    for section in parse_sections(document.texts):
        name = _NAMES.get(normalise_line(section.title)) if section.level >= _LEVEL else None
        if name is not None:
            found.append((section, name))
    return found


def _taken_out(document: Document, section: str, text: str) -> bytes:
    """Without the entry; a section that daykeep's own heading begins goes with its last one."""
    memory = parse_memory(document)
    entry = next((one for one in memory.entries if (one.section, one.text) == (section, text)), None)
    if entry is None:
        return document.data
    place = next(one for one, _ in _sections(document) if one.first <= entry.line <= one.own_last)
    body = [*range(place.first, entry.line), *range(entry.line + 1, place.own_last + 1)]
    ours = document.texts[place.line - 1] in {f"## {headings[section]}" for headings in HEADINGS.values()}
    if not ours or place.own_last < place.last or any(document.texts[line - 1].strip() for line in body):
        return document.cut(entry.line, entry.line)
    last = place.own_last
    first = place.line - (
        last == len(document.texts) and place.line > 1 and not document.texts[place.line - 2].strip()
    )
    return document.cut(first, last)


def _added(data: bytes, session_id: str, entry: tuple[str, str], language: str) -> bytes:
    section, text = entry
    document = decode(data)
    if line_of(document, section, text):
        return data
    if not document.texts:
        title = TITLES.get(language, TITLES["en"])
        document = decode(document.insert(1, [f"# {title}: {session_id}"]))
    place = next((one for one, name in _sections(document) if name == section), None)
    if place is not None:
        return document.insert(_end_of(document, place.first, place.own_last), [f"- {text}"])
    heading = HEADINGS.get(language, HEADINGS["en"])[section]
    at = _place_for(document, section)
    before = [""] if at > 1 and document.texts[at - 2].strip() else []
    after = [""] if at <= len(document.texts) and document.texts[at - 1].strip() else []
    return document.insert(at, [*before, f"## {heading}", "", f"- {text}", *after])


def _end_of(document: Document, first: int, last: int) -> int:
    """The line before which a new entry goes: behind the last line of the section that says something."""
    while last >= first and not document.texts[last - 1].strip():
        last -= 1
    return last + 1


def _place_for(document: Document, section: str) -> int:
    """Where a new section begins: behind the nearest one before it in the order, else at the end of the file."""
    earlier = SECTIONS[: SECTIONS.index(section)]
    found = {name: one for one, name in _sections(document)}
    for name in reversed(earlier):
        if name in found:
            return _end_of(document, found[name].line, found[name].last)
    later = [found[name].line for name in SECTIONS[len(earlier) + 1 :] if name in found]
    return min(later) if later else len(document.texts) + 1
