"""Lines that are to leave memory: where they are, and the wish that waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import UsageError
from daykeep.operations.remember import masked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.app import Workspace
    from daykeep.review.forgetting.forget import Forgetting

SHOWN = 10
"""So many lines of logs and commits are listed."""


class Proposed(NamedTuple):
    """The proposals that now wait for a person, by their ids, and what is to be said of each wish."""

    ids: tuple[str, ...]
    said: tuple[str, ...]


def find_lines(workspace: Workspace, query: str, *, may_be_none: bool = False) -> Forgetting:
    """The lines of memory that hold a text, or that an id names. UsageError where there is none, unless ``may_be_none``."""
    from daykeep.review.forgetting.forget import plan_forget  # noqa: PLC0415 - not needed to show a plan

    plan = plan_forget(workspace.files, query, memory=workspace.layout.memory_target)
    if not plan.lines and not may_be_none:
        raise UsageError(f'nothing in memory holds "{query}"', hint="`daykeep why LINE` looks for a line")
    return plan


def propose_forgetting(workspace: Workspace, plan: Forgetting) -> Proposed:
    """Have the removal wait for a person; what they rejected once, and what waits already, is not proposed again."""
    from daykeep.review.asking.propose import find_refusal  # noqa: PLC0415 - not needed to show a plan
    from daykeep.review.forgetting.forget import draft_forgetting  # noqa: PLC0415 - not needed to show a plan
    from daykeep.review.stores.joined import open_store  # noqa: PLC0415 - not needed to show a plan

    store = open_store(workspace.files, workspace.history, language=workspace.language)
    made, said = [], []
    for draft in draft_forgetting(workspace.files, plan, origin="agent", day=workspace.day):
        refusal = find_refusal(workspace.files, draft)
        proposal = None if refusal else store.create(draft, now=workspace.now)
        if refusal:
            said.append(f"Not proposed: a person rejected exactly this on {refusal}.")
        elif proposal is None:
            said.append(f"That waits for a person already, for {draft.target}: `daykeep review`.")
        else:
            made.append(proposal.id)
            said.append(f"It waits for a person as {proposal.id}: `daykeep review`.")
    return Proposed(tuple(made), tuple(said))


def forgetting_lines(plan: Forgetting) -> Iterator[str]:
    """The lines that would go, and those of logs that stay, with secrets masked."""
    for line in plan.lines:
        yield f"{line.name}:{line.number}: {masked(line.text)}"
    for name in plan.notes:
        yield f"{name} goes as a whole, with its line in the index."
    if plan.logged:
        yield "These lines of logs say it too; they stay, and are not learned again:"
        yield from some([f"  {line.name}:{line.number}: {masked(line.text)}" for line in plan.logged])


def some(lines: Sequence[str]) -> Iterator[str]:
    """The first of many lines, and how many more there are."""
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield f"  … and {len(lines) - SHOWN} more"


def forgetting_data(plan: Forgetting, *, dry_run: bool = False) -> dict[str, Any]:
    """The lines that would go as JSON values, with secrets masked; nothing is forgotten or proposed yet."""

    def rows(lines: Sequence[Any]) -> list[dict[str, Any]]:
        return [{"name": line.name, "line": line.number, "text": masked(line.text)} for line in lines]

    return {
        "lines": rows(plan.lines),
        "logged": rows(plan.logged),
        "notes": list(plan.notes),
        "dry_run": dry_run,
        "forgotten": 0,
        "proposals": [],
    }
