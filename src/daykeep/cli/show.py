"""``daykeep show``: shows a passage that was found, with what stands around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.search_text import found_searcher, passages_data
from daykeep.errors import DaykeepError, UsageError
from daykeep.search.documents import MAX_CHUNKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.search.answer.passages.showing import Shown


@command("show")
@click.argument("name", metavar="ID")
@click.option(
    "--context", type=click.IntRange(0, 100), default=2, show_default=True, help="Show N passages around it."
)
@click.option("--full", is_flag=True, help="Show the whole file.")
def show(call: Call, name: str, *, context: int, full: bool) -> None:
    """Show a passage that was found.

    It stands between its neighbours. ID is what `daykeep search` gives: the place of a hit (memory/2026-03-10.md:14)
    or the id of its JSON answer. A path alone shows the beginning of that file.
    """
    workspace = call.workspace()
    with found_searcher(call, workspace) as searcher:
        shown = searcher.show(name, context=MAX_CHUNKS if full else context)
    if shown is None:
        raise UsageError(f'nothing that is searched is called "{name}"', hint=_what_to_do(workspace, name))
    for note in shown.notes:
        call.note(note)
    call.emit(_data(shown), _lines(shown))


def _what_to_do(workspace: Workspace, name: str) -> str:
    path = name.rpartition(":")[0] if name.rpartition(":")[2].isdecimal() else name
    try:
        is_file = bool(path) and workspace.files.kind(path) == "file"
    except DaykeepError:
        is_file = False
    return (
        f'`daykeep why-not "{path}"` says why' if is_file else "`daykeep search` gives ids of what it finds"
    )


def _data(shown: Shown) -> dict[str, Any]:
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


def _lines(shown: Shown) -> Iterator[str]:
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
