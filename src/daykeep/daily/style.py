"""How a log is written: read from its last lines, so that a new entry looks like its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.stamps import Stamp, find_stamp
from daykeep.daily.words import says_todo, says_topic
from daykeep.text.blocks import find_blocks
from daykeep.text.language import language_of
from daykeep.text.sections import parse_sections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.store import Tail
    from daykeep.text.sections import Section

STYLE_BYTES = 16_384
"""How much of a log's end is read for its style; nine of ten logs are smaller than this."""

TAIL_BYTES = 65_536
"""Where a log is larger than this, its beginning and its end are known apart."""

LANGUAGE_CHARS = 4096
LANGUAGE_LETTERS = 20
"""With fewer letters than these at the log's end, the workspace's language decides."""

NEW, LIST, TODOS, SECTION = "new", "list", "todos", "section"

_BULLETS = ("- ", "* ", "+ ", "• ")


class Style(NamedTuple):
    """What a new entry has to match.

    ``place`` is where the log ends: ``new`` (no log yet), ``list`` (a list of one-line entries goes on), ``todos``
    (below a heading of open items) or ``section`` (an entry needs its own heading). ``level`` is the level of entry
    headings, ``bold`` whether bold lines stand for headings, ``airy`` whether headings have a blank line below,
    ``gap`` whether the last line is blank already, ``in_transcript`` whether it belongs to a conversation that only
    a heading with a time ends.
    """

    place: str = NEW
    language: str = "en"
    newline: str = "\n"
    level: int = 2
    bold: bool = False
    airy: bool = False
    gap: bool = True
    after_list: bool = False
    in_transcript: bool = False
    stamp: Stamp = Stamp()
    bullet: str = "- "
    bullet_stamp: Stamp = Stamp()
    colon: str = ":"


def detect_style(tail: Tail, *, language: str) -> Style:
    """The style of the log that ends in ``tail``; ``language`` counts where the log itself doesn't tell."""
    newline = _newline(tail)
    whole = tail.size <= TAIL_BYTES and tail.head == tail.tail and len(tail.tail) <= STYLE_BYTES
    text = _text(tail, whole=whole)
    if not text.strip():
        return Style(language=language, newline=newline)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    sections = [section for section in parse_sections(lines) if section.line]
    entries = sections[1:] if whole and sections and sections[0].level == 1 else sections
    own = _language(text, language)
    level = _level(entries)
    headings = _last_stamp([section.title for section in entries if section.level <= level])
    items = _last_stamp([line.lstrip()[2:] for line in lines if line.lstrip().startswith(_BULLETS)])
    clock = headings or items or Stamp()
    return Style(
        place=_place(lines, sections, whole=whole),
        language=own,
        newline=newline,
        level=level,
        bold=whole and bool(sections) and all(section.marker == "bold" for section in sections),
        airy=_is_airy(lines, [section for section in entries if section.level <= level]),
        gap=not lines[-1].strip(),
        in_transcript=_ends_in_transcript(lines, text),
        after_list=lines[-1].lstrip().startswith(_BULLETS),
        stamp=headings or Stamp(noon=clock.noon, zoned=clock.zoned),
        bullet=_bullet(lines),
        bullet_stamp=items or Stamp(noon=clock.noon, zoned=clock.zoned),
        colon="：" if own == "zh" and text.count("**：") > text.count("**:") else ":",
    )


def _text(tail: Tail, *, whole: bool) -> str:
    """The log's text, or whole lines of its end."""
    end = tail.tail[-STYLE_BYTES:]
    if not whole:
        end = end[end.find(b"\n") + 1 :]
    return end.decode("utf-8", errors="replace").replace("\0", "").removeprefix("\ufeff")


def _newline(tail: Tail) -> str:
    """The line end that most of the last lines have; LF where there is none."""
    return "\r\n" if 2 * tail.tail.count(b"\r\n") > tail.tail.count(b"\n") else "\n"


def _language(text: str, fallback: str) -> str:
    """The log's language; a log of digits and a word or two doesn't tell."""
    end = text[-LANGUAGE_CHARS:]
    found = language_of(end)
    letters = sum(character.isalpha() for character in end)
    return found if found == "zh" or letters >= LANGUAGE_LETTERS else fallback


def _place(lines: Sequence[str], sections: Sequence[Section], *, whole: bool) -> str:
    code = find_blocks(lines).code
    if code and not code[-1].closed and code[-1].last == len(lines):
        return SECTION
    if not sections:
        return LIST if whole and _is_list(lines) else SECTION
    last = sections[-1]
    body = lines[last.first - 1 : last.last]
    if says_todo(last.title):
        return TODOS
    if len(sections) == 1 and last.level == 1 and whole and _is_list(body):
        return LIST
    stamped = [line for line in body if line.startswith(_BULLETS) and find_stamp(line[2:62])]
    return LIST if stamped and _is_list(body) and not says_topic(last.title) else SECTION


def _ends_in_transcript(lines: Sequence[str], text: str) -> bool:
    if "ssistant" not in text and "助手" not in text:
        return False
    from daykeep.text.regions import find_regions  # noqa: PLC0415 - hardly any log holds a conversation

    return any(region.kind == "transcript" and region.last == len(lines) for region in find_regions(lines))


def _is_list(lines: Sequence[str]) -> bool:
    """Whether there is nothing but bullets, their continuation lines, marks and blank lines."""
    return all(line.startswith((*_BULLETS, " ", "\t", "<!--")) or not line.strip() for line in lines)


def _level(entries: Sequence[Section]) -> int:
    """The level of entry headings: the highest that have a time, but never below the section it would end in."""
    entries = [section for section in entries if section.marker != "bold"]
    lowest = min((section.level for section in entries if section.level > 1), default=2)
    timed = [section.level for section in entries if find_stamp(section.title) is not None]
    return min(*timed, max(entries[-1].level, lowest)) if timed else lowest


def _is_airy(lines: Sequence[str], sections: Sequence[Section]) -> bool:
    """Whether most entry headings have a blank line below them."""
    below = [lines[section.line] for section in sections if section.line < len(lines)]
    return 2 * sum(not line.strip() for line in below) > len(below)


def _last_stamp(texts: Sequence[str]) -> Stamp | None:
    return next((stamp for text in reversed(texts) if (stamp := find_stamp(text)) is not None), None)


def _bullet(lines: Sequence[str]) -> str:
    """The mark of the last top-level bullet."""
    for line in reversed(lines):
        if line.startswith(_BULLETS):
            return line[:2]
    return "- "
