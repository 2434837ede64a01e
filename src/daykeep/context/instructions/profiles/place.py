"""Where an agent starts and which paths a call is about, by the names that rules are written in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.instructions.claude.checkouts import find_checkout
from daykeep.context.instructions.folders import full_path, names_below

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from daykeep.context.instructions.model import Around, Asked
    from daykeep.context.instructions.paths import Paths
    from daykeep.context.instructions.reading import Found


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
    path = full_path(given, cwd, home)
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return Target(given, path, os.path.realpath(path), folder)


def first_match(paths: Paths, targets: Iterable[Target], bases: Sequence[str]) -> Target | None:
    """The first target that the paths mean, relative to any of the folders; None if there is none."""
    for target in targets:
        if any(paths.match(name) for base in bases for name in names_below(target.path, target.real, base)):
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
