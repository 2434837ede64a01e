"""Lays a backup out again: plans against what is there, refuses what would be overwritten, ends what was cut short.

Before the first byte is written the whole backup was read and compared with its manifest. Each file is then whole or
absent; a mark stands in the folder until everything is in its place.
"""

from __future__ import annotations

import os
import re
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.backup.check import Checked, check_backup, read_again
from daykeep.backup.manifest import Entry, LeftOut, find_twins
from daykeep.errors import ConflictError, GitError, RefusedError, StorageError
from daykeep.files.archives.gathering import FILE, FOLDER, LINK, Found, find_entry, walk_tree
from daykeep.files.archives.placing import (
    folds_case,
    free_bytes,
    hash_file,
    put_file,
    put_folder,
    put_link,
    remove_entry,
    set_mode,
    sync_entries,
)
from daykeep.files.replace import sha256_of
from daykeep.files.root import make_root
from daykeep.files.store import Files
from daykeep.git.bundle import holds_history, make_repository
from daykeep.workspace.restored import RESTORE_FILE, UnderWay, find_mark, render_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from daykeep.git.bundle import Head

BUNDLE_FILE = ".daykeep/data/restored-history.bundle"
ASIDE_FOLDER = ".daykeep/data/set-aside"
MARGIN_BYTES = 1 << 20
LOCK = "restore"
MADE, THERE = "made", "there already"
"""What became of the history: a repository was made of it, or the one that is here has all of it."""
_LOCKS = ".daykeep/locks/"
_MACHINE_FOLDERS = frozenset({".daykeep", ".daykeep/locks", ".daykeep/data"})
_MARK_TEMP = re.compile(r"\.daykeep/data/\.restore-under-way\.json\.\d+\.[0-9a-f]{8}\.tmp")
_SHOWN = 20


class RestorePlan(NamedTuple):
    """What a restore does in ``root``.

    ``writes`` are the names that are not there yet, ``same`` counts those that are there as they should be, ``conflicts``
    stand there otherwise. ``left_out`` are links that would lead out of the folder. ``makes_history``: a repository is
    made; otherwise the history, if there is one, is kept as a file.
    """

    root: Path
    checked: Checked
    writes: tuple[str, ...]
    same: int
    conflicts: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    makes_history: bool
    resumes: bool


class Restored(NamedTuple):
    """What a restore did: files written, where conflicting ones were put, what became of the history, what is not there."""

    written: int
    same: int
    set_aside: str
    history: str
    left_out: tuple[LeftOut, ...]


def plan_restore(
    path: Path, root: Path, *, into: bool = False, progress: Callable[[int, int], None] | None = None
) -> RestorePlan:
    """Read and check a whole backup, and compare it with what is in ``root``; nothing is written.

    DocumentError for a damaged backup, StorageError where it has no room, ConflictError for a folder that is not empty
    without ``into`` (a restore of this very backup that was cut short goes on).
    """
    room = free_bytes(root)
    checked = check_backup(path, limit_bytes=room + MARGIN_BYTES, progress=progress)
    files = Files(root) if root.is_dir() else None
    mark = find_mark(files) if files is not None else None
    if mark is not None and mark.sha256 != checked.sha256:
        raise ConflictError(
            f'"{root}" holds the beginning of a restore from another backup ("{mark.path}")',
            hint="end that one first, or restore into another folder",
        )
    if files is not None and mark is None and not into and not _is_empty(files.root):
        raise ConflictError(
            f'"{root}" is not empty; nothing was written',
            hint="name a new folder, or give --into to add what is missing there",
        )
    writes, same, conflicts, left = _compare(root, checked)
    _check_room(room, checked, writes)
    makes = mark.makes_history if mark is not None else not os.path.lexists(root / ".git")
    return RestorePlan(root, checked, writes, same, conflicts, left, makes, mark is not None)


def _is_empty(root: Path) -> bool:
    """Whether nothing is in a folder but locks, and what a restore leaves that was cut short before its first file."""
    return all(
        (found.kind == FOLDER and found.name in _MACHINE_FOLDERS)
        or (found.kind == FILE and (found.name.startswith(_LOCKS) or _MARK_TEMP.fullmatch(found.name)))
        for found, _ in walk_tree(str(root))
    )


