"""Makes a backup: walks the workspace, writes the archive, reads it again, and only then gives it its name.

What is promised: every file in it is as it was at one moment, with no half of an entry; what was acknowledged before
the backup began is in it; memory and its records are of one moment, because changes of memory wait while they are read.
What other programs write meanwhile may be in it or not, file by file.
"""

from __future__ import annotations

import os
import re
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

from daykeep.backup.check import check_backup
from daykeep.backup.manifest import (
    ABOUT_MEMBER,
    BUNDLE_MEMBER,
    FILES_MEMBER,
    FORMAT,
    MANIFEST_MEMBER,
    About,
    Bundle,
    Entry,
    LeftOut,
    Manifest,
    render_about,
    render_manifest,
)
from daykeep.errors import ConflictError, DaykeepError, GitError, RefusedError, StorageError
from daykeep.files.archives.gathering import FILE, FOLDER, LINK, Found, open_settled, walk_tree
from daykeep.files.archives.writing import MODE, ArchiveWriter, private_folder, remove_remains
from daykeep.files.paths import check_existing
from daykeep.files.readonly import open_read_only
from daykeep.git.bundle import find_own_repository, write_bundle
from daykeep.git.values import HistoryOff
from daykeep.workspace.archive import CHANGE_LOCK
from daykeep.workspace.restored import RESTORE_FILE

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path

    from daykeep.files.store import Files
    from daykeep.git.bundle import Head

CACHES = frozenset({".daykeep/cache", ".daykeep/locks"})
"""What daykeep makes anew by itself."""
REBUILT = frozenset({"node_modules", "__pycache__"})
_TEMP = re.compile(r"\..+\.\d+\.[0-9a-f]{8}\.tmp")
_FIRST = ("memory/", ".daykeep/data/proposals/")
"""With the files on top, these are read while changes of memory wait."""


class Backup(NamedTuple):
    """A backup as it stands on the disk, or would: its size, and what it holds."""

    path: Path
    manifest: Manifest
    packed_bytes: int

    @property
    def missed(self) -> tuple[LeftOut, ...]:
        """What should be in it and could not be put in."""
        return tuple(left for left in self.manifest.left_out if left.missed)


def plan_backup(files: Files, path: Path) -> Manifest:
    """What a backup to ``path`` would hold, without hashes; nothing is read but names.

    RefusedError where ``path`` lies in the workspace itself or is no plain file.
    """
    _check_target(files, path)
    found, left = _collect(files)
    return Manifest(tuple(map(Entry, found)), None, tuple(left))


