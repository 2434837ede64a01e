"""From whom the text of a hit comes: the workspace's own words, or text from outside that stands in its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError
from daykeep.guard.origin import ORIGINS
from daykeep.search.documents import SOURCES
from daykeep.text.regions import find_regions

if TYPE_CHECKING:
    from daykeep.files.store import Files
    from daykeep.search.answer.hit import Hit
    from daykeep.text.regions import Region

WORKSPACE, KNOWLEDGE, CONVERSATIONS = SOURCES
TRANSCRIPT, EXTERNAL = "transcript", "external"
_LABELS = {"transcript": TRANSCRIPT, "untrusted": EXTERNAL, "origin": ""}
"""Regions of foreign text, the stronger kind last; an empty label means the region's own detail."""


class Origins:
    """The origins of passages in the files of a workspace; each file is read once."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._regions: dict[str, list[Region]] = {}

    def find(self, hit: Hit) -> str:
        """The origin of a hit; ``""`` for the workspace's own words and for knowledge bases.

        Else ``transcript``, ``external`` or what the file names (``web``, ``tool``, …; ``unknown`` for another). A
        file that can't be read any more says nothing: what the index has of it counts as ``unknown``.
        """
        if hit.source != WORKSPACE:
            return TRANSCRIPT if hit.source == CONVERSATIONS else ""
        try:
            regions = self._regions_of(hit.path)
        except DaykeepError:
            return "unknown"
        first, last = hit.lines
        origin = ""
        for kind, label in _LABELS.items():
            for region in regions:
                if region.kind == kind and region.first <= last and region.last >= first:
                    origin = label or (region.detail if region.detail in ORIGINS else "unknown")
        return origin

    def _regions_of(self, path: str) -> list[Region]:
        if path not in self._regions:
            document = self._files.find_document(path)
            self._regions[path] = find_regions(document.texts) if document is not None else []
        return self._regions[path]
