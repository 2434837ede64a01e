"""Finds the git checkout around a folder from git's own files, without running git."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_LIMIT_BYTES = 65_536


class Checkout(NamedTuple):
    """``root`` is the checkout's folder, ``""`` outside of git; ``main`` that of the repository a worktree belongs to.

    ``main`` is ``""`` for a checkout that is no linked worktree, and for a worktree of a bare repository.
    """

    root: str
    main: str


def find_checkout(folder: str) -> Checkout:
    """The nearest checkout that holds a folder (a real path)."""
    here = folder
    while True:
        git = os.path.join(here, ".git")  # noqa: PTH118
        if os.path.isdir(git):  # noqa: PTH112
            return Checkout(here, "")
        if os.path.isfile(git):  # noqa: PTH113
            return Checkout(here, _main_of(here, git))
        above = os.path.dirname(here)  # noqa: PTH120
        if above == here:
            return Checkout("", "")
        here = above


def _main_of(root: str, git: str) -> str:
    """The folder of the repository to which the worktree at ``root`` belongs; ``""`` for a submodule or a bare one."""
    pointer = _first_line(git)
    if not pointer.startswith("gitdir:"):
        return ""
    own = os.path.normpath(os.path.join(root, pointer[7:].strip()))  # noqa: PTH118
    common = _first_line(os.path.join(own, "commondir"))  # noqa: PTH118
    if not common:
        return ""
    shared = os.path.realpath(os.path.join(own, common))  # noqa: PTH118
    if os.path.basename(shared) != ".git" or _is_bare(os.path.join(shared, "config")):  # noqa: PTH118, PTH119
        return ""
    return os.path.dirname(shared)  # noqa: PTH120


def _is_bare(config: str) -> bool:
    inside = False
    for line in _text(config).splitlines():
        bare = line.strip().lower()
        if bare.startswith("["):
            inside = bare == "[core]"
        elif inside and bare.replace(" ", "") in {"bare=true", "bare=yes", "bare=on", "bare=1", "bare"}:
            return True
    return False


def _first_line(path: str) -> str:
    return _text(path).split("\n", 1)[0].strip()


def _text(path: str) -> str:
    try:
        if not os.path.isfile(path):  # noqa: PTH113
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape") as stream:  # noqa: PTH123
            return stream.read(_LIMIT_BYTES)
    except OSError:
        return ""


def find_project(folder: Path) -> str:
    """The real path of the project that a folder belongs to: its checkout or, outside of git, itself."""
    real = os.path.realpath(folder)
    return find_checkout(real).root or real