def _compare(
    root: Path, checked: Checked
) -> tuple[tuple[str, ...], int, tuple[str, ...], tuple[LeftOut, ...]]:
    writes, conflicts, left, same = [], [], [], 0
    blocked: set[str] = set()
    for entry in checked.manifest.entries:
        found = entry.found
        if found.kind == LINK and _leads_out(found):
            left.append(
                LeftOut(found.name, f'it is a link out of the workspace, to "{found.target}"', missed=True)
            )
            continue
        there = find_entry(str(root), found.name) if root.is_dir() and _parent(found) not in blocked else None
        if there is None:
            writes.append(found.name)
        elif _is_same(str(root), entry, there):
            same += 1
        else:
            conflicts.append(found.name)
            if found.kind == FOLDER:
                blocked.add(found.name)
        if _parent(found) in blocked:
            blocked.add(found.name)
    return tuple(writes), same, tuple(conflicts), tuple(left)


def _parent(found: Found) -> str:
    return found.name.rpartition("/")[0]


def _is_same(root: str, entry: Entry, there: Found) -> bool:
    found = entry.found
    if found.kind != there.kind:
        return False
    if found.kind == LINK:
        return found.target == there.target
    return found.kind == FOLDER or (found.size == there.size and hash_file(root, found.name) == entry.sha256)


def _leads_out(found: Found) -> bool:
    """Whether a link leads out of the folder it is restored in, by its words alone.

    ``..`` after a name is taken for a way out too: the name may be another link.
    """
    target = found.target.replace("\\", "/") if os.name == "nt" else found.target
    parts = target.split("/")
    ups = len(list(takewhile(lambda part: part in {"..", ".", ""}, parts)))
    if not target or target.startswith("/") or "\0" in target or ".." in parts[ups:]:
        return True
    if os.name == "nt" and ":" in target:
        return True
    depth = found.name.count("/")
    return parts[:ups].count("..") > depth or any(part.casefold() == ".git" for part in parts)


def _check_room(room: int, checked: Checked, writes: tuple[str, ...]) -> None:
    wanted = set(writes)
    needed = sum(entry.found.size for entry in checked.manifest.entries if entry.found.name in wanted)
    needed += checked.manifest.bundle.size * 2 if checked.manifest.bundle is not None else 0
    if needed + MARGIN_BYTES > room:
        raise StorageError(
            f"the backup needs {needed:,} bytes and the disk has {room:,}; nothing was written",
            hint="make room, or restore to another disk",
        )


