"""Which file a question about a line of memory means: MEMORY.md, or a note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError, UsageError
from daykeep.review.notes.files import body_numbers, is_note_file, read_notes
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.files.store import Files

_NUMBERED = re.compile(r"(?P<name>.+):(?P<number>[1-9][0-9]{0,8})")


def find_where(files: Files, asked: str, *, memory: str) -> tuple[str, str]:
    """The file that is meant, and the line in it as `why` takes it; MEMORY.md (``memory``) where no note holds it.

    ``asked`` is a line, a part of it, "memory/notes/tea.md:9", or the file of a note, which means what it says first.
    A line that MEMORY.md has is never looked for in the notes. Raises UsageError for a part that several notes have.
    """
    plain = asked.strip().removeprefix("./")
    numbered = _NUMBERED.fullmatch(plain)
    named = numbered["name"] if numbered is not None else plain
    if is_note_file(named) and files.kind(named) == "file":
        numbers = body_numbers(_texts(files, named))
        return (named, plain) if numbered is not None or not numbers else (named, f"{named}:{numbers[0]}")
    wanted = normalise_line(asked)
    if not wanted or any(wanted in normalise_line(text) for text in _texts(files, memory)):
        return memory, asked
    found = [place for place in _note_lines(files) if wanted in normalise_line(place[2])]
    exact = [place for place in found if normalise_line(place[2]) == wanted]
    found = exact or found
    if len({place[0] for place in found}) > 1:
        shown = "\n".join(f"{name}:{number}: {text.strip()}" for name, number, text in found[:20])
        raise UsageError(f'"{asked}" is in {len(found)} lines:\n{shown}', hint="give one of these places")
    return (found[0][0], f"{found[0][0]}:{found[0][1]}") if found else (memory, asked)


def _note_lines(files: Files) -> Iterator[tuple[str, int, str]]:
    for note in read_notes(files):
        yield from ((note.name, number, note.texts[number - 1]) for number in body_numbers(note.texts))


def _texts(files: Files, name: str) -> list[str]:
    try:
        document = files.find_document(name)
    except DaykeepError:
        return []  # what can't be read holds nothing for this purpose
    return list(document.texts) if document is not None else []
