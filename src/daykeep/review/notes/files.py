"""The files of notes: which names are some, what is in them, and where the records of notes outside of workspaces are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError
from daykeep.files.store import Files
from daykeep.memory.notes.note import WORKSPACE_INDEX
from daykeep.text.frontmatter import frontmatter_end
from daykeep.text.similarity import normalise_line
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.files.encoding import Document
    from daykeep.memory.notes.note import Store


def is_note_file(name: str) -> bool:
    """Whether this is the name of a note of the workspace; its index is none.

    >>> is_note_file("memory/notes/tea.md"), is_note_file("memory/notes/INDEX.md")
    (True, False)
    """
    return name.startswith(f"{NOTES_FOLDER}/") and name.endswith(".md") and name != WORKSPACE_INDEX


def note_names(files: Files) -> list[str]:
    """The names of the notes of the workspace, in order."""
    names = files.list_names(NOTES_FOLDER, recursive=True) if files.kind(NOTES_FOLDER) == "folder" else []
    return [name for name in names if is_note_file(name)]


def read_notes(files: Files) -> Iterator[Document]:
    """The notes of the workspace as they stand, by name; what can't be read is left out: doctor names it."""
    for name in note_names(files):
        try:
            document = files.find_document(name)
        except DaykeepError:
            continue
        if document is not None:
            yield document


def body_numbers(texts: Sequence[str]) -> list[int]:
    """The lines (1-based) of a note below its frontmatter that say something; headings and marks are none."""
    head = frontmatter_end(texts)
    return [
        number
        for number, text in enumerate(texts, 1)
        if number > head and normalise_line(text) and not text.lstrip().startswith(("#", "<!--"))
    ]


def records_of(store: Store) -> Files:
    """Where the records of a store outside of workspaces are: below ``.daykeep/`` in its root, out of git's sight."""
    return Files(store.files.root / ".daykeep")
