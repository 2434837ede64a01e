"""Names of notes: a title from a statement, a file name from a title, and what a ``[[link]]`` means."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from daykeep.files.ids import short_hash
from daykeep.files.paths import same_file_key
from daykeep.memory.notes.note import TYPES, Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

TITLE_CHARS = 60
DESCRIPTION_CHARS = 150
"""What stands behind a link of the index stays one line of a screen or two."""
SLUG_BYTES = 80

_TAKEN = frozenset({*TYPES, "memory", "index", "readme", "con", "prn", "aux", "nul", "claude", "agents"})
_TAKEN_PATTERN = re.compile(r"(?:com|lpt)[0-9]")
_LINK = re.compile(r"\[\[([^\[\]|\n#]{1,200})(?:[|#][^\[\]\n]*)?\]\]")
_CLAUSE_END = re.compile(r"(?<=\S)(?:[。！？；，]|[.!?;](?=\s|$)|\s[—–-]{1,2}\s|——)")
_LEAD = re.compile(r"^\s*(?:[-*+•]\s+|#{1,6}\s+|\d{1,3}[.)]\s+|>\s?)+")


_INNER = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
"""An apostrophe in a word is no end of it."""


def note_slug(title: str) -> str:
    """The name of a note as a file name without ending: words of any script in lower case, joined by dashes.

    Never empty, at most 80 bytes, and none that a system or a store keeps for itself.

    >>> note_slug("用户偏好 Prettier"), note_slug("Don't mock: the DB!"), note_slug("user")
    ('用户偏好-prettier', 'dont-mock-the-db', 'user-note')
    """
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", title).lower())
    words = "-".join(re.findall(r"[^\W_]+", _INNER.sub("", folded)))
    cut = words.encode("utf-8", "ignore")[:SLUG_BYTES].decode("utf-8", "ignore").strip("-")
    if not cut:
        return f"note-{short_hash(title.encode('utf-8', 'surrogatepass'), 8)}"
    return f"{cut}-note" if cut in _TAKEN or _TAKEN_PATTERN.fullmatch(cut) else cut


def free_path(slug: str, taken: Iterable[str]) -> str:
    """The file name for a slug that no other file has, also not one that a file system takes for the same."""
    keys = {same_file_key(path) for path in taken}
    number = 1
    while True:
        path = f"{slug}.md" if number == 1 else f"{slug}-{number}.md"
        if same_file_key(path) not in keys:
            return path
        number += 1


def make_title(rule: str) -> str:
    """A short title for a statement: its first clause, at most 60 characters, cut between words."""
    line = _first_line(rule)
    end = _CLAUSE_END.search(line)
    return _shorten(line[: end.start()] if end and end.start() > 3 else line, TITLE_CHARS).rstrip(
        "。.：:，,；;"
    )


def make_description(rule: str) -> str:
    """A statement in one line of at most 150 characters; what is cut ends in an ellipsis."""
    return _shorten(_first_line(rule), DESCRIPTION_CHARS)


def _first_line(text: str) -> str:
    line = next((line for line in text.split("\n") if line.strip()), "")
    return " ".join(_LEAD.sub("", line).split())


def _shorten(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    blank = cut.rfind(" ")
    return (cut[:blank] if blank > limit // 2 else cut).rstrip() + "…"


def find_links(lines: Iterable[str]) -> list[tuple[int, str]]:
    """The names that ``[[links]]`` of some lines give, each with its line (1-based)."""
    return [
        (number, match[1].strip()) for number, line in enumerate(lines, 1) for match in _LINK.finditer(line)
    ]


def find_linked(name: str, notes: Sequence[Note]) -> Note | None:
    """The note that a ``[[link]]`` means: by its name, else by its name as a slug, else by its file."""
    wanted = note_slug(name.removesuffix(".md"))
    for key in (
        lambda note: note.name == name,
        lambda note: note_slug(note.name) == wanted or note_slug(note.title) == wanted,
        lambda note: note.path.rpartition("/")[2].removesuffix(".md") in {name, wanted},
    ):
        found = next((note for note in notes if key(note)), None)
        if found is not None:
            return found
    return None
