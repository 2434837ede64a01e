"""Reads what is imported: a folder, a file or a zip archive. Nothing of it is written, and no lock is taken there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.errors import DaykeepError, DocumentError, UsageError
from daykeep.files.archives.gathering import FILE, FOLDER, LINK, walk_tree
from daykeep.files.archives.zipped import Zipped, is_zipped
from daykeep.files.encoding import decode
from daykeep.files.store import Files
from daykeep.importing.found import Passed
from daykeep.text.unicode import repair_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.files.encoding import Document

TEXT_BYTES = 8_000_000
"""A larger Markdown file is no memory that anybody wrote."""
JSON_BYTES = 512 * 1024 * 1024
"""A larger export is not read into memory."""
MOST_FILES = 200_000
TEXTS = (".md", ".markdown", ".mdc", ".txt")
JSONS = (".json", ".jsonl")
ZIP = ".zip"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROLS = bytes({*range(32)} - {*b"\t\n\r\f\x1b"})
"""Bytes that text hardly holds; of a file with many of them nothing is read."""
SKILL = "SKILL.md"
"""What makes a folder a skill: it tells agents how to do something, and is nobody's memory."""
_LINK = "it is a link that leads out of what is imported and is not followed: import {} by itself"
_SKIPPED = frozenset({".git", ".obsidian", ".trash", "node_modules", ".venv", "__pycache__", ".daykeep"})


