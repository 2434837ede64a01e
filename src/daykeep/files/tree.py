"""The way from a name to a place inside the root, by open folders, so that no link can lead outside.

POSIX: every component is opened relative to the folder before it with ``O_NOFOLLOW``. A symbolic link on the way is
read, and the walk starts again with its target in its place; a target outside the root is refused. What is opened at
last is opened relative to a folder that is already held, again without following: a link swapped in between check
and use is an error, never a way out.

Where ``dir_fd`` is missing (Windows) the real path is computed and compared with the root, and the file is opened
by that path: a link swapped in within those microseconds would be followed. That is the platform's limit, and
creating links there needs a privilege.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from daykeep.errors import RefusedError
from daykeep.files.disk import FILE_MODE, O_CLOEXEC, O_NOFOLLOW, explained, storage_error

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

MAX_LINKS = 40  # as many as Linux follows in one look-up
HAS_DIR_FD = os.open in os.supports_dir_fd and bool(O_NOFOLLOW)
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | O_NOFOLLOW | O_CLOEXEC


class Place:
    """Where a name really is: an open folder, the last component in it, and the name after all links.

    ``folder`` is a descriptor, or None where the platform has no ``dir_fd``; then ``leaf`` is a full path. Both go
    to the ``os`` functions as they are: ``os.open(place.leaf, flags, dir_fd=place.folder)``. A context manager
    that closes the folder.
    """

    __slots__ = ("folder", "info", "leaf", "name")

    def __init__(self, folder: int | None, leaf: str, name: str, info: os.stat_result | None) -> None:
        self.folder = folder
        self.leaf = leaf
        self.name = name
        self.info = info  # of the last component when it was looked up; None: nothing there

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder; a second call does nothing."""
        if self.folder is not None:
            os.close(self.folder)
            self.folder = None

    def beside(self, leaf: str) -> str:
        """Another leaf in the same folder, in the form that goes with ``folder``."""
        return leaf if self.folder is not None else str(Path(self.leaf).with_name(leaf))

    @property
    def last(self) -> str:
        """The last component of the name."""
        return self.name.rsplit("/", 1)[-1]

    def look(self) -> os.stat_result | None:
        """What stands there now (a link is not followed); None if nothing does."""
        try:
            return os.stat(self.leaf, dir_fd=self.folder, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, flags: int, mode: int = FILE_MODE) -> int:
        """A descriptor of the file itself, never of a link's target."""
        return os.open(self.leaf, flags, mode, dir_fd=self.folder)


def find_place(root: str, name: str, *, make_folders: bool = False, durable: bool = False) -> Place | None:
    """The place of a checked name; None if a folder on the way is missing and none is to be made.

    Folders that are made are forced to the disk with ``durable``.
    The last component may be missing. Links inside the root are followed, at most 40. ``RefusedError`` for a link
    that leads out or round in circles, ``DocumentError`` for a file where a folder should be, ``StorageError``
    when the system says no.
    """
    try:
        if HAS_DIR_FD:
            return place_by_folders(root, name, make_folders=make_folders, durable=durable)
        return place_by_path(root, name, make_folders=make_folders)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise storage_error("can't reach", name, error) from error


def list_folder(root: str, name: str) -> list[str]:
    """The names in a folder inside the root, unsorted; empty if there is no such folder."""
    place = find_place(root, f"{name}/." if name else ".")
    if place is None:
        return []
    with place, explained("can't list", name or "."):
        return os.listdir(_listable(place))  # noqa: PTH208  (by descriptor)


def _listable(place: Place) -> int | str:
    return place.leaf if place.folder is None else place.folder


def scan_folder(root: str, name: str) -> list[tuple[str, str]]:
    """The names in a folder, unsorted, each with "file", "folder", "link" or "other"; links are not followed."""
    place = find_place(root, f"{name}/." if name else ".")
    if place is None:
        return []
    with place, explained("can't list", name or "."), os.scandir(_listable(place)) as entries:
        return [(entry.name, _kind_of(entry)) for entry in entries]


def _kind_of(entry: os.DirEntry[str]) -> str:
    if entry.is_file(follow_symlinks=False):
        return "file"
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "link" if entry.is_symlink() else "other"


def _outside(name: str) -> RefusedError:
    return RefusedError(
        f"'{name}' leads out of the workspace by a symbolic link",
        hint="move the file into the workspace, or name its folder as a source in your own settings",
        details={"name": name},
    )


