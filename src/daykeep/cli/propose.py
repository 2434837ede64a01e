"""``daykeep propose``: a change of a core file or of MEMORY.md that waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.review.queue.proposals import Draft, Proposal

ORIGINS = ("user", "agent", "tool", "web", "import", "hook")
PATCH_LIMIT_BYTES = 1_000_000
"""A longer patch is no change that a person could look at."""


@command("propose")
@click.argument("file", metavar="FILE")
@click.option(
    "--append", "text", metavar="TEXT", help="Text that would come at the end; `-` reads standard input."
)
@click.option("--patch", metavar="-", help="Read a unified diff from standard input.")
@click.option(
    "--origin", type=click.Choice(ORIGINS), help="Who it comes from; agent unless a person types it."
)
@click.option("--dry-run", is_flag=True, help="Show what would be proposed; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def propose(call: Call, file: str, at: str | None, *, dry_run: bool, **given: Any) -> None:
    """Suggest a change of a core file or MEMORY.md.

    FILE is SOUL.md, USER.md, AGENTS.md, TOOLS.md, HEARTBEAT.md, IDENTITY.md or MEMORY.md. Nothing is written there:
    the change waits until a person approves it in `daykeep review`. Text that came from a tool, the web or an import is
    never taken for a core file, and a secret for none.
    """
    text = _text(call, given["text"], given["patch"])
    draft, told = _draft(call, file, at, text, appends=given["patch"] is None, origin=given["origin"])
    workspace, refusal = told
    made = None
    if not refusal and not dry_run:
        from daykeep.review.stores.joined import open_store

        store = open_store(workspace.files, workspace.history, language=workspace.language)
        made = store.create(draft, now=workspace.now)
    call.emit(_data(draft, made, refusal), _lines(draft, made, refusal, dry_run=dry_run))


def _text(call: Call, text: str | None, patch: str | None) -> str:
    """The text to append or the patch; exactly one of both is given."""
    if (text is None) == (patch is None):
        raise UsageError("give either --append TEXT or --patch -")
    if patch is not None and patch != "-":
        raise UsageError("--patch reads standard input", hint="daykeep propose FILE --patch - < change.diff")
    if text is not None and text != "-":
        return text
    from daykeep.files.encoding import decode

    data = call.stdin_bytes(PATCH_LIMIT_BYTES)
    if len(data) > PATCH_LIMIT_BYTES:
        raise UsageError("standard input is too long for a change that a person could look at")
    return "\n".join(decode(data, "standard input").texts) + "\n"


def _draft(call: Call, file: str, at: str | None, text: str, *, appends: bool, origin: str | None) -> Any:
    """The proposal, with the workspace and the reason why it is not queued."""
    from daykeep.review.asking.propose import (
        PATCH,
        draft_changes,
        find_proposable,
        find_refusal,
        plan_append,
        plan_patch,
    )
    from daykeep.review.verdict.hunks import APPEND

    workspace = call.workspace(at=at)
    name = find_proposable(workspace.layout, file)
    document = workspace.files.find_document(name)
    if origin == "user" and not call.is_person():
        call.note("proposed as agent: --origin user counts only at a person's own terminal")
        origin = "agent"
    draft = draft_changes(
        name,
        document,
        [plan_append(document, text)] if appends else plan_patch(document, text, name=name),
        origin=origin or ("user" if call.is_person() else "agent"),
        day=workspace.day,
        rule=APPEND if appends else PATCH,
    )
    return draft, (workspace, find_refusal(workspace.files, draft))


def _data(draft: Draft, made: Proposal | None, refusal: str) -> dict[str, Any]:
    items = [
        {
            "id": item.id,
            "line": item.lines[0].number + item.before,
            "removed": [old.text for old in item.supersedes],
            "added": item.memory_lines,
            "origin": item.origin,
            "reason": item.reason,
        }
        for item in draft.items
    ]
    proposal = made.id if made is not None else None
    return {"target": draft.target, "proposal": proposal, "rejected_on": refusal or None, "items": items}


def _lines(draft: Draft, made: Proposal | None, refusal: str, *, dry_run: bool) -> Iterator[str]:
    if refusal:
        yield f"Not proposed: a person rejected exactly this on {refusal}."
        return
    for item in made.items if made is not None else draft.items:
        yield f"{draft.target}:{item.lines[0].number + item.before}  ({item.id})"
        yield from (f"  - {old.text}" for old in item.supersedes)
        yield from (f"  + {text}" for text in item.memory_lines)
        yield f"  {item.reason}"
    if dry_run:
        yield "Nothing was written."
    elif made is None:
        yield "This waits for a person already: `daykeep review`."
    else:
        yield f"It waits for a person as {made.id}: `daykeep review`."
