"""``daykeep revert``: takes back something that was learned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.review.revert import Revert


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
    from daykeep.review.history import require_history
    from daykeep.review.revert import apply_revert, plan_revert

    workspace = call.workspace(at=at)
    commits = require_history(workspace.history)
    plan = plan_revert(workspace.files, commits, workspace.layout.memory_target, target)
    commit = None
    if not dry_run:
        by = "user" if call.is_person() else "agent"
        author = str(workspace.settings["history.author"])
        commit = apply_revert(workspace.files, commits, plan, now=workspace.now, author=author, by=by)
    removed, added = _difference(plan)
    data = {"target": plan.target, "dry_run": dry_run, "removed": removed, "added": added, "commit": commit}
    done = f"Committed as {commit[:10]}." if commit else "Nothing was written."
    call.emit(data, [plan.subject, *(f"- {t}" for t in removed), *(f"+ {t}" for t in added), done])


def _difference(plan: Revert) -> tuple[list[str], list[str]]:
    import difflib

    from daykeep.files.encoding import decode

    after = decode(plan.after, plan.document.name).texts
    rows = [row for row in difflib.ndiff(plan.document.texts, after) if row[2:].strip()]
    return [row[2:] for row in rows if row.startswith("- ")], [
        row[2:] for row in rows if row.startswith("+ ")
    ]