def make_backup(
    files: Files,
    path: Path,
    *,
    now: datetime,
    overwrite: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Backup:
    """Write a backup of everything in the workspace to ``path``, for its owner's eyes alone (mode 600).

    The file that had the name before is replaced by a whole and checked one, or stays. ConflictError if there is one and
    not ``overwrite``; LockedError while a change of memory is under way; StorageError if it can't be written. What
    can't be read is left out and named.
    """
    _check_target(files, path)
    if path.exists() and not overwrite:
        raise ConflictError(
            f'"{path}" exists already; nothing was written', hint="give --force, or another name"
        )
    remove_remains(path)
    with ArchiveWriter(path) as archive:
        manifest = _Making(files, archive, progress).run(About(FORMAT, now.isoformat(), files.root.name))
        archive.finish()
        checked = check_backup(archive.temp)
        if checked.manifest != manifest:
            raise StorageError(f'"{path}" can\'t be read as it was written; check the disk')
        archive.keep(overwrite=overwrite)
    return Backup(path, manifest, path.stat().st_size)


def _check_target(files: Files, path: Path) -> None:
    if not path.parent.is_dir():
        raise StorageError(f'can\'t write "{path}": there is no folder "{path.parent}"')
    if path.parent.resolve().is_relative_to(files.root):
        raise RefusedError(
            f'"{path}" lies in the workspace itself; a backup has to be elsewhere',
            hint="name a file outside, on another disk at best",
        )
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise RefusedError(f'"{path}" is not a plain file; nothing was written')
    if files.kind(RESTORE_FILE) != "missing":
        raise ConflictError(
            "a restore of this workspace was cut short: it is not whole", hint="run `daykeep restore` again"
        )


def _collect(files: Files) -> tuple[list[Found], list[LeftOut]]:
    """What is to be backed up, sorted by name, and what not; what is rebuilt or made anew is passed over in silence."""
    found: list[Found] = []
    left: list[LeftOut] = []

    def miss(name: str, error: DaykeepError) -> None:
        left.append(LeftOut(f"{name}/", error.message, missed=True))

    for entry, passed in walk_tree(str(files.root), failed=miss):
        leaf = entry.name.rpartition("/")[2]
        if entry.name in CACHES or entry.name == ".git" or (entry.kind == FILE and _TEMP.fullmatch(leaf)):
            passed.append("")
            continue
        why = _why_not(entry, leaf)
        if why is not None:
            passed.append("")
            left.append(why)
        else:
            found.append(entry)
    return found, left


def _why_not(entry: Found, leaf: str) -> LeftOut | None:
    if leaf in REBUILT and entry.kind == FOLDER:
        return LeftOut(entry.name, "it is rebuilt by its own tool")
    if leaf == ".git":
        return LeftOut(entry.name, "the history of another repository: push it, or keep a clone")
    if entry.kind not in {FILE, FOLDER, LINK}:
        return LeftOut(entry.name, f"it is {entry.target}")
    try:
        check_existing(entry.name)
    except RefusedError as error:
        return LeftOut(entry.name, error.message, missed=True)
    return None


class _Making:
    """One run: the entries that are in the archive so far, and what was left out."""

    def __init__(
        self, files: Files, archive: ArchiveWriter, progress: Callable[[int, int], None] | None
    ) -> None:
        self._files = files
        self._archive = archive
        self._progress = progress
        self._entries: list[Entry] = []
        self._left: list[LeftOut] = []
        self._count = 0

    def run(self, about: About) -> Manifest:
        """Write all members: folders and links, what belongs together, the history, all other files."""
        self._archive.add_bytes(ABOUT_MEMBER, render_about(about))
        with _held(self._files):
            found, self._left = _collect(self._files)
            self._count = len(found)
            plain = [entry for entry in found if entry.kind == FILE]
            for entry in found:
                if entry.kind != FILE:
                    self._keep(entry, self._archive.add(entry, FILES_MEMBER + entry.name))
            for entry in filter(_is_first, plain):
                self._add(entry)
            bundle = self._add_history()
        for entry in plain:
            if not _is_first(entry):
                self._add(entry)
        manifest = Manifest(tuple(self._entries), bundle, tuple(self._left))
        self._archive.add_bytes(MANIFEST_MEMBER, render_manifest(manifest))
        return manifest

    def _keep(self, found: Found, sha256: str) -> None:
        self._entries.append(Entry(found, sha256))
        if self._progress is not None:
            self._progress(len(self._entries), self._count)

    def _add(self, found: Found) -> None:
        try:
            opened = open_settled(self._files, found)
        except DaykeepError as error:
            self._left.append(LeftOut(found.name, error.message, missed=True))
            return
        if opened is None:  # it was removed meanwhile
            return
        stream, fresh = opened
        with stream:
            self._keep(fresh, self._archive.add(fresh, FILES_MEMBER + fresh.name, stream))

    def _add_history(self) -> Bundle | None:
        """Put the history in, by way of a file beside the archive."""
        try:
            repository = find_own_repository(self._files.root)
            if isinstance(repository, HistoryOff):
                self._say_no_history(repository)
                return None
            with private_folder(self._archive.path) as folder:
                head = write_bundle(repository, folder / "history.bundle")
                return None if head is None else self._add_bundle(folder / "history.bundle", head)
        except GitError as error:
            self._left.append(LeftOut(".git", error.message, missed=True))
            return None

    def _add_bundle(self, path: Path, head: Head) -> Bundle | None:
        stream = open_read_only(path)
        if stream is None:
            return None
        with stream:
            found = Found(BUNDLE_MEMBER, FILE, MODE, 0, os.fstat(stream.fileno()).st_size)
            return Bundle(found.size, self._archive.add(found, BUNDLE_MEMBER, stream), head)

    def _say_no_history(self, off: HistoryOff) -> None:
        """Name a history that is there and not in the backup: of this folder, or of a larger repository around it."""
        root = self._files.root
        if os.path.lexists(root / ".git"):
            self._left.append(LeftOut(".git", off.reason, missed=True))
        elif any(os.path.lexists(folder / ".git") for folder in root.parents):
            why = (
                f"{off.reason}: it, and the proposals that wait in it (refs/daykeep/), are not in the backup"
            )
            self._left.append(LeftOut(".git", why))


def _held(files: Files) -> AbstractContextManager[object]:
    """The lock of all changes of memory; none where daykeep never wrote, or nobody can write, or there are no locks."""
    if files.kind(".daykeep") != "folder":
        return nullcontext()
    try:
        return files.lock(CHANGE_LOCK, purpose="backup")
    except StorageError:
        return nullcontext()


def _is_first(found: Found) -> bool:
    return "/" not in found.name or found.name.startswith(_FIRST)
