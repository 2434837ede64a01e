"""Lists the text files of a folder tree with their versions, by listings and looks alone."""

from __future__ import annotations

import os
import re
from contextlib import ExitStack, contextmanager
from stat import S_ISDIR, S_ISLNK, S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.find import NEVER_ENTERED
from daykeep.daily.names import is_conflict_copy
from daykeep.files.tree import scanned_folder
from daykeep.search.documents import Skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from daykeep.search.documents import Version

MAX_BYTES = 8_000_000
"""A larger file is no text that anybody wrote; it is passed over, and that is said."""

TOO_LARGE = f"larger than {MAX_BYTES // 1_000_000} MB"
CONFLICT_COPY = "a conflict copy of another file"
LINK_OUT = "a symbolic link that leads out of the folder"
LINK_TO_FOLDER = "a symbolic link to a folder; name that folder as a knowledge base to search it"
NO_FILE = "not a regular file"
NOT_TEXT = "its name is not text"
NAME_OF_LINES = "its name holds a line end or another control character"
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""What no name that a person gave holds, and what lets a name pass for lines of an answer of its own."""


class Tree(NamedTuple):
    """The files that were found, by key; what was passed over and which folders could not be listed, by name.

    Names are relative to the root, a key is a prefix and the name.
    """

    found: dict[str, Version]
    skipped: list[Skipped]
    closed: list[str]


def walk_texts(
    root: str,
    start: str,
    endings: tuple[str, ...],
    *,
    prefix: str = "",
    recursive: bool = True,
    enters: Callable[[str], bool],
) -> Tree:
    """The files below ``start`` ("" is the root) whose names end in one of ``endings`` (lower case, any case counts).

    Hidden files and folders, those of other tools, and folders that ``enters`` refuses by name are not looked into.
    A link to a file inside the root counts as that file, where the file itself is not listed; folders behind links
    are not entered. A missing start folder is an empty tree.
    """
    tree = Tree({}, [], [])
    links: list[str] = []
    waiting = [start]
    while waiting:
        folder = waiting.pop()
        before = f"{folder}/" if folder else ""
        key, found, in_odd = prefix + before, tree.found, _is_odd(before)
        with _opened(root, folder, tree) as entries:
            for entry in entries:
                base = entry.name
                if base[0] == ".":
                    continue
                if base.endswith(endings) or base.lower().endswith(endings):
                    try:
                        info = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue  # it went away between the listing and the look
                    is_odd = in_odd or info.st_size > MAX_BYTES or not S_ISREG(info.st_mode) or _is_odd(base)
                    if not is_odd or _is_text(info, before + base, tree, links):
                        found[key + base] = (info.st_size, info.st_mtime_ns, info.st_ctime_ns)
                elif recursive and _is_entered(entry, before + base, tree, enters):
                    waiting.append(before + base)
    _follow(root, prefix, links, tree)
    return tree


@contextmanager
def _opened(root: str, folder: str, tree: Tree) -> Iterator[Iterable[os.DirEntry[str]]]:
    """What is in a folder; nothing where there is none, or where it can't be listed, which is noted."""
    path = os.path.join(root, folder)  # noqa: PTH118 - thousands of files for every search
    entries: Iterable[os.DirEntry[str]] = ()
    with ExitStack() as opened:
        try:
            entries = opened.enter_context(scanned_folder(path))
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError:
            tree.closed.append(folder)
        yield entries


def _is_odd(names: str) -> bool:
    """Whether a reason not to search a file may be in its name, or in that of a folder above it."""
    return not names.isascii() or " " in names or "onflict" in names or not names.isprintable()


def _is_text(info: os.stat_result, name: str, tree: Tree, links: list[str]) -> bool:
    """Whether a file is to be searched; notes what else it is."""
    if S_ISREG(info.st_mode):
        reason = _reason(name, info.st_size) if info.st_size > MAX_BYTES or _is_odd(name) else ""
        if reason:
            tree.skipped.append(Skipped(in_one_line(name), reason))
        return not reason
    if S_ISLNK(info.st_mode):
        links.append(name)
    elif not S_ISDIR(info.st_mode):
        tree.skipped.append(Skipped(in_one_line(name), NO_FILE))
    return False


def _reason(name: str, size: int) -> str:
    """Why a regular file is not searched; ``""`` if it is."""
    if name.encode("utf-8", "replace").decode("utf-8") != name:
        return NOT_TEXT
    if has_controls(name):
        return NAME_OF_LINES
    if size > MAX_BYTES:
        return TOO_LARGE
    return CONFLICT_COPY if is_conflict_copy(name) else ""


def has_controls(name: str) -> bool:
    """Whether a name holds a line end or another control character."""
    return not name.isprintable() and _CONTROLS.search(name) is not None


def in_one_line(name: str) -> str:
    """A name as it may be told: encodable, and with its control characters spelled out.

    >>> in_one_line("a" + chr(10) + "b.md")
    'a[U+000A]b.md'
    """
    text = name.encode("utf-8", "replace").decode()
    return _CONTROLS.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def _is_entered(entry: os.DirEntry[str], name: str, tree: Tree, enters: Callable[[str], bool]) -> bool:
    if entry.name in NEVER_ENTERED:
        return False
    if entry.is_dir(follow_symlinks=False):
        return enters(name)
    if entry.is_symlink() and _leads_to_folder(entry):
        tree.skipped.append(Skipped(in_one_line(name), LINK_TO_FOLDER))
    return False


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _follow(root: str, prefix: str, links: list[str], tree: Tree) -> None:
    """Note the files behind links, where they are inside the root and not listed themselves."""
    real_root = os.path.realpath(root) if links else ""
    for name in sorted(links):
        target = os.path.realpath(os.path.join(root, name))  # noqa: PTH118 - as above
        inner = os.path.relpath(target, real_root).replace(os.sep, "/")
        if inner.startswith("../") or inner == "..":
            tree.skipped.append(Skipped(in_one_line(name), LINK_OUT))
        elif prefix + inner not in tree.found:
            try:
                info = os.stat(target)  # noqa: PTH116 - as above
            except OSError:
                tree.skipped.append(Skipped(in_one_line(name), "a symbolic link to nothing"))
                continue
            reason = _reason(name, info.st_size) if S_ISREG(info.st_mode) else LINK_TO_FOLDER
            if reason:
                tree.skipped.append(Skipped(in_one_line(name), reason))
            else:
                tree.found[prefix + name] = (info.st_size, info.st_mtime_ns, info.st_ctime_ns)
