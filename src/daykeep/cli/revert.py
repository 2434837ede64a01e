"""``daykeep revert``: takes back something that was learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.review.takeback.revert import Revert


@command("revert")
@click.argument("target", metavar="ID")
@click.option("--dry-run", is_flag=True, help="Show what goes; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def revert(call: Call, target: str, *, dry_run: bool, at: str | None) -> None:
    """Take back something that was learned.

    ID is an item (`daykeep why LINE` prints it) or a commit that learned or took back something (`daykeep
    history`). The inverse becomes a commit of its own, and the next distillation does not bring the lines back;
    reverting that commit does.
    """
    from daykeep.review.takeback.revert import plan_revert

    workspace = call.workspace(at=at)
    memory = workspace.layout.memory_target
    plan = plan_revert(workspace.files, workspace.history, target, memory=memory)
    commit = None if dry_run else _apply(call, workspace, plan)
    call.emit(_data(plan, commit, dry_run=dry_run), _lines(plan, commit, dry_run=dry_run))


def _apply(call: Call, workspace: Workspace, plan: Revert) -> str | None:
    from daykeep.review.takeback.revert import apply_revert

    problems: list[str] = []
    author = str(workspace.settings["history.author"])
    try:
        return apply_revert(
            workspace.files, workspace.history, plan, now=workspace.now, author=author, problems=problems
        )
    finally:
        for problem in problems:
            call.note(problem)


def _data(plan: Revert, commit: str | None, *, dry_run: bool) -> dict[str, Any]:
    return {
        "target": plan.target.id,
        "subject": plan.target.subject,
        "name": plan.name,
        "items": list(plan.target.items),
        "removed": [{"line": number, "text": text} for number, text in plan.difference.removed],
        "added": [{"line": number, "text": text} for number, text in plan.difference.added],
        "archives": [
            {
                "name": change.name,
                "removed": [{"line": number, "text": text} for number, text in change.difference.removed],
                "added": [{"line": number, "text": text} for number, text in change.difference.added],
            }
            for change in plan.archives
        ],
        "dry_run": dry_run,
        "commit": commit,
    }


def _lines(plan: Revert, commit: str | None, *, dry_run: bool) -> Iterator[str]:
    there = "there already" if plan.target.restores else "not there"
    subject = plan.target.subject
    if not plan.changes and subject.startswith("Took back: "):
        yield subject.replace("Took back: ", "Taken back before: ", 1)
    else:
        yield subject.replace("Took back: ", "Would take back: ", 1) if dry_run else subject
    yield from (f"  {line}" for line in plan.difference.render())
    for change in plan.archives:
        yield f"{change.name}:"
        yield from (f"  {line}" for line in change.difference.render())
    if not plan.changes:
        yield f"Its lines are {there}: {plan.name} stays as it is."
    if dry_run:
        yield "Nothing was written."
    elif commit:
        yield f"Committed as {commit[:10]}."
