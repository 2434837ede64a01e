"""The searcher of a workspace, as commands open it: a long first reading is shown at a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.search.answer import Searcher

PROGRESS_FROM = 400
"""Fewer documents are read before a bar would be seen."""

MOST_PROCESSES = 4


@contextmanager
def found_searcher(call: Call, workspace: Workspace) -> Iterator[Searcher]:
    """The searcher of a workspace; a long first reading shows a bar at a terminal and can be interrupted."""
    processes = min(MOST_PROCESSES, os.cpu_count() or 1)
    with (
        shown_progress(call) as progress,
        workspace.searcher(progress=progress, processes=processes) as searcher,
    ):
        yield searcher


@contextmanager
def shown_progress(call: Call, label: str = "Reading files") -> Iterator[Callable[[int, int], None] | None]:
    """Tells a person at a terminal how much of how much is done; None where nobody watches."""
    if call.json or not sys.stderr.isatty():
        yield None
        return
    bars: list[Any] = []

    def progress(done: int, total: int) -> None:
        if not bars and total >= PROGRESS_FROM:
            bars.append(click.progressbar(length=total, label=label, file=sys.stderr).__enter__())
        if bars:
            bars[0].update(done - bars[0].pos)
            if done >= total:
                bars.pop().__exit__(None, None, None)

    try:
        yield progress
    finally:
        while bars:
            bars.pop().__exit__(None, None, None)


@contextmanager
def shown_count(call: Call, label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Tells a person at a terminal how much of ``total`` is done."""
    with shown_progress(call, label) as progress:
        yield (lambda done: progress(done, total)) if progress is not None else (lambda _: None)
