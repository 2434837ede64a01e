"""``daykeep backup``: everything of a workspace in one file, read again before it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.folders import full_path
from daykeep.cli.frame import PARTIAL, Call, command
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.backup.manifest import Manifest

SHOWN = 20


@command("backup")
@click.argument("file", metavar="FILE")
@click.option("--dry-run", is_flag=True, help="Say what would be in it; write nothing.")
@click.option("--force", is_flag=True, help="Replace FILE, once the new one was read again.")
@click.option(
    "--check", is_flag=True, help="Read FILE, a backup, and compare everything in it; write nothing."
)
def backup(call: Call, file: str, *, dry_run: bool, force: bool, check: bool) -> int:
    """Keep everything of a workspace in one file.

    With sessions, stored turns, waiting proposals and the history; without caches, locks and the search index. It is
    not encrypted: whoever reads it reads all that is private.
    """
    path = full_path(file)
    if check:
        if dry_run or force:
            raise UsageError("--check goes with FILE alone")
        return _check(call, path)
    return _plan(call, path) if dry_run else _make(call, path, force=force)


def _check(call: Call, path: Path) -> int:
    from daykeep.backup.check import check_backup
    from daykeep.cli.searcher import shown_progress

    with shown_progress(call, "Reading the backup") as progress:
        checked = check_backup(path, progress=progress)
    data = {"path": str(path), "checked": True, "at": checked.about.at, "workspace": checked.about.workspace}
    lines = [
        f'"{path}" is whole: the workspace "{checked.about.workspace}" as of {time_of(checked.about.at)}'
    ]
    call.emit({**data, **data_of(checked.manifest)}, [*lines, *lines_of(checked.manifest)])
    return 0


def _plan(call: Call, path: Path) -> int:
    from daykeep.backup.make import plan_backup

    manifest = plan_backup(call.workspace(strict=False).files, path)
    data = {"path": str(path), "dry_run": True, **data_of(manifest, history=False)}
    said = "nothing was written; a backup would hold the history, if there is one, and:"
    call.emit(data, [said, *lines_of(manifest, history=False)])
    return 0


def _make(call: Call, path: Path, *, force: bool) -> int:
    from daykeep.backup.make import make_backup
    from daykeep.cli.searcher import shown_progress

    workspace = call.workspace(strict=False)
    with shown_progress(call, "Writing the backup") as progress:
        made = make_backup(workspace.files, path, now=workspace.now, overwrite=force, progress=progress)
    data = {"path": str(path), "packed_bytes": made.packed_bytes, **data_of(made.manifest)}
    lines = [f'wrote "{path}" ({made.packed_bytes:,} bytes) and read it again']
    call.note("it is not encrypted: whoever reads it reads all that is private in the workspace")
    call.emit(data, [*lines, *lines_of(made.manifest)])
    return PARTIAL if made.missed else 0


def data_of(manifest: Manifest, *, history: bool = True) -> dict[str, Any]:
    """What a manifest holds, as JSON."""
    data: dict[str, Any] = {"files": manifest.files, "bytes": manifest.size}
    if history:
        data["history"] = manifest.bundle is not None
    return {**data, "left_out": [left._asdict() for left in manifest.left_out]}


def lines_of(manifest: Manifest, *, history: bool = True) -> list[str]:
    """What a manifest holds, for people."""
    said = ""
    if history:
        said = ", with its history" if manifest.bundle is not None else ", no history"
    lines = [f"  {files_of(manifest.files)}, {manifest.size:,} bytes{said}"]
    lines += [
        f"  {'MISSING' if left.missed else 'left out'} {left.name}: {left.why}"
        for left in manifest.left_out[:SHOWN]
    ]
    if len(manifest.left_out) > SHOWN:
        lines.append(f"  … and {len(manifest.left_out) - SHOWN} more")
    return lines


def files_of(count: int) -> str:
    """So many files, in words."""
    return "1 file" if count == 1 else f"{count:,} files"


def time_of(at: str) -> str:
    """The time of a backup for people, to the second.

    >>> time_of("2026-03-10T14:30:05.123456+00:00")
    '2026-03-10 14:30:05 UTC'
    """
    return f"{at[:19].replace('T', ' ')} UTC" if at.endswith("+00:00") else at
