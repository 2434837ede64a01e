"""``daykeep show``: shows a passage that was found, with what stands around it."""

from __future__ import annotations

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.searcher import found_searcher
from daykeep.operations.show import show as find
from daykeep.operations.show import shown_data, shown_lines
from daykeep.search.documents import MAX_CHUNKS


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
        shown = find(workspace, searcher, name, context=MAX_CHUNKS if full else context)
    for note in shown.notes:
        call.note(note)
    call.emit(shown_data(shown), shown_lines(shown))
