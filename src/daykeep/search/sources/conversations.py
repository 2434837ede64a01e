"""The third source: conversations that agents keep on this machine, as far as the person named them.

A key is ``conversations:`` and the full path of the file.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.search.documents import GONE, Document, Listing, Reading, Skipped
from daykeep.search.sources.walk import NAME_OF_LINES, NOT_TEXT, has_controls, in_one_line
from daykeep.transcripts.places import Archive, Surroundings, find_archives, is_none_kept, list_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from daykeep.files.encoding import Problem
    from daykeep.search.documents import Before, Version

NAME = "conversations"
_PREFIX = f"{NAME}:"


class Conversations:
    """Conversations as documents, a turn as a chunk. Read and never written; files that only grew are read on.

    ``wanted`` is the value of ``search.conversations``; ``zone`` is the user's, for the days of turns and for times
    that name none. ``tools``: the starts of tools' outputs are found too. Can be sent to another process.
    """

    name = NAME

    def __init__(self, wanted: str, around: Surroundings, *, zone: tzinfo, tools: bool = False) -> None:
        self._wanted = wanted
        self._around = around.bounded()
        self._zone = zone
        self._tools = tools

    @cached_property
    def _archives(self) -> tuple[list[Archive], list[Skipped]]:
        archives, problems = find_archives(self._wanted, self._around)
        return archives, [
            Skipped(problem.name, problem.message, whole=not is_none_kept(problem)) for problem in problems
        ]

    def list_documents(self) -> Listing:
        """Every file of the named archives; none is opened. What the index holds of a closed folder stays.

        Which of them were held in this workspace is known when they are read: the others have no chunks.
        """
        archives, skipped = self._archives
        listed = list_files(archives)
        found: dict[str, Version] = {}
        skipped = [*skipped, *(_skipped(problem, listed.closed) for problem in listed.problems)]
        for file in listed.files:
            key = _PREFIX + file.path
            if has_controls(file.path):
                skipped.append(Skipped(in_one_line(file.path), NAME_OF_LINES, lasting=True))
            elif key.isascii() or key.encode("utf-8", "replace").decode() == key:
                found[key] = _marked((file.size, file.mtime_ns, file.ctime_ns), here=file.here)
            else:
                skipped.append(Skipped(ascii(file.path), NOT_TEXT, lasting=True))
        return Listing(found, skipped, tuple(f"{_PREFIX}{folder}/" for folder in listed.closed))

    def read_document(self, key: str, before: Before | None = None) -> Reading | Skipped:
        """Read a conversation, or what was added to it; what is damaged is named and the rest read.

        A conversation of another folder has no chunks, where only those of the workspace are wanted. Secrets are
        masked before a turn becomes a chunk, so that neither the index nor an answer holds them.
        """
        from daykeep.search.sources.transcript import Wanted, read_conversation  # noqa: PLC0415 - only where one changed

        path = key.removeprefix(_PREFIX)
        archives = self._archives_of(path)
        if not archives:
            return Skipped(path, GONE)
        here = all(archive.here for archive in archives)
        wanted = Wanted(self._zone, self._tools, self._around.root if here else None)
        found = read_conversation(Document(key, NAME, "conversation", path), wanted, before)
        if isinstance(found, Reading):
            found = found._replace(version=_marked(found.version, here=here))
        return found

    def path_of(self, key: str) -> str:
        """The full path, where an archive that is named holds it."""
        path = key.removeprefix(_PREFIX)
        return path if self._archives_of(path) else ""

    def find_key(self, path: str) -> str:
        """The key for a full path."""
        return _PREFIX + path if os.path.isabs(path) else ""  # noqa: PTH117 - no Path is needed for this

    def _archives_of(self, path: str) -> list[Archive]:
        """The named archives that a file stands in, after all links and dots on the way to it."""
        if "\0" in path:
            return []
        folder, name = os.path.split(path)
        real = Path(os.path.realpath(folder), name)
        return [archive for archive in self._archives[0] if real.is_relative_to(archive.path)]


def _skipped(problem: Problem, closed: Sequence[str]) -> Skipped:
    return Skipped(problem.name, problem.message, whole=problem.name in closed)


def _marked(version: Version, *, here: bool) -> Version:
    """A version that differs where conversations of every folder are wanted, so that a wider setting reads anew.

    The last bit of the last number tells it: no file system counts single nanoseconds.
    """
    size, mtime_ns, ctime_ns = version
    return size, mtime_ns, (ctime_ns & ~1) | (not here)
