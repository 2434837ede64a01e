"""``daykeep history``: shows what memory learned, and memory as it was."""

from __future__ import annotations

import click

from daykeep.cli.frame import Call, command
from daykeep.operations.history import find_past, history_data, history_lines, past_data
from daykeep.operations.history import history as find


@command("history")
@click.argument("name", metavar="[FILE]", required=False)
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="Show at most N commits."
)
@click.option(
    "--as-of", "as_of", metavar="DATE", help="Print the file (MEMORY.md) as it was at the end of that day."
)
def history(call: Call, name: str | None, *, limit: int, as_of: str | None) -> None:
    """Show what memory learned, and as it was.

    The commits of memory in plain words, newest first: what was learned and from where, what was taken back,
    forgotten, archived or brought back and who approved it, the days' logs, and what others changed. FILE shows those
    of one file only.
    """
    workspace = call.workspace()
    if as_of is not None:
        past = find_past(workspace, as_of, name)
        call.note(past.note)
        call.emit(past_data(past), past.lines)
        return
    told = find(workspace, name, limit=limit)
    for note in told.notes:
        call.note(note)
    call.emit(history_data(told), history_lines(workspace, told))
