"""Where an agent starts and which paths a call is about, by the names that rules are written in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.instructions.claude.checkouts import find_checkout

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.context.instructions.model import Around, Asked
    from daykeep.context.instructions.paths import Paths
    from daykeep.context.instructions.reading import Found

MOST_FOLDERS = 256
"""Folders on the way to one path."""


class Target(NamedTuple):
    """A path of the call: as given, in full, behind links, and the folder that it lies in or is."""

    given: str
    path: str
    real: str
    folder: str


class Place(NamedTuple):
    """``cwd`` is the real working folder; ``root`` the checkout around it, or ``cwd`` itself outside of git."""

    around: Around
    cwd: str
    root: str
    in_git: bool
    targets: tuple[Target, ...]


def find_place(around: Around, asked: Asked) -> Place:
    """Find the project and the paths of a call; links in the working folder are resolved."""
    cwd = os.path.realpath(around.cwd)
    root = find_checkout(cwd).root
    targets = tuple(_target(given, cwd, str(around.home)) for given in asked.for_paths)
    return Place(around._replace(cwd=type(around.cwd)(cwd)), cwd, root or cwd, bool(root), targets)


def _target(given: str, cwd: str, home: str) -> Target:
    start = os.path.join(home, given[2:]) if given.startswith("~/") else os.path.join(cwd, given)  # noqa: PTH118
    path = os.path.normpath(start)
    folder = path if os.path.isdir(path) else os.path.dirname(path)  # noqa: PTH112, PTH120
    return Target(given, path, os.path.realpath(path), folder)


def below(folder: str, *names: str) -> str:
    """A path below a folder, by this system's separator."""
    return folder.rstrip(os.sep) + "".join(f"{os.sep}{name}" for name in names)


def is_inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it, by their names."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def folders_between(top: str, bottom: str) -> list[str]:
    """The folders from ``top`` down to ``bottom``, both included; empty when one is not in the other.

    >>> folders_between("/a", "/a/b/c") if os.sep == "/" else ["/a", "/a/b", "/a/b/c"]
    ['/a', '/a/b', '/a/b/c']
    """
    if not is_inside(bottom, top):
        return []
    found = [bottom]
    while found[-1] != top and len(found) < MOST_FOLDERS:
        found.append(os.path.dirname(found[-1]))  # noqa: PTH120
    return found[::-1]


def file_root(folder: str) -> str:
    """The root of the file system that a folder lies in."""
    while (above := os.path.dirname(folder)) != folder:  # noqa: PTH120
        folder = above
    return folder


def names_below(target: Target, base: str) -> set[str]:
    """What a target is called below a folder, as typed and behind links, with slashes; empty if it is elsewhere."""
    found = {_relative(target.path, base), _relative(target.real, os.path.realpath(base))}
    return found - {""}


def _relative(path: str, base: str) -> str:
    start = base.rstrip(os.sep) + os.sep
    return path[len(start) :].replace(os.sep, "/") if path.startswith(start) else ""


def first_match(paths: Paths, targets: Iterable[Target], bases: Sequence[str]) -> Target | None:
    """The first target that the paths mean, relative to any of the folders; None if there is none."""
    for target in targets:
        if any(paths.match(name) for base in bases for name in names_below(target, base)):
            return target
    return None


def is_blank(found: Found) -> bool:
    """Whether a file says nothing."""
    return not any(line.strip() for line in found.lines)


def is_plain_name(name: object) -> bool:
    """Whether a configured file name stays below the folder that it is looked for in."""
    if not isinstance(name, str) or not name.strip() or "\0" in name:
        return False
    parts = name.replace("\\", "/").split("/")
    return bool(parts[0]) and ".." not in parts and ":" not in parts[0]
