"""The workspace as a source: layer files, MEMORY.md, and every text below ``memory/``, the archive included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.daily.find import NEVER_ENTERED, is_log_name
from daykeep.daily.names import ENDINGS, parse_daily_name
from daykeep.memory.notes.note import WORKSPACE_INDEX
from daykeep.search.documents import Document, Listing, Skipped
from daykeep.search.sources.walk import in_one_line, walk_texts
from daykeep.workspace.archive import ARCHIVE
from daykeep.workspace.layout import MEMORY_FOLDER, NOTES_FOLDER

if TYPE_CHECKING:
    from datetime import date

    from daykeep.files.store import Files
    from daykeep.search.documents import Before, Reading
    from daykeep.workspace.layout import Layout

PREFIX = "workspace:"
_SESSIONS = f"{MEMORY_FOLDER}/sessions/"
_STATE_ENDINGS = (".json", ".jsonl")


class WorkspaceSource:
    """The texts of one workspace. Other folders than ``memory/`` are not searched: name them as knowledge bases."""

    name = "workspace"

    def __init__(self, files: Files, layout: Layout) -> None:
        self._files = files
        self._layout = layout
        self._core = frozenset(layout.core)

    def list_documents(self) -> Listing:
        """The Markdown and text files of the root and those below ``memory/``."""
        root = str(self._files.root)
        top = walk_texts(root, "", ENDINGS, prefix=PREFIX, recursive=False, enters=_never)
        below = walk_texts(root, MEMORY_FOLDER, ENDINGS, prefix=PREFIX, enters=_always)
        below.found.update(top.found)
        below.found.pop(
            f"{PREFIX}{WORKSPACE_INDEX}", None
        )  # made of the notes, which are searched themselves
        closed = tuple(f"{PREFIX}{folder}/" if folder else PREFIX for folder in (*top.closed, *below.closed))
        return Listing(below.found, [*top.skipped, *below.skipped], closed)

    def read_document(self, key: str, before: Before | None = None) -> Reading | Skipped:  # noqa: ARG002 - always whole
        """The file of a key, whole."""
        from daykeep.search.sources.texts import read_text  # noqa: PLC0415 - most searches read no document

        name = key.removeprefix(PREFIX)
        return read_text(self._files, name, self.describe(name))

    def path_of(self, key: str) -> str:
        """The path in the workspace."""
        return key.removeprefix(PREFIX)

    def find_key(self, path: str) -> str:
        """The key for a path, relative to the workspace or absolute below it."""
        below = f"{self._files.root}/"
        if path.startswith("/"):
            return PREFIX + path.removeprefix(below) if path.startswith(below) else ""
        return PREFIX + path.removeprefix("./")

    def describe(self, name: str) -> Document:
        """What a file is, by its name alone."""
        level, day, title = self._level(name)
        return Document(PREFIX + name, self.name, level, name, title, day)

    def why_not(self, name: str) -> str:
        """Why a file of the workspace is not searched; ``""`` if it is.

        The name need not be one that exists.
        """
        listing = self.list_documents()
        if PREFIX + name in listing.found:
            return ""
        said = next((skipped.reason for skipped in listing.skipped if skipped.path == in_one_line(name)), "")
        return said or self._reason(name)

    def _reason(self, name: str) -> str:
        kind = self._files.kind(name)
        if kind != "file":
            said = {"missing": "there is no such file", "folder": "it is a folder"}
            return said.get(kind, "it is not a regular file")
        if name == WORKSPACE_INDEX:
            return "it is the index of the notes, which are searched themselves"
        if any(part[0] == "." or part in NEVER_ENTERED for part in name.split("/")):
            return "it is hidden, or in a folder of another tool"
        if name.lower().endswith(_STATE_ENDINGS):
            return "it is machine state, not text"
        if name.lower().endswith(ENDINGS):
            return f"it is not below {MEMORY_FOLDER}/; name its folder in search.knowledge to search it"
        return f"only {', '.join(ENDINGS)} files are searched"

    def _level(self, name: str) -> tuple[str, date | None, str]:
        """Level, day and title by the name."""
        if name in self._core:
            return "core", None, ""
        if name == self._layout.memory:
            return "memory", None, ""
        daily = parse_daily_name(name) if name.startswith(f"{MEMORY_FOLDER}/") else None
        if name.startswith(f"{ARCHIVE}/"):
            return "archive", daily.day if daily else None, _words(daily.slug) if daily else ""
        if name.startswith(_SESSIONS):
            return "session", daily.day if daily else None, ""
        if daily is not None and is_log_name(name):
            return "daily", daily.day, _words(daily.slug)
        return (
            "note",
            daily.day if daily and name.startswith(f"{NOTES_FOLDER}/") else None,
            _words(_stem(name)),
        )


def _words(slug: str) -> str:
    """A slug as words; ``""`` where it has no letters (a clock time)."""
    return slug.replace("-", " ").replace("_", " ") if any(map(str.isalpha, slug)) else ""


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]


def _always(_: str) -> bool:
    return True


def _never(_: str) -> bool:
    return False
