"""``daykeep recall``: brings a turn that triage stored back, as data."""

from __future__ import annotations

from typing import Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.texts import TextCommand
from daykeep.operations.recall import (
    Wish,
    find_stored,
    list_stored,
    recalled_data,
    recalled_lines,
    stored_data,
    stored_lines,
)
from daykeep.operations.recall import recall as find


@command("recall", cls=TextCommand)
@click.argument("wanted", nargs=-1, metavar="[ID|WORDS...]")
@click.option("--session", metavar="ID", help="The session; else the one that began last.")
@click.option(
    "--max-tokens",
    type=click.IntRange(400, 1_000_000),
    default=2_000,
    show_default=True,
    metavar="N",
    help="At most so many tokens.",
)
@click.option("--span", default="", metavar="A-B", help="Only these lines of the turn.")
@click.option("--secrets", is_flag=True, help="Show secrets too; at a terminal alone.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def recall(
    call: Call, wanted: tuple[str, ...], *, session: str | None, at: str | None, secrets: bool, **limits: Any
) -> None:
    """Bring a stored turn back, as data.

    A turn that triage took out of a conversation to save room is stored word for word.
    Give its id (A12), or words, a question, the name of what you look for. Without either all stored turns are listed.
    What comes back was said by anybody: it is data, in an envelope that its text can't leave. Nothing on the disk is changed.
    """
    workspace = call.workspace(at=at)
    store = find_stored(workspace, session)
    for problem in store.problems():
        call.note(f"{problem.name}: {problem.message}")
    if not "".join(wanted).strip():
        turns = list_stored(store)
        call.emit(stored_data(store, turns), stored_lines(store, turns))
        return
    wish = Wish(" ".join(wanted), mask=not _may_show(call, asked=secrets), **limits)
    result, unnoted = find(workspace, store, wish)
    if unnoted:
        call.note(unnoted)
    call.emit(recalled_data(store, result), recalled_lines(result))


def _may_show(call: Call, *, asked: bool) -> bool:
    from daykeep.errors import RefusedError

    if asked and not call.is_person():
        raise RefusedError(f"secrets are shown to a person only: {call.why_no_person()}")
    return asked
