"""The searcher of a call: while a long first reading of the files goes on, the client is told how far it is."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import anyio.from_thread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.server.mcpserver import Context

    from daykeep.app import Workspace
    from daykeep.search.answer import Searcher

STEPS = 50
"""A client is told of progress so many times at most."""
PROGRESS_FROM = 100
"""Fewer documents are read before anybody would look."""


class Progress:
    """Tells the client of a call, from the thread that does the work, how much of it is done.

    A call that the client took back is broken off here.
    """

    def __init__(self, context: Context, label: str) -> None:
        self._context = context
        self._label = label
        self._told = -1

    def __call__(self, done: int, total: int) -> None:
        """Say that ``done`` of ``total`` is done, where that is more than was said before."""
        step = done * STEPS // total if total else STEPS
        if total >= PROGRESS_FROM and step > self._told:
            self._told = step
            anyio.from_thread.run(self._context.report_progress, done, total, self._label)


@contextmanager
def told_searcher(workspace: Workspace, context: Context) -> Iterator[Searcher]:
    """The searcher of a workspace; the client of the call is told of its progress."""
    with workspace.searcher(progress=Progress(context, "reading files")) as searcher:
        yield searcher
