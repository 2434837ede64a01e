"""Paths as texts, by this system's separator: what lies in what, and the folders between two places."""

from __future__ import annotations

import os

MOST_FOLDERS = 256
"""Folders between two places; of more the lowest are given."""


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
        found.append(os.path.dirname(found[-1]))
    return found[::-1]


def file_root(folder: str) -> str:
    """The root of the file system that a folder lies in."""
    while (above := os.path.dirname(folder)) != folder:
        folder = above
    return folder


def full_path(given: str, cwd: str, home: str) -> str:
    """The path that a person names in a folder, ``~/`` included; links stay as they are named."""
    start = os.path.join(home, given[2:]) if given.startswith("~/") else os.path.join(cwd, given)
    return os.path.normpath(start)


def names_below(path: str, real: str, base: str) -> set[str]:
    """What a file is called below a folder, as named and behind links, with slashes; empty if it is elsewhere."""
    return {_relative(path, base), _relative(real, os.path.realpath(base))} - {""}


def _relative(path: str, base: str) -> str:
    start = base.rstrip(os.sep) + os.sep
    return path[len(start) :].replace(os.sep, "/") if path.startswith(start) else ""
