"""Imports the memory of another tool: everything that is new waits in the review queue, with origin import."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import UsageError
from daykeep.importing.detect import read_source
from daykeep.importing.plan import LOCK, Place, apply_import, plan_import
from daykeep.importing.source import Source
from daykeep.operations.waiting import place_of
from daykeep.review.queue.proposals import NEW_DAY, NEW_NOTE
from daykeep.review.stores.joined import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from daykeep.app import Workspace
    from daykeep.importing.plan import Plan
    from daykeep.review.queue.proposals import ProposedItem

SHOWN = 10
"""So many things of each sort are named in a report; the answer as JSON names all."""
LOCK_SECONDS = 60.0


class Wish(NamedTuple):
    """What is imported: a folder, file or zip archive, of a format ("": found out); ``limit`` is how much at most.

    Without ``apply`` nothing is written.
    """

    path: str
    format: str = ""
    apply: bool = False
    limit: int | None = None


class Imported(NamedTuple):
    """What an import came to: its plan, and the proposals that were made of it."""

    path: str
    plan: Plan
    applied: bool
    proposals: tuple[str, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Whether something could not be read that should have been."""
        return any(one.broken for one in self.plan.passed)


def import_memories(
    workspace: Workspace,
    wish: Wish,
    *,
    progress: Callable[[str], Callable[[int, int], None] | None] = lambda _: None,
    processes: int = 1,
) -> Imported:
    """Read what is to be imported and, with ``wish.apply``, put what is new into the queue.

    Nothing of the source is written, and nothing of memory changes: a person decides about all of it. The same import
    again proposes nothing, also after decisions. ``progress`` gives for a label what hears of done and total.
    Raises UsageError for a path that is none, is the workspace itself, or holds nothing of the format.
    """
    path = Path(wish.path)
    if path.exists() and path.resolve().is_relative_to(workspace.root):
        raise UsageError(
            f'"{wish.path}" is in the workspace itself',
            hint="what is there is read as it is; `daykeep distill` learns from it",
        )
    reading = read_source(Source(path, without=[workspace.root]), wish.format)
    if not wish.apply:
        plan = plan_import(
            _place(workspace), reading, limit=wish.limit, progress=progress("Comparing"), processes=processes
        )
        return Imported(str(path), plan, applied=False)
    with workspace.files.lock(LOCK, timeout_seconds=LOCK_SECONDS, purpose="import"):
        place = _place(workspace)
        plan = plan_import(
            place, reading, limit=wish.limit, progress=progress("Comparing"), processes=processes
        )
        made = apply_import(place, plan, progress=progress("Proposing"))
    return Imported(str(path), plan, applied=True, proposals=tuple(made))


def _place(workspace: Workspace) -> Place:
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    return Place(workspace.files, store, workspace.layout.memory_target, workspace.day, workspace.now)


def imported_data(done: Imported) -> dict[str, Any]:
    """What an import came to, as JSON values."""
    plan = done.plan
    return {
        "path": done.path,
        "format": plan.format,
        "applied": done.applied,
        "proposed": len(plan.items),
        "items": [_item_data(item, plan) for item in plan.items],
        "proposals": list(done.proposals),
        "select": plan.origin,
        "known": [{"place": place, "reason": reason} for place, reason in plan.known],
        "waiting": plan.waiting,
        "approved_before": plan.approved,
        "rejected_before": plan.rejected,
        "left": plan.left,
        "masked": plan.masked,
        "flagged": list(plan.flagged),
        "passed": [
            {"file": one.name, "line": one.line, "reason": one.reason, "broken": one.broken}
            for one in plan.passed
        ],
    }


def _item_data(item: ProposedItem, plan: Plan) -> dict[str, Any]:
    return {
        "id": item.id,
        "kind": item.kind,
        "title": item.title,
        "source": item.source,
        "lands": item.lands,
        "reason": item.reason,
        "reasons": list(item.reasons),
        "near": list(item.duplicates),
        "flagged": item.id in plan.flagged,
    }


def imported_lines(done: Imported) -> Iterator[str]:
    """What an import came to, in lines; of each sort the first few."""
    plan = done.plan
    said = "Proposed" if done.applied else "Would propose"
    kinds = Counter(item.kind for item in plan.items)
    if plan.items:
        sorts = [f"{kinds[NEW_NOTE]:,} note{_s(kinds[NEW_NOTE])}"] if kinds[NEW_NOTE] else []
        sorts += [f"{kinds[NEW_DAY]:,} day{_s(kinds[NEW_DAY])}"] if kinds[NEW_DAY] else []
        yield f"{said} {' and '.join(sorts)} from {done.path} ({plan.format}):"
        yield from _few([f"{item.kind}  {place_of(item)}  {item.title}" for item in plan.items])
    else:
        yield f"Nothing new in {done.path} ({plan.format})."
    yield from _rest(plan)
    if plan.items and done.applied:
        yield f"They wait for you: `daykeep review show {plan.origin}`, `daykeep review approve {plan.origin} --together`."
    elif plan.items:
        yield "Nothing was written; --apply puts these into the review queue."


def _rest(plan: Plan) -> Iterator[str]:
    """What is not proposed, and what a person should know of what is."""
    counts = (
        (plan.waiting, "waits already", "wait already"),
        (plan.approved, "was approved before", "were approved before"),
        (plan.rejected, "was rejected or forgotten before and stays so", "were rejected or forgotten before and stay so"),
        (plan.left, "more is new, beyond --limit", "more are new, beyond --limit"),
        (plan.masked, "secret was masked", "secrets were masked"),
        (len(plan.flagged), "gives orders or can be run: look at it closely", "give orders or can be run: look at them closely"),
    )  # fmt: skip
    for count, one, many in counts:
        if count:
            yield f"{count:,} {one if count == 1 else many}."
    if plan.known:
        yield f"{len(plan.known):,} known already or said twice:"
        yield from _few([f"{place}  {reason}" for place, reason in plan.known])
    if plan.passed:
        yield f"{len(plan.passed):,} not imported:"
        yield from _few([str(one) for one in plan.passed])


def _few(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"  {' '.join(line.split())}" for line in lines[:SHOWN])
    if len(lines) > SHOWN:
        yield f"  … and {len(lines) - SHOWN:,} more (--json names all)"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
