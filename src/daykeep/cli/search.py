"""``daykeep search``: finds passages for a question in the workspace, knowledge bases and conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.search_text import answer_data, answer_lines, check_question, found_searcher
from daykeep.cli.texts import TextCommand
from daykeep.clock import now_ns
from daykeep.search.documents import LEVELS, SOURCES

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.search.answer import Asking

SHORT_LINES = 4
"""A hit shows so many lines; `daykeep show` all of them."""

NARROWING = ("source", "level", "since", "until", "kind", "tag")


@command("search", cls=TextCommand)
@click.argument("question", nargs=-1, required=True, metavar="QUESTION...")
@click.option(
    "--limit", type=click.IntRange(1, 100), default=8, show_default=True, help="Show at most N hits."
)
@click.option(
    "--source", type=click.Choice(SOURCES), multiple=True, help="Look in this source only; may be repeated."
)
@click.option(
    "--level", type=click.Choice(LEVELS), multiple=True, help="Look in this level only; may be repeated."
)
@click.option("--since", metavar="DAY", help="Only what belongs to this day or later.")
@click.option("--until", metavar="DAY", help="Only what belongs to this day or earlier.")
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
    began = now_ns()
    with found_searcher(call, workspace) as searcher:
        answer = searcher.answer(check_question(" ".join(question)), _asking(workspace, limits))
        around = {hit.id: searcher.around(hit.id, context=context) for hit in answer.hits if context}
    workspace.trace("retrieval", began, kind="search", hits=len(answer.hits))
    for note in answer.notes:
        call.note(note)
    is_narrowed = any(limits[name] for name in NARROWING)
    lines = answer_lines(answer, around, longest=None if full else SHORT_LINES, is_narrowed=is_narrowed)
    call.emit(answer_data(answer, around), lines)


def _asking(workspace: Workspace, limits: dict[str, Any]) -> Asking:
    from daykeep.clock import parse_day
    from daykeep.search.answer import Asking
    from daykeep.search.documents import Filter

    since, until = (
        parse_day(limits[name], now=workspace.now, zone=workspace.zone) if limits[name] else None
        for name in ("since", "until")
    )
    where = Filter(
        frozenset(limits["source"]), frozenset(limits["level"]), since, until, limits["kind"], limits["tag"]
    )
    return Asking(workspace.day, where, limits["limit"])
