"""Finds the git checkout around a folder from git's own files, without running git."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from daykeep.context.instructions.reading import Found, read_instruction
from daykeep.memory.notes.stores.repository import WORKTREE, find_project

_TRUE = frozenset({"bare", "bare=true", "bare=yes", "bare=on", "bare=1"})


class Checkout(NamedTuple):
    """``root`` is the checkout's folder, ``""`` outside of git; ``main`` that of the repository a worktree belongs to.

    ``main`` is ``""`` for a checkout that is no linked worktree, and for a worktree of a bare repository.
    """

    root: str
    main: str


def find_checkout(folder: str) -> Checkout:
    """The nearest checkout that holds a folder (a real path): agents take every ``.git`` for one, whatever is in it."""
    here = folder
    while not os.path.lexists(f"{here.rstrip(os.sep)}{os.sep}.git"):
        above = os.path.dirname(here)
        if above == here:
            return Checkout("", "")
        here = above
    project = find_project(Path(here))
    is_linked = project.how == WORKTREE and str(project.top) == here and not _is_bare(project.root)
    return Checkout(here, str(project.root) if is_linked else "")


def find_root(folder: Path) -> str:
    """The real path of the project that a folder belongs to: its checkout or, outside of git, itself."""
    real = os.path.realpath(folder)
    return find_checkout(real).root or real


def _is_bare(root: Path) -> bool:
    """Whether a repository has no files of its own: its folder is a bare one, or its ``.git`` says so."""
    config = read_instruction(str(root / ".git" / "config"))
    if not isinstance(config, Found):
        return True
    inside = False
    for line in config.lines:
        bare = line.strip().lower()
        if bare.startswith("["):
            inside = bare == "[core]"
        elif inside and bare.replace(" ", "") in _TRUE:
            return True
    return False
