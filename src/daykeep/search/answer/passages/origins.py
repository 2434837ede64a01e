"""From whom the text of a hit comes: the workspace's own words, or text from outside that stands in its files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.store import Files
from daykeep.guard.origin import ORIGINS
from daykeep.guard.secrets import mask_keys, mask_secrets
from daykeep.memory.decisions import trusted_contents
from daykeep.memory.notes.note import UNREVIEWED
from daykeep.search.documents import SOURCES
from daykeep.text.regions import find_regions
from daykeep.workspace.layout import AGENT_FOLDER, NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.encoding import Document
    from daykeep.search.answer.passages.hit import Hit
    from daykeep.text.regions import Region

WORKSPACE, KNOWLEDGE, CONVERSATIONS = SOURCES
TRANSCRIPT, EXTERNAL, UNKNOWN = "transcript", "external", "unknown"
_LABELS = {"transcript": TRANSCRIPT, "untrusted": EXTERNAL, "origin": ""}
"""Regions of foreign text, the stronger kind last; an empty label means the region's own detail."""


class _File(NamedTuple):
    """A file as it stands now (None: it can't be read), its lines as they were cut into pieces, and foreign text in it."""

    document: Document | None
    lines: Sequence[str]
    regions: list[Region]


class Origins:
    """The origins of passages in files of the workspace and of knowledge bases; each file is read once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[str, _File] = {}
        self._approved: dict[str, set[str]] | None = None

    def find(self, hit: Hit) -> str:
        """The origin of a hit; ``""`` for the workspace's own words and for those of knowledge bases.

        A note that no person has reviewed is ``unreviewed``, and so is the agent's notebook. Else ``transcript``, ``external`` or what the file names
        (``web``, ``tool``, …; ``unknown`` for another). A file that can't be read any more, or says something else at
        these lines by now, tells nothing of what the index has of it: that counts as ``unknown``. A knowledge base can
        be another workspace: what its files mark is believed, and a file that marks nothing is the base's own word.
        """
        if hit.source == CONVERSATIONS:
            return TRANSCRIPT
        document, lines, regions = self._read(hit.path)
        if hit.source != WORKSPACE and not regions:
            return ""
        first, last = hit.lines
        if hit.text.strip() not in mask_secrets("\n".join(lines[first - 1 : last]))[0]:
            return UNKNOWN
        origin = ""
        for kind, label in _LABELS.items():
            for region in regions:
                if region.kind == kind and region.first <= last and region.last >= first:
                    origin = label or (region.detail if region.detail in ORIGINS else UNKNOWN)
        if hit.source == WORKSPACE and hit.path.startswith(f"{AGENT_FOLDER}/"):
            return origin if origin not in {"", "user", "agent"} else UNREVIEWED
        if origin or hit.source != WORKSPACE or not hit.path.startswith(f"{NOTES_FOLDER}/"):
            return origin
        return "" if document is not None and self._is_reviewed(hit.path, document) else UNREVIEWED

    def _is_reviewed(self, path: str, note: Document) -> bool:
        """Whether a person has approved a note as it is."""
        if self._approved is None:
            self._approved = trusted_contents(self._files)
        return note.sha256 in self._approved.get(path, ()) and not _is_marked(path, note)

    def _read(self, path: str) -> _File:
        if path not in self._known:
            try:
                document = self._find(path)
            except DaykeepError:
                document = None
            lines = mask_keys(document.texts) if document is not None else ()
            self._known[path] = _File(document, lines, find_regions(lines))
        return self._known[path]

    def _find(self, path: str) -> Document | None:
        folder, slash, name = path.rpartition("/")
        if path.startswith("/"):  # a knowledge base: paths of the workspace are relative
            return Files(Path(folder or slash)).find_document(name)
        return self._files.find_document(path)


def _is_marked(path: str, document: Document) -> bool:
    """Whether a note says itself that nobody has reviewed it."""
    from daykeep.memory.notes.reading import parse_note  # noqa: PLC0415 - only where an approved note is found

    return parse_note(path, document).status == UNREVIEWED
