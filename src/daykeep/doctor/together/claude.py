"""Claude Code's own memory of this folder beside the workspace's: the same statement in two places, one index of two."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding, look_at
from daykeep.errors import DaykeepError
from daykeep.memory.notes.note import CLAUDE_STORE
from daykeep.memory.notes.reading import load_notes
from daykeep.memory.notes.stores.automemory import find_auto_memory
from daykeep.memory.notes.stores.places import Around, find_store, workspace_store
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject
    from daykeep.memory.notes.note import Note

SHORTEST_CHARS = 20
"""A shorter line says too little to be the same statement elsewhere."""
_SHOWN = 80


def check_claude_memory(subject: Subject) -> Iterator[Finding]:
    """Notes of Claude Code's memory that repeat what stands here; that memory inside the workspace itself."""
    if subject.home is None:
        return
    root = subject.files.root
    memory = find_auto_memory(cwd=root, home=subject.home, environ=subject.environ)
    if memory.disabled or not memory.folder.is_dir():
        return
    folder = os.path.realpath(memory.folder)
    if folder == str(root) or folder.startswith(f"{root}{os.sep}"):
        said = f'Claude Code keeps its memory in this workspace ("{folder}"): two programs write there'
        hint = "set autoMemoryDirectory to a folder of its own; `daykeep import claude-memory` proposes what is in it"
        yield Finding("claude-memory:here", "warning", "", 0, said, hint)
        return
    around = Around(root, subject.home, subject.environ)
    notes = load_notes(find_store(CLAUDE_STORE, around)).notes
    known = _known(subject)
    same = [(note, line) for note in notes if (line := _repeated(note, known))]
    if same:
        note, line = same[0]
        said = (
            f"{len(same)} of {len(notes)} notes in Claude Code's memory of this folder say what stands here too, "
            f'the first: "{line[:_SHOWN]}" ({folder}/{note.path})'
        )
        hint = "who reads both reads it twice, and a change of one leaves the other: keep it in one place"
        yield Finding("claude-memory:same", "info", "", 0, said, hint)


def _known(subject: Subject) -> str:
    """Every line of MEMORY.md and of the workspace's notes as lines are compared."""
    lines: list[str] = []
    name = subject.layout.memory
    try:
        look = look_at(subject.files, name) if name else None
        lines += look.document.texts if look is not None else ()
        for note in load_notes(workspace_store(subject.files)).notes:
            lines += [note.description, *note.body]
    except DaykeepError:
        return ""  # other checks say so
    return "\n".join(normalise_line(line) for line in lines)


def _repeated(note: Note, known: str) -> str:
    """The first line of a note that stands in what is known; "" if none does."""
    for line in (*note.body, note.description):
        text = normalise_line(line)
        if len(text) >= SHORTEST_CHARS and text in known:
            return line.strip()
    return ""
