"""``daykeep search``: finds passages for a question in the workspace, knowledge bases and conversations."""

from __future__ import annotations

from typing import Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.searcher import found_searcher
from daykeep.cli.texts import TextCommand
from daykeep.operations.search import SHORT_LINES, Query, found_data, found_lines
from daykeep.operations.search import search as find
from daykeep.search.documents import LEVELS, SOURCES


@command("search", cls=TextCommand)
@click.argument("question", nargs=-1, required=True, metavar="QUESTION...")
@click.option(
    "--limit", type=click.IntRange(1, 100), default=8, show_default=True, help="Show at most N hits."
)
@click.option(
    "--source",
    "sources",
    type=click.Choice(SOURCES),
    multiple=True,
    help="Look in this source only; may be repeated.",
)
@click.option(
    "--level",
    "levels",
    type=click.Choice(LEVELS),
    multiple=True,
    help="Look in this level only; may be repeated.",
)
@click.option("--since", default="", metavar="DAY", help="Only what belongs to this day or later.")
@click.option("--until", default="", metavar="DAY", help="Only what belongs to this day or earlier.")
@click.option(
    "--kind", default="", metavar="KIND", help="Only notes of this type, or conversations of this format."
)
@click.option("--tag", default="", metavar="TAG", help="Only what carries this tag.")
@click.option(
    "--context", type=click.IntRange(0, 20), default=0, metavar="N", help="Show N passages around each hit."
)
@click.option("--full", is_flag=True, help="Show every line of a hit.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def search(
    call: Call, question: tuple[str, ...], *, at: str | None, context: int, full: bool, **limits: Any
) -> None:
    """Find what is known about something.

    QUESTION is a question or a few words, in any language. Layer files, MEMORY.md, daily logs, notes and the archive
    are searched, and the folders and conversations that your settings name. Days in the question narrow the answer
    ("last week", "in March", 上周). Each hit has an id for `daykeep show`. Nothing relevant is said, not padded.
    """
    workspace = call.workspace(at=at)
    query = Query(" ".join(question), context=context, **limits)
    with found_searcher(call, workspace) as searcher:
        found = find(workspace, searcher, query)
    for note in found.answer.notes:
        call.note(note)
    call.emit(found_data(found), found_lines(found, longest=None if full else SHORT_LINES))
