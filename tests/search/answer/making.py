"""A workspace on disk and a searcher over it, with an index in memory or in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.search.answer import Searcher
from daykeep.search.answer.searcher import INLINE_SECONDS
from daykeep.search.index import Pace
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.workspace.layout import read_layout
from tests.workspace.making import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LATER = 2**62
"""A moment long after every change: nothing is racy."""


def no_time() -> bool:
    return True


def open_searcher(
    root: Path,
    contents: dict[str, str | bytes],
    *,
    folder: Path | None = None,
    late: Callable[[], bool] | None = None,
) -> Searcher:
    """A searcher over a workspace with these files; ``late`` ends what a search may read in `INLINE_SECONDS`."""
    files = write(root, {"SOUL.md": "# SOUL\n", **contents})

    def pace(seconds: float | None) -> Pace:
        if seconds is None:
            return Pace(LATER)
        return Pace(LATER, out_of_time=late if seconds == INLINE_SECONDS else lambda: False)

    return Searcher([WorkspaceSource(files, read_layout(files))], files=files, folder=folder, pace=pace)
