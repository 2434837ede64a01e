"""What ``daykeep context export`` answers: what became of each instruction file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.cli.context.files import find_around
from daykeep.cli.frame import PARTIAL
from daykeep.cli.skills_placing import settings_folder
from daykeep.context.instructions.claude.checkouts import find_root
from daykeep.operations.export import Order, export, take_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.operations.export import Exported

_STATES = {
    "new": "made",
    "append": "block added at the end",
    "update": "block brought up to date",
    "kept": "as it should be",
    "other": "left as it is: its block points to another workspace; --force takes it over",
    "remove": "block taken out",
    "none": "has no block",
    "own": "left as it is: the workspace's own file, which tells its agents already",
    "shared": "block left in it",
    "imported": "left as it is: it imports AGENTS.md already",
    "failed": "left as it is",
}
_WOULD = {
    "new": "would be made",
    "append": "a block would be added at the end",
    "update": "the block would be brought up to date",
    "remove": "the block would be taken out",
}


def show_export(call: Call, given: Mapping[str, Any]) -> int:
    """Answer one call: write the blocks, or take them out.

    Exit code 10 where another workspace's block, or a file that can't be written, was left.
    """
    around = find_around(call, given["to"])
    if not given["to"]:
        around = around._replace(cwd=Path(find_root(around.cwd)))
    order = Order(
        given["agents"],
        given["inline"],
        given["private"],
        given["applies_to"] or "",
        given["force"],
        given["dry_run"],
    )
    folder = settings_folder(call)
    done = (
        take_back(around, order, settings_folder=folder)
        if given["remove"]
        else export(call.workspace(), around, order, settings_folder=folder)
    )
    for remark in done.remarks:
        call.note(remark)
    call.emit({**done.as_json(), "dry_run": order.dry_run}, _lines(done, dry_run=order.dry_run))
    return PARTIAL if any(one.state in {"other", "failed"} for one in done.files) else 0


def _lines(done: Exported, *, dry_run: bool) -> Iterator[str]:
    for one in done.files:
        yield f"{one.path}: {(_WOULD.get(one.state) if dry_run else None) or _STATES[one.state]}"
        for note in one.notes:
            yield f"  {note}"
    if done.inlined:
        yield f"Copied: {', '.join(done.inlined)}"
    for name, why in done.left_out:
        yield f"Not copied: {name}: {why}"