def apply_restore(
    plan: RestorePlan,
    *,
    now: datetime,
    force: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Restored:
    """Write what the plan says; when this returns everything is on the disk.

    ConflictError where files stand in the way and not ``force``; with it they are moved to ``.daykeep/data/set-aside/``
    first, a folder in a file's place (or the reverse) is never moved. Cut short, the same call again ends it.
    """
    if plan.conflicts and not force:
        raise _conflicts(plan)
    root = str(make_root(plan.root))
    files = Files(Path(root))
    with files.lock(LOCK, timeout_seconds=0, purpose="restore"):
        _put_mark(root, plan)
        _check_twins(Path(root), plan)
        _mend(files)
        aside = _set_aside(files, plan, now)
        written = _lay_out(root, plan, progress)
        history = _history(files, plan)
        _finish_folders(root, plan)
        remove_entry(root, RESTORE_FILE)
    return Restored(written, plan.same, aside, history, plan.left_out)


def _conflicts(plan: RestorePlan) -> ConflictError:
    shown = ", ".join(plan.conflicts[:_SHOWN]) + (" …" if len(plan.conflicts) > _SHOWN else "")
    return ConflictError(
        f"{len(plan.conflicts)} of the backup's files are there already and differ: {shown}; nothing was written",
        hint="--force sets them aside first",
        details={"conflicts": list(plan.conflicts)},
    )


def _put_mark(root: str, plan: RestorePlan) -> None:
    if plan.resumes:
        return
    data = render_mark(UnderWay(plan.checked.sha256, str(plan.checked.path), plan.makes_history))
    put_file(root, Found(RESTORE_FILE, FILE, 0o600), [data], sha256=sha256_of(data))


def _check_twins(root: Path, plan: RestorePlan) -> None:
    twins = find_twins(plan.checked.manifest.entries)
    if not twins or not folds_case(root, RESTORE_FILE):
        return
    if not plan.resumes:
        remove_entry(str(root), RESTORE_FILE)
    first, second = twins[0]
    raise RefusedError(
        f"this disk takes '{first}' and '{second}' of the backup for one file; nothing was written",
        hint="restore on a disk that tells them apart",
    )


def _mend(files: Files) -> None:
    """Take away the temporary files of a restore that was cut short."""
    for leftover in files.leftovers():
        if leftover.kind == "temp":
            files.mend(leftover)


def _set_aside(files: Files, plan: RestorePlan, now: datetime) -> str:
    if not plan.conflicts:
        return ""
    kinds = {entry.found.name: entry.found.kind for entry in plan.checked.manifest.entries}
    for name in plan.conflicts:
        there = find_entry(str(files.root), name)
        if there is not None and (there.kind != FILE or kinds[name] == FOLDER):
            raise ConflictError(f"'{name}' is of another kind here than in the backup; move it away yourself")
    folder = f"{ASIDE_FOLDER}/{now:%Y%m%dT%H%M%SZ}"
    for name in plan.conflicts:
        files.move(name, f"{folder}/{name}")
    return folder


def _lay_out(root: str, plan: RestorePlan, progress: Callable[[int, int], None] | None) -> int:
    """Folders, files, links, in this order, so that nothing is ever written through a link of the backup."""
    wanted = {*plan.writes, *plan.conflicts}
    entries = [entry for entry in plan.checked.manifest.entries if entry.found.name in wanted]
    for entry in entries:
        if entry.found.kind == FOLDER:
            put_folder(root, entry.found.name)
    written = 0
    for entry, pieces in _wanted(plan, wanted):
        put_file(root, entry.found, pieces, sha256=entry.sha256, durable_name=False)
        written += 1
        if progress is not None:
            progress(written, len(entries))
    for entry in entries:
        if entry.found.kind == LINK:
            put_link(root, entry.found.name, entry.found.target)
            written += 1
    return written


def _wanted(plan: RestorePlan, wanted: set[str]) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    for entry, pieces in read_again(plan.checked):
        if entry is not None and entry.found.name in wanted:
            yield entry, pieces


def _history(files: Files, plan: RestorePlan) -> str:
    """What became of the history: "none", MADE, THERE, or where it is kept and why."""
    bundle = plan.checked.manifest.bundle
    if bundle is None:
        return "none"
    root = str(files.root)
    if hash_file(root, BUNDLE_FILE) != bundle.sha256:
        remove_entry(root, BUNDLE_FILE)
        for entry, pieces in read_again(plan.checked):
            if entry is None:
                found = Found(BUNDLE_FILE, FILE, 0o600, 0, bundle.size)
                put_file(root, found, pieces, sha256=bundle.sha256)
                break
    why = _take_over(files.root, bundle.head, makes=plan.makes_history)
    if why not in {MADE, THERE}:
        return f"kept as {BUNDLE_FILE}: {why}"
    remove_entry(root, BUNDLE_FILE)
    return why


def _take_over(root: Path, head: Head, *, makes: bool) -> str:
    """MADE, THERE, or why the history stays a file."""
    bundle = root / BUNDLE_FILE
    try:
        if makes:
            return make_repository(root, bundle, head)
        return THERE if holds_history(root, bundle) else "there is another repository here already"
    except GitError as error:
        return error.message


def _finish_folders(root: str, plan: RestorePlan) -> None:
    """Force all names to the disk and give the folders that were made their own modes, the inner ones first."""
    made = set(plan.writes)
    for entry in reversed(plan.checked.manifest.entries):
        if entry.found.kind == FOLDER:
            sync_entries(root, entry.found.name)
            if plan.resumes or entry.found.name in made:
                set_mode(root, entry.found.name, entry.found.mode)
    sync_entries(root, "")
