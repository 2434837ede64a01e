"""Knowledge bases as a source: any folders of Markdown or text that the user names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.store import Files
from daykeep.search.documents import GONE, Document, Listing, Skipped
from daykeep.search.sources.walk import in_one_line, walk_texts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from daykeep.search.documents import Before, Reading, Version

PREFIX = "knowledge:"
ENDINGS = (".md", ".markdown", ".mdx", ".txt", ".rst", ".org")
PASSED_OVER = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})
"""Folders of programs, not of texts; hidden ones (``.git``, ``.obsidian``, ``.trash``) are never entered either."""

NO_FOLDER = "there is no such folder"
CLOSED = "this folder can't be listed"


class Base(NamedTuple):
    """A folder that the user named, with the line that says what is in it."""

    root: Path
    description: str = ""


class KnowledgeSource:
    """The texts of all knowledge bases. A base is called by its folder's name, with a number where two are the same."""

    name = "knowledge"

    def __init__(self, bases: Sequence[Base]) -> None:
        self.bases: dict[str, Base] = {}
        roots: set[str] = set()
        for base in bases:
            root = os.path.normpath(base.root)
            if root in roots:
                continue  # the same folder in other words
            roots.add(root)
            name = base.root.name or "root"
            number = 2
            while name in self.bases:
                name, number = f"{base.root.name}-{number}", number + 1
            self.bases[name] = base
        self._files: dict[str, Files] = {}

    def list_documents(self) -> Listing:
        """The text files of every base; a base that is missing is said, and what is known of it stays."""
        found: dict[str, Version] = {}
        skipped: list[Skipped] = []
        closed: list[str] = []
        for name, base in self.bases.items():
            before = f"{PREFIX}{name}/"
            root = str(base.root)
            if not os.path.isdir(root):  # noqa: PTH112 - a string is at hand
                skipped.append(Skipped(root, NO_FOLDER, whole=True))
                closed.append(before)
                continue
            tree = walk_texts(root, "", ENDINGS, prefix=before, enters=_enters)
            found.update(tree.found)
            skipped.extend(one._replace(path=f"{root}/{one.path}") for one in tree.skipped)
            for folder in tree.closed:
                closed.append(f"{before}{folder}/" if folder else before)
                skipped.append(Skipped(in_one_line(f"{root}/{folder}"), CLOSED, whole=True))
        return Listing(found, skipped, tuple(closed))

    def read_document(self, key: str, before: Before | None = None) -> Reading | Skipped:  # noqa: ARG002 - always whole
        """The file of a key, whole."""
        from daykeep.search.sources.texts import read_text  # noqa: PLC0415 - most searches read no document

        base, _, inner = key.removeprefix(PREFIX).partition("/")
        if base not in self.bases:
            return Skipped(key, GONE)
        root = self.bases[base].root
        title = inner.rpartition("/")[2].rpartition(".")[0].replace("-", " ").replace("_", " ")
        document = Document(key, self.name, "knowledge", str(root / inner), title)
        found = read_text(self._open(base), inner, document)
        return found._replace(path=str(root / inner)) if isinstance(found, Skipped) else found

    def path_of(self, key: str) -> str:
        """The full path, below the folder that the base's name stands for now."""
        name, _, inner = key.removeprefix(PREFIX).partition("/")
        return str(self.bases[name].root / inner) if name in self.bases else ""

    def find_key(self, path: str) -> str:
        """The key for a path that is absolute, or begins with the name of a base."""
        for name, base in self.bases.items():
            below = f"{base.root}/"
            if path.startswith(below):
                return f"{PREFIX}{name}/{path.removeprefix(below)}"
        return "" if path.startswith("/") else PREFIX + path

    def _open(self, base: str) -> Files:
        if base not in self._files:
            self._files[base] = Files(self.bases[base].root)
        return self._files[base]


def _enters(name: str) -> bool:
    return name.rpartition("/")[2] not in PASSED_OVER
