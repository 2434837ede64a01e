"""Finds the files of a folder of rules, at any depth: links are followed, loops end, and there is a limit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

MOST_ENTRIES = 5_000
"""Names in one set of rules; where there are more, the rest is not looked at."""

MOST_DEPTH = 32


class Listed(NamedTuple):
    """The rule files in the order they are read, and what was passed over: path, code and reason."""

    paths: tuple[str, ...]
    skipped: tuple[tuple[str, str, str], ...]


class Rules:
    """Lists folders of rules; every folder is listed once, under whatever name it is met first."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], str] = {}

    def find(self, folder: str, endings: tuple[str, ...] = (".md",)) -> Listed:
        """Every file with one of the endings below a folder, sorted folder by folder; nothing at all where there is no folder."""
        if not os.path.lexists(folder):
            return Listed((), ())
        paths: list[str] = []
        skipped: list[tuple[str, str, str]] = []
        left = MOST_ENTRIES
        waiting: list[tuple[str, int, frozenset[tuple[int, int]]]] = [(folder, 0, frozenset())]
        while waiting:
            here, depth, above = waiting.pop()
            found = self._open(here, depth, above, skipped)
            if found is None:
                continue
            names = self._names(here, left, skipped)
            left -= len(names)
            for name, is_folder in names:
                path = f"{here}{os.sep}{name}"
                if is_folder:
                    waiting.append((path, depth + 1, above | {found}))
                elif name.endswith(endings):
                    paths.append(path)
        return Listed(tuple(sorted(paths, key=_order)), tuple(sorted(skipped)))

    def _open(
        self, path: str, depth: int, above: frozenset[tuple[int, int]], skipped: list[tuple[str, str, str]]
    ) -> tuple[int, int] | None:
        """What tells this folder from others; None, and a word, if it is not to be listed."""
        try:
            info = os.stat(path)
        except OSError as error:
            skipped.append((path, "unreadable", (error.strerror or str(error)).lower()))
            return None
        key = (info.st_dev, info.st_ino)
        if key in above:
            skipped.append((path, "cycle", "a link to a folder that it lies in"))
        elif info.st_ino and key in self._known:
            skipped.append((path, "duplicate", f"the same folder as {self._known[key]}"))
        elif depth > MOST_DEPTH:
            skipped.append((path, "too_deep", f"more than {MOST_DEPTH} folders deep"))
        else:
            self._known[key] = path
            return key
        return None

    def _names(self, path: str, left: int, skipped: list[tuple[str, str, str]]) -> list[tuple[str, bool]]:
        """The names in a folder and whether each is a folder; none, and a word, if there are too many."""
        names = []
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    names.append((entry.name, _is_folder(entry)))
                    if len(names) > left:
                        reason = (
                            f"it holds more names than the {MOST_ENTRIES:,} that one set of rules may have"
                        )
                        skipped.append((path, "too_many", reason))
                        return []
        except OSError as error:
            code = "not_a_file" if isinstance(error, NotADirectoryError) else "unreadable"
            skipped.append((path, code, (error.strerror or str(error)).lower()))
        return names


def _order(path: str) -> tuple[str, ...]:
    """Files sorted by name, folder by folder, the same on every system."""
    return Path(path).parts


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself
        return False