class Source:
    """The files of what is imported, by names relative to it.

    Links to folders are not followed, links to files only where they stay inside; one that leads out is named in
    ``passed``. ``without`` are real paths of folders that are not looked into: the workspace that is imported into.
    Skills below it are named in ``passed`` and not looked into either. What can't be read is in ``passed``, once.
    """

    def __init__(self, path: Path, *, without: Sequence[Path] = ()) -> None:
        self.path = Path(path)
        self.passed: list[Passed] = []
        self._zip: Zipped | None = None
        self._only = ""
        self.root = self.path
        if self.path.is_file():
            self.root = self.path.parent
            self._only = self.path.name
            if is_zipped(self.path):
                self._zip = Zipped(self.path)
            elif self.path.suffix.lower() == ZIP:
                raise DocumentError(f'"{path}" is no whole zip archive', hint="was its download cut short?")
        elif not self.path.is_dir():
            raise UsageError(f'there is no file or folder "{path}"')
        self._files = Files(self.root)
        self._without = tuple(f"{inner}/" for one in without if (inner := _inside(one, self._files.root)))
        self._names: list[str] | None = None

    @property
    def label(self) -> str:
        """How it is called in messages: the file's or the folder's name."""
        return self.path.name or str(self.path)

    def names(self) -> list[str]:
        """All names, hidden ones included, sorted; what belongs to version control and caches is left out."""
        if self._names is None:
            self._names = self._list()
        return self._names

    def texts(self, *, hidden: bool = False) -> Iterator[str]:
        """The names of Markdown and text files, those in hidden folders only with ``hidden``."""
        for name in self.names():
            if name.lower().endswith(TEXTS) and (hidden or not _is_hidden(name)):
                yield name

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return name in self.names()

    def document(self, name: str) -> Document | None:
        """A text file as lines; None, with the reason in ``passed``, where it can't be read."""
        data = self.data(name, TEXT_BYTES)
        if data is None:
            return None
        if data[:2] not in _WIDE_MARKS and len(data) - len(data.translate(None, _CONTROLS)) > len(data) // 50:
            self.skip(name, 0, "it is not text")
            return None
        document = decode(data, name)
        for problem in document.problems:
            self.skip(name, problem.line, problem.message)
        return document

    def value(self, name: str) -> Any:
        """A JSON file's value (of ``.jsonl`` the list of its lines' values); None, with the reason in ``passed``."""
        data = self.data(name, JSON_BYTES)
        if data is None:
            return None
        text = decode(data, name).text.removeprefix("\ufeff")
        if name.lower().endswith(".jsonl"):
            return _encodable(self._lines(name, text))
        try:
            return _encodable(json.loads(text))
        except (ValueError, RecursionError) as error:
            self.skip(
                name, getattr(error, "lineno", 1), f"it is not valid JSON: {getattr(error, 'msg', error)}"
            )
            return None

    def data(self, name: str, limit_bytes: int) -> bytes | None:
        """A file's bytes; None, with the reason in ``passed``, where it can't be read or is larger than the limit."""
        try:
            told = self._zip.size(name) if self._zip is not None else 0
            data = self._read(name, limit_bytes + 1) if told <= limit_bytes else b""
        except DaykeepError as error:
            self.skip(name, 0, error.message)
            return None
        if data is not None and max(len(data), told) > limit_bytes:
            self.skip(name, 0, f"it is larger than {limit_bytes // 1_000_000} MB and was not read")
            return None
        return data

    def skip(self, name: str, line: int, reason: str) -> None:
        """Note what is passed over, once."""
        passed = Passed(name, line, reason, broken=True)
        if passed not in self.passed:
            self.passed.append(passed)

    def _read(self, name: str, limit_bytes: int) -> bytes | None:
        if self._zip is None:
            return self._files.find_bytes(name, limit_bytes=limit_bytes)
        return self._zip.read(name, limit_bytes)

    def _list(self) -> list[str]:
        if self._zip is not None:
            names = self._zip.names()
        elif self._only:
            names = [self._only]
        else:
            names = list(self._walk())
        kept = sorted(name for name in names if not _SKIPPED.intersection(name.split("/")[:-1]))
        if len(kept) > MOST_FILES:
            raise UsageError(
                f'"{self.path}" holds more than {MOST_FILES:,} files', hint="name the folder of the memories"
            )
        return self._without_skills(kept)

    def _walk(self) -> Iterator[str]:
        """Every file below the root but in the folders that are not looked into; links that lead out are noted."""
        root = self._files.root
        for found, passed in walk_tree(
            str(root), failed=lambda name, error: self.skip(name, 0, error.message)
        ):
            if found.kind == FILE:
                yield found.name
            elif found.kind == FOLDER:
                if f"{found.name}/" in self._without or found.name.rpartition("/")[2] in _SKIPPED:
                    passed.append("")
            elif found.kind == LINK:
                there = Path(os.path.realpath(root / found.name))
                if there.is_relative_to(root):
                    if there.is_file():
                        yield found.name
                elif there.exists():
                    self.passed.append(Passed(found.name, 0, _LINK.format(there)))

    def _without_skills(self, names: list[str]) -> list[str]:
        folders = tuple(name.removesuffix(SKILL) for name in names if name.endswith(f"/{SKILL}"))
        if not folders:
            return names
        for folder in folders:
            self.passed.append(Passed(f"{folder}{SKILL}", 0, "a skill is no memory: install it as one"))
        return [name for name in names if not name.startswith(folders)]

    def _lines(self, name: str, text: str) -> list[Any]:
        values = []
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                try:
                    values.append(json.loads(line))
                except (ValueError, RecursionError) as error:
                    self.skip(name, number, f"it is not valid JSON: {getattr(error, 'msg', error)}")
        return values


def _encodable(value: Any) -> Any:
    """A JSON value in whose texts no half of a character is left: JSON can name one, no file can hold it."""
    whole = [value]
    waiting: list[Any] = [whole]
    while waiting:
        one = waiting.pop()
        for key, inner in list(one.items() if isinstance(one, dict) else enumerate(one)):
            if isinstance(inner, str):
                one[key] = repair_surrogates(inner)[0]
            elif isinstance(inner, (dict, list)):
                waiting.append(inner)
    return whole[0]


def _inside(path: Path, root: Path) -> str:
    """A folder's name below the root; ``""`` where it is not below it."""
    real = path.resolve()
    return real.relative_to(root).as_posix() if real != root and real.is_relative_to(root) else ""


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))
