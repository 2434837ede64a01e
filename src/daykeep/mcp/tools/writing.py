"""The tools that add: log, remember, and forget, which only asks.

Whatever comes this way is said by an agent, never by the user; an argument can only lower the trust in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from mcp_types import CallToolResult
from pydantic import Field

from daykeep.errors import UsageError
from daykeep.mcp.desk import Told
from daykeep.mcp.tools.outputs import Forgetting, Logged, Remembered

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.mcp.desk import Desk

TEXT_CHARS = 65_536
"""An entry or a statement is no longer; the doors behind it count bytes."""
LINE_CHARS = 1_000
MOST_TAGS = 50
ORIGINS = ("agent", "tool", "web", "import")
"""Whose words an agent may say it passes on."""
AS_AGENT = "recorded as agent: nothing that comes by this server counts as said by the user"

Line = Annotated[str, Field(max_length=LINE_CHARS)]
Text = Annotated[str, Field(max_length=TEXT_CHARS)]
Origin = Annotated[
    str,
    Field(
        description="Whose words these are: agent (yours), or tool, web, import for what you only pass on.",
        max_length=40,
        json_schema_extra={"enum": list(ORIGINS)},
    ),
]


class Writing:
    """The tools that add to a workspace."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def log(
        self,
        *,
        text: Annotated[Text, Field(description="What happened, in a sentence or more.")] = "",
        kind: Annotated[
            Literal["", "done", "problem", "lesson", "todo", "decision", "note"],
            Field(description="What it is; empty to read that off the other fields."),
        ] = "",
        title: Annotated[Line, Field(description="A heading for it.")] = "",
        problem: Annotated[
            Text, Field(description="What went wrong: with `fix` the pair that is learned from.")
        ] = "",
        fix: Annotated[Text, Field(description="What put it right.")] = "",
        lesson: Annotated[Text, Field(description="What it taught.")] = "",
        tags: Annotated[list[Line], Field(description="Words to find it by.", max_length=MOST_TAGS)] = [],  # noqa: B006 - never changed
        origin: Origin = "agent",
    ) -> Annotated[CallToolResult, Logged]:
        """Add an entry to today's log: what was done, decided, learned, or is still to be done. On disk when this returns.

        Log as you go. Secrets in the text are masked.
        """
        from daykeep.daily.log import notes_on
        from daykeep.operations.log import Wish, add_entry, said_place

        def work(workspace: Workspace) -> Told:
            believed, notes = believe(origin)
            wish = Wish(text, believed, kind, title, problem, fix, lesson, tuple(tags))
            logged = add_entry(workspace, wish)
            return Told(logged.as_json(), [said_place(logged)], [*notes, *notes_on(logged)])

        return self._desk.answer(work)

    def remember(
        self,
        *,
        text: Annotated[Text, Field(description="One thing worth knowing in later sessions.", min_length=1)],
        type: Annotated[  # noqa: A002 - the word that agents expect
            Literal["", "user", "feedback", "project", "reference"],
            Field(
                description="Who the user is, how to work, what goes on, where to look; empty to have it chosen."
            ),
        ] = "",
        why: Annotated[Text, Field(description="Why it is so.")] = "",
        apply: Annotated[Text, Field(description="When and how it applies.")] = "",
        name: Annotated[Line, Field(description="The note's name; empty to take it from the text.")] = "",
        origin: Origin = "agent",
    ) -> Annotated[CallToolResult, Remembered]:
        """Keep a statement as a note: at once, marked as unreviewed, until a person has looked at it.

        Words like "Thursday" become dates. What says the same as a note changes that note. What code, files or git tell
        is refused: look it up when it is needed.
        """
        from daykeep.operations import remember as notes
        from daykeep.review.remembering.wish import Wish

        def work(workspace: Workspace) -> Told:
            believed, said = believe(origin)
            wish = Wish(text, type, why, apply, name, believed, anyway=False)
            meant = notes.read_meant(wish, workspace.day)
            done = notes.remember(workspace, wish, meant)
            data = {"store": "workspace", "made": [], **notes.remembered_data(done, meant, dry_run=False)}
            lines = notes.remembered_lines(done, meant, dry_run=False)
            return Told(data, lines, [*said, *done.problems, *done.change.warnings])

        return self._desk.answer(work)

    def forget(
        self,
        query: Annotated[
            str,
            Field(
                description="Text that the lines hold, an item's id, or a note's file or name.",
                min_length=1,
                max_length=LINE_CHARS,
            ),
        ],
        dry_run: Annotated[bool, Field(description="Only show what would be asked for.")] = False,
    ) -> Annotated[CallToolResult, Forgetting]:
        """Ask for lines of memory to be forgotten. Nothing is forgotten by this: it waits for a person, in `daykeep review`."""
        from daykeep.operations.forget import (
            find_lines,
            forgetting_data,
            forgetting_lines,
            propose_forgetting,
        )

        def work(workspace: Workspace) -> Told:
            plan = find_lines(workspace, query)
            shown = [*forgetting_lines(plan)]
            if dry_run:
                return Told(forgetting_data(plan, dry_run=True), [*shown, "Nothing was written."])
            proposed = propose_forgetting(workspace, plan)
            return Told({**forgetting_data(plan), "proposals": list(proposed.ids)}, [*shown, *proposed.said])

        return self._desk.answer(work)


def believe(origin: str) -> tuple[str, list[str]]:
    """The origin that counts, and what is to be said of it; UsageError for one that nobody knows.

    >>> believe("web"), believe("user")[0]
    (('web', []), 'agent')
    """
    if origin == "user":
        return "agent", [AS_AGENT]
    if origin not in ORIGINS:
        raise UsageError(f'"{origin}" is no origin', hint=f"one of {', '.join(ORIGINS)}")
    return origin, []
