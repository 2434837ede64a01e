"""``daykeep revert``: takes back something that was learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.app import Workspace
    from daykeep.review.takeback.revert import Change, Revert


@command("revert")
@click.argument("target", metavar="ID")
@click.option("--dry-run", is_flag=True, help="Show what goes; write nothing.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def revert(call: Call, target: str, *, dry_run: bool, at: str | None) -> None:
    """Take back what was learned or forgotten.

    ID is an item (`daykeep why LINE` prints it) or a commit of daykeep's (`daykeep history`). The inverse becomes a
    commit of its own. What was learned is not learned again; reverting that commit brings it back. What was forgotten
    comes back and may be learned again, and what was superseded stands in its place again. Only a person brings back
    what was forgotten; where a core file would change, anybody else's asking waits in `daykeep review`.
    """
    from daykeep.review.takeback.revert import plan_revert

    workspace = call.workspace(at=at)
    memory = workspace.layout.memory_target
    plan = plan_revert(workspace.files, workspace.history, target, memory=memory)
    asked = [] if dry_run or call.is_person() else _ask(workspace, plan)
    if asked:
        call.emit({**_data(plan, None, dry_run=False), "proposals": asked}, _asked_lines(plan, asked))
        return
    commit = None if dry_run else _apply(call, workspace, plan)
    data = {**_data(plan, commit, dry_run=dry_run), "proposals": []}
    call.emit(data, _lines(plan, commit, dry_run=dry_run))


def _ask(workspace: Workspace, plan: Revert) -> list[str]:
    """Queue the inverse change of a core file for a person; the ids of the proposals, new or waiting already."""
    from daykeep.review.stores.joined import open_store
    from daykeep.review.takeback.ask import draft_inverse

    if not plan.needs_person:
        return []
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    found = []
    for draft in draft_inverse(workspace.files, plan, day=workspace.day):
        made = store.create(draft, now=workspace.now)
        ids = {item.id for item in draft.items}
        waiting = store.list_waiting().proposals if made is None else (made,)
        found += [one.id for one in waiting if ids & {item.id for item in one.waiting}]
    return found


def _asked_lines(plan: Revert, asked: list[str]) -> Iterator[str]:
    yield _headline(plan, dry_run=True)
    for change in plan.others:
        yield f"{change.name}:"
        yield from (f"  {line}" for line in change.difference.render())
    yield f"It waits for a person as {', '.join(asked)}: `daykeep review`."


def _apply(call: Call, workspace: Workspace, plan: Revert) -> str | None:
    """Do it; RefusedError for what only a person may do."""
    from daykeep.review.takeback.revert import apply_revert
    from daykeep.review.verdict.approval import Approver, require_person

    asker = Approver("daykeep", "")
    if plan.needs_person:
        asker = require_person(call, workspace.settings, deed="take that back")
    problems: list[str] = []
    author = str(workspace.settings["history.author"])
    try:
        return apply_revert(
            workspace.files,
            workspace.history,
            plan,
            now=workspace.now,
            author=author,
            by=asker.by,
            proof=asker.how,
            problems=problems,
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
        "archives": [_change(change) for change in plan.archives],
        "others": [_change(change) for change in plan.others if change not in plan.archives],
        "needs_person": plan.needs_person,
        "dry_run": dry_run,
        "commit": commit,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "name": change.name,
        "removed": [{"line": number, "text": text} for number, text in change.difference.removed],
        "added": [{"line": number, "text": text} for number, text in change.difference.added],
    }


def _lines(plan: Revert, commit: str | None, *, dry_run: bool) -> Iterator[str]:
    yield _headline(plan, dry_run=dry_run)
    yield from (f"  {line}" for line in plan.difference.render())
    for change in plan.others:
        yield f"{change.name}:"
        yield from (f"  {line}" for line in change.difference.render())
    if not plan.files:
        there = "there already" if plan.target.restores else "not there"
        yield f"Its lines are {there}: {plan.name} stays as it is."
    if dry_run:
        yield "Nothing was written."
    elif commit:
        yield f"Committed as {commit[:10]}."


def _headline(plan: Revert, *, dry_run: bool) -> str:
    subject = plan.target.subject
    if not plan.files and subject.startswith("Took back: "):
        return subject.replace("Took back: ", "Taken back before: ", 1)
    if not dry_run:
        return subject
    for done, would in (("Took back: ", "Would take back: "), ("Undid: ", "Would undo: ")):
        if subject.startswith(done):
            return subject.replace(done, would, 1)
    return subject
