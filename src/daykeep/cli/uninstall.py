"""``daykeep uninstall``: take daykeep's marks away, keep every memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command

if TYPE_CHECKING:
    from daykeep.wiring.uninstall import UninstallPlan


@command("uninstall")
@click.option("--dry-run", is_flag=True, help="Say what would go and what stays; change nothing.")
def uninstall(call: Call, *, dry_run: bool) -> None:
    """Take daykeep's marks away, keep every memory."""
    from daykeep.wiring.uninstall import apply_uninstall, plan_uninstall

    workspace = call.workspace(strict=False)
    plan = plan_uninstall(workspace.files, workspace.layout)
    if not dry_run:
        apply_uninstall(workspace.files, plan)
    call.emit({"dry_run": dry_run, **_data(plan)}, _lines(plan, dry_run=dry_run))


def _data(plan: UninstallPlan) -> dict[str, Any]:
    return {
        "removed": [
            {
                "name": removal.name,
                "lines": list(removal.lines),
                "what": removal.what,
                "file_removed": removal.empties,
            }
            for removal in plan.removals
        ],
        "stays": [{"name": name, "why": why} for name, why in plan.stays],
    }


def _lines(plan: UninstallPlan, *, dry_run: bool) -> list[str]:
    lines = ["Would take away:" if dry_run else "Taken away:"] if plan.removals else ["Nothing to take away."]
    for removal in plan.removals:
        first, last = removal.lines
        lines.append(
            f"  {removal.name}: lines {first}–{last}, {removal.what}"
            + (" (and the file)" if removal.empties else "")
        )
    lines += ["Stays:", *(f"  {name}: {why}" for name, why in plan.stays)]
    return [*lines, "The program itself goes with `pipx uninstall daykeep` or `pip uninstall daykeep`."]
