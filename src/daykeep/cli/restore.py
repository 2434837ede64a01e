"""``daykeep restore``: lay a backup out again, after all of it was compared with its manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.backup import files_of, time_of
from daykeep.cli.folders import full_path
from daykeep.cli.frame import PARTIAL, Call, command

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.backup.restore import Restored, RestorePlan

SHOWN = 20


@command("restore")
@click.argument("file", metavar="FILE")
@click.argument("folder", metavar="[DIR]", required=False)
@click.option("--into", is_flag=True, help="DIR need not be empty: add what is missing there.")
@click.option("--force", is_flag=True, help="With --into: set files that differ aside first.")
@click.option("--dry-run", is_flag=True, help="Check FILE and say what would be done; write nothing.")
def restore(call: Call, file: str, folder: str | None, *, into: bool, force: bool, dry_run: bool) -> int:
    """Make a workspace of a backup again.

    DIR is a new or empty folder; else one named as the workspace was, here. A restore that was cut short is ended by the
    same command. Nothing is written unless the whole backup is as its manifest says.
    """
    from daykeep.backup.restore import apply_restore, plan_restore
    from daykeep.cli.searcher import shown_progress
    from daykeep.clock import now_utc

    path = full_path(file)
    root = full_path(folder) if folder else _named(path)
    with shown_progress(call, "Reading the backup") as progress:
        plan = plan_restore(path, root, into=into, progress=progress)
    if dry_run:
        call.emit(_plan_data(plan), _plan_lines(plan))
        return 0
    with shown_progress(call, "Writing files") as progress:
        done = apply_restore(plan, now=now_utc(), force=force and into, progress=progress)
    call.emit(_data(plan, done), _lines(plan, done))
    return PARTIAL if done.left_out or done.history.startswith("kept") else 0


def _named(path: Path) -> Path:
    """The folder here that is named as the workspace was."""
    from daykeep.app import current_folder
    from daykeep.backup.check import read_about
    from daykeep.errors import RefusedError
    from daykeep.files.paths import check_name

    name = read_about(path).workspace
    try:
        check_name(name)
    except RefusedError:
        name = "workspace"
    return current_folder() / name.replace("/", "-")


def _plan_data(plan: RestorePlan) -> dict[str, Any]:
    return {
        "root": str(plan.root),
        "dry_run": True,
        "at": plan.checked.about.at,
        "writes": len(plan.writes),
        "same": plan.same,
        "conflicts": list(plan.conflicts),
        "left_out": [left._asdict() for left in plan.left_out],
    }


def _plan_lines(plan: RestorePlan) -> list[str]:
    lines = [f'nothing was written; "{plan.root}" would get {len(plan.writes):,} files and folders']
    if plan.same:
        lines.append(f"  {plan.same:,} are there already as they should be")
    lines += [f"  differs here: {name}" for name in plan.conflicts[:SHOWN]]
    if len(plan.conflicts) > SHOWN:
        lines.append(f"  … and {len(plan.conflicts) - SHOWN} more")
    return [*lines, *(f"  left out {left.name}: {left.why}" for left in plan.left_out)]


def _data(plan: RestorePlan, done: Restored) -> dict[str, Any]:
    return {
        "root": str(plan.root),
        "at": plan.checked.about.at,
        **{key: value for key, value in done._asdict().items() if key != "left_out"},
        "left_out": [left._asdict() for left in done.left_out],
    }


def _lines(plan: RestorePlan, done: Restored) -> list[str]:
    written = f"{files_of(done.written)} written"
    lines = [f'"{plan.root}" is as it was at {time_of(plan.checked.about.at)}: {written}']
    if done.set_aside:
        lines.append(f"  files that differed are in {done.set_aside}/")
    if done.history != "none":
        lines.append(f"  the history: {done.history}")
    lines += [f"  MISSING {left.name}: {left.why}" for left in done.left_out]
    return [
        *lines,
        "`daykeep doctor` looks at it; timers, hooks and your own settings are not part of a backup",
    ]
