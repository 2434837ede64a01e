"""``daykeep why``: says where a line of memory came from."""

from __future__ import annotations

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.texts import TextCommand
from daykeep.operations.why import why as find
from daykeep.operations.why import why_data, why_lines, why_notes


@command("why", cls=TextCommand)
@click.argument("line", metavar="LINE")
def why(call: Call, line: str) -> None:
    """Say where a line of memory came from.

    LINE is a line of MEMORY.md, of its archive or of a note, with or without its bullet, a part that only one line has,
    its number as MEMORY.md:12, or the file of a note. The answer names the log and its lines, the day, the origin, and the commit that learned
    it, also where the log or the line was archived since. Then comes what happened to the line: who approved,
    rejected, replaced, archived, took back or restored it, and when.
    """
    workspace = call.workspace()
    answer = find(workspace, line)
    for note in why_notes(answer):
        call.note(note)
    call.emit(why_data(answer), why_lines(workspace, answer))
