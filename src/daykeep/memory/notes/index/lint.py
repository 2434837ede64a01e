"""What is wrong with a store, for a person to look at: nothing is changed here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.files.encoding import Problem
from daykeep.memory.notes.index.lines import parse_index
from daykeep.memory.notes.index.measure import measure_index
from daykeep.memory.notes.naming import find_linked, find_links
from daykeep.memory.notes.reading import Notes, load_notes, note_paths
from daykeep.text.blocks import TEXT, find_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.memory.notes.note import Note, Store

INDEX_LINE_CHARS = 300
"""A line of an index that is longer holds the note itself."""
_INTRO_CHARS = 300


def lint_store(store: Store, loaded: Notes | None = None) -> list[Problem]:
    """Everything that keeps notes of a store from being found or read, with file and line.

    Notes that can't be read or have an unknown type; an index over its limits, with a link that leads nowhere, with
    the text of a note in it, or without a line for a note; ``[[links]]`` that name no note.
    """
    loaded = load_notes(store) if loaded is None else loaded
    problems = list(loaded.problems)
    document = store.files.find_document(store.index_name)
    paths = note_paths(store)
    if document is not None:
        problems += lint_index(store.index_name, document.texts, paths)
    elif paths:
        problems.append(Problem(store.index_name, 0, "there is no index, so no session knows of the notes"))
    for note in loaded.notes:
        problems += _dangling(store, note, loaded.notes)
    return problems


def lint_index(name: str, texts: Sequence[str], paths: Iterable[str]) -> list[Problem]:
    """What is wrong with an index, given the paths of the notes that are there."""
    there = set(paths)
    lines = parse_index(texts)
    measure = measure_index(texts)
    problems = [Problem(name, measure.fallen[0].line, measure.warning)] if measure.fallen else []
    seen: set[str] = set()
    for line in lines:
        if "://" in line.path or line.path.startswith("#"):
            continue
        if line.path.partition("#")[0] not in there:
            problems.append(Problem(name, line.line, f'the link leads nowhere: there is no "{line.path}"'))
        elif line.path in seen:
            problems.append(Problem(name, line.line, f'"{line.path}" has a line already'))
        seen.add(line.path.partition("#")[0])
        if len(line.text) > INDEX_LINE_CHARS:
            said = f"the line has {len(line.text):,} characters; what is known belongs into the note"
            problems.append(Problem(name, line.line, said))
    problems += (Problem(name, number, f"the text of a note stands in the index: {_begin(texts[number - 1])}")
                 for number in _inline(texts, {line.line for line in lines}))  # fmt: skip
    problems += (
        Problem(name, 0, f'"{path}" has no line in the index, so it is not looked at')
        for path in sorted(there - seen)
    )
    return problems


def _inline(texts: Sequence[str], linked: set[int]) -> list[int]:
    """The first line of every piece of text in an index that is neither a heading, a link nor a short introduction."""
    mask = find_blocks(texts).mask
    first_link = min(linked, default=0)
    found = []
    inside = False
    for number, line in enumerate(texts, 1):
        text = line.strip()
        plain = mask[number - 1] == TEXT and text and number not in linked and text[0] not in "#>"
        intro = number < first_link and len(text) <= _INTRO_CHARS and text[:2] not in {"- ", "* ", "+ "}
        if plain and not intro and set(text) - set("-*_ "):
            if not inside:
                found.append(number)
            inside = True
        elif not text or number in linked or text[0] == "#":
            inside = False
    return found


def _dangling(store: Store, note: Note, notes: Sequence[Note]) -> list[Problem]:
    name = store.name_of(note.path)
    return [
        Problem(name, note.line + number - 1, f"[[{link}]] names no note")
        for number, link in find_links(note.body)
        if find_linked(link, notes) is None
    ]


def _begin(line: str) -> str:
    text = " ".join(line.split())
    return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
