"""``daykeep wiring merge driver``: what git calls to merge one file. Nobody needs to type it, so no help lists it."""

from __future__ import annotations

from pathlib import Path

import click

from daykeep.cli.frame import Call, command

BY_LINES = 10
"""The exit code that leaves the merge to git's own, by lines; so does every code but 0 and that for conflicts."""


@command("driver", hidden=True)
@click.option(
    "--marker-size", type=click.IntRange(min=1, max=1000), default=7, help="Length of a conflict's marks."
)
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
@click.argument("path")
def driver(call: Call, *, marker_size: int, base: Path, ours: Path, theirs: Path, path: str) -> int:
    """Merge THEIRS into OURS, which then holds the result; PATH says what kind of file it is.

    No workspace is opened and none of its settings are read. Exits with 0 for a clean merge and 6 with conflicts.
    """
    from daykeep.files.outside import replace_outside
    from daykeep.wiring.merging import CONFLICTS, merge_file

    versions = [_read(file) for file in (base, ours, theirs)]
    merged = merge_file(path, *versions, marker_size=marker_size)
    if merged is None:
        return BY_LINES
    if merged.data != versions[1]:
        replace_outside(ours, merged.data)
    for note in merged.notes:
        call.note(f"{path}: {note}")
    return CONFLICTS if merged.conflicts else 0


def _read(file: Path) -> bytes:
    from daykeep.errors import StorageError

    try:
        return file.read_bytes()
    except OSError as error:
        raise StorageError(f"a version to merge can't be read: {error}") from error