class _Walk:
    """One walk from the root: the folder it has reached, the real components so far, and those still to go."""

    __slots__ = ("done", "folder", "links", "name", "root", "todo")

    def __init__(self, root: str, name: str) -> None:
        self.root = root
        self.name = name
        self.folder = os.open(root, _FOLDER_FLAGS & ~O_NOFOLLOW)
        self.done: list[str] = []
        self.todo = name.split("/")
        self.links = 0

    def enter(self, part: str) -> None:
        """Go into a real folder; ``OSError`` (ELOOP, ENOTDIR) for a link."""
        inner = os.open(part, _FOLDER_FLAGS, dir_fd=self.folder)
        os.close(self.folder)
        self.folder = inner
        self.done.append(part)

    def restart(self, parts: list[str]) -> None:
        """Begin again at the root with other components."""
        fresh = os.open(self.root, _FOLDER_FLAGS & ~O_NOFOLLOW)
        os.close(self.folder)
        self.folder = fresh
        self.done = []
        self.todo = parts

    def follow(self, part: str) -> None:
        """Put a link's target in the link's place; ``RefusedError`` if it leads out of the root."""
        self.links += 1
        if self.links > MAX_LINKS:
            raise RefusedError(
                f"'{self.name}': its symbolic links lead round in circles", details={"name": self.name}
            )
        target = os.readlink(part, dir_fd=self.folder)
        if Path(target).is_absolute():
            inner = os.path.relpath(os.path.realpath(target), self.root)
            parts = [] if inner == "." else inner.split("/")
            if ".." in parts:
                raise _outside(self.name)
            self.restart(parts + self.todo)
            return
        self.restart(self.done + [step for step in target.split("/") if step not in ("", ".")] + self.todo)

    def up(self) -> None:
        """Handle a ".." that came out of a link, relative to the real folder it stands in."""
        if not self.done:
            raise _outside(self.name)
        self.restart(self.done[:-1] + self.todo)


def place_by_folders(root: str, name: str, *, make_folders: bool, durable: bool = False) -> Place:
    """``find_place`` by open folders; raises ``FileNotFoundError`` and ``OSError`` as they come."""
    walk = _Walk(root, name)
    try:
        while walk.todo:
            part = walk.todo.pop(0)
            if part == "..":
                walk.up()
            elif walk.todo:
                _step(walk, part, make_folders=make_folders, durable=durable)
            else:
                try:
                    info = os.stat(part, dir_fd=walk.folder, follow_symlinks=False)
                except FileNotFoundError:
                    info = None
                if info is None or not stat.S_ISLNK(info.st_mode):
                    return Place(walk.folder, part, "/".join([*walk.done, part]), info)
                walk.follow(part)
        # A link led to the root itself, or to a folder by "..": there is a folder where the last part should be.
        return Place(walk.folder, ".", "/".join(walk.done) or ".", os.fstat(walk.folder))
    except BaseException:
        os.close(walk.folder)
        raise


def _step(walk: _Walk, part: str, *, make_folders: bool, durable: bool) -> None:
    try:
        walk.enter(part)
    except FileNotFoundError:
        if not make_folders:
            raise
        try:
            os.mkdir(part, dir_fd=walk.folder)
            if durable:
                os.fsync(walk.folder)
        except FileExistsError:
            pass
        walk.todo.insert(0, part)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            raise
        if not stat.S_ISLNK(os.stat(part, dir_fd=walk.folder, follow_symlinks=False).st_mode):
            raise
        walk.follow(part)


def place_by_path(root: str, name: str, *, make_folders: bool) -> Place:
    """``find_place`` by real paths, where the platform can't open relative to a folder."""
    real = os.path.realpath(Path(root) / name)
    if not Path(real).is_relative_to(root):
        raise _outside(name)
    if make_folders:
        (Path(real) if name.endswith("/.") else Path(real).parent).mkdir(parents=True, exist_ok=True)
    elif not Path(real).parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", real)
    try:
        info = Path(real).stat(follow_symlinks=False)
    except FileNotFoundError:
        info = None
    return Place(None, real, Path(real).relative_to(root).as_posix(), info)


@contextmanager
def scanned_folder(path: str) -> Iterator[Iterator[os.DirEntry[str]]]:
    """The entries of any folder; what they are is looked up from the open folder, where the system can.

    Thousands of long paths take the system longer. ``OSError`` as of ``os.scandir``.
    """
    if os.scandir not in os.supports_fd:
        with os.scandir(path) as entries:
            yield entries
        return
    folder = os.open(path, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | O_CLOEXEC)
    try:
        with os.scandir(folder) as entries:
            yield entries
    finally:
        os.close(folder)
