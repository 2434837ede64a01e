"""A passage that was found, with what stands around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError, UsageError
from daykeep.operations.search import passages_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.search.answer import Searcher
    from daykeep.search.answer.passages.showing import Shown


def show(workspace: Workspace, searcher: Searcher, name: str, *, context: int) -> Shown:
    """The passage that is called by an id or by a place (memory/2026-03-10.md:14), with ``context`` passages on each side.

    UsageError, with what to do, where nothing that is searched is called so.
    """
    shown = searcher.show(name, context=context)
    if shown is None:
        raise UsageError(f'nothing that is searched is called "{name}"', hint=_what_to_do(workspace, name))
    return shown


def _what_to_do(workspace: Workspace, name: str) -> str:
    path = name.rpartition(":")[0] if name.rpartition(":")[2].isdecimal() else name
    try:
        is_file = bool(path) and workspace.files.kind(path) == "file"
    except DaykeepError:
        is_file = False
    return (
        f'`daykeep why-not "{path}"` says why' if is_file else "`daykeep search` gives ids of what it finds"
    )


def shown_data(shown: Shown) -> dict[str, Any]:
    """A passage and its neighbours as JSON values."""
    document = shown.document
    return {
        "key": document.key,
        "source": document.source,
        "level": document.level,
        "path": document.path,
        "title": document.title or None,
        "day": document.day.isoformat() if document.day else None,
        "passages": passages_data(shown),
    }


def shown_lines(shown: Shown) -> Iterator[str]:
    """A passage and its neighbours in lines, with their numbers; ``>`` marks the passage that was asked for."""
    heading: tuple[str, ...] = ()
    yield shown.document.path
    for place, chunk in enumerate(shown.chunks):
        if chunk.heading != heading:
            heading = chunk.heading
            yield f"       § {' › '.join(heading)}"
        for number, line in enumerate(chunk.text.rstrip("\n").split("\n"), chunk.first_line):
            mark = ">" if place == shown.wanted else " "
            said = f"{chunk.speaker}: " if chunk.speaker and number == chunk.first_line else ""
            yield f"{mark}{number:>5}  {said}{line}"
