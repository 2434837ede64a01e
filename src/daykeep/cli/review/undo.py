"""``daykeep review undo``: decisions taken back, each after a look at what that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import PARTIAL, visible
from daykeep.operations.waiting import item_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.cli.review.desk import ReviewDesk
    from daykeep.review.takeback.undo import Undo

_SAID = {"approved": "Approved", "rejected": "Rejected", "deferred": "Put off"}


def undo(desk: ReviewDesk, ids: Sequence[str]) -> int:
    """Take decisions back, without ids those of the last sitting; each is shown and asked about."""
    from daykeep.review.takeback.undo import apply_undo, find_decided, plan_undo

    files, store, call = desk.workspace.files, desk.store, desk.call
    choices = [choice for asked in ids or ("",) for choice in find_decided(files, store, asked)]
    undone: list[str] = []
    refused: list[dict[str, str]] = []
    commits: list[str] = []
    for choice in {one.item.id: one for one in choices}.values():
        plan = plan_undo(files, store, choice, desk.desk)
        click.echo(visible("\n".join(_lines(plan))), err=call.json)
        if plan.obstacle:
            call.note(f"item {choice.item.id} is not taken back: {plan.obstacle}")
            refused.append({"item": choice.item.id, "reason": plan.obstacle})
        elif click.confirm("Take it back?", err=call.json):
            done = apply_undo(files, store, plan, desk.desk)
            undone.append(choice.item.id)
            commits += [done.commit] if done.commit else []
            for problem in done.problems:
                call.note(problem)
    things = f"{len(undone)} thing{'' if len(undone) == 1 else 's'}"
    said = f"{things} wait{'s' if len(undone) == 1 else ''} again." if undone else "Nothing was taken back."
    lines = [said, *(f"Committed as {commit[:10]}." for commit in commits)]
    call.emit({"undone": undone, "refused": refused, "commits": commits}, lines)
    return PARTIAL if refused else 0


def _lines(plan: Undo) -> Iterator[str]:
    yield f"{_SAID.get(plan.kind, plan.kind)}: {item_line(plan.choice.item)}"
    if plan.change is not None:
        yield f"  {plan.change.name}"
        yield from (f"    {text}" for text in plan.difference.render())
    else:
        yield from (f"    {text}" for text in plan.choice.item.memory_lines)
    for archive in plan.archives:
        yield f"  {archive.name}: what goes back leaves it"
