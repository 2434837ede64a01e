"""The content of a file before and after the change that takes something back."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import decode
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.leaving.archive import parse_archive
from daykeep.memory.leaving.itemlines import without_item, without_lines
from daykeep.memory.notes.note import WORKSPACE_INDEX
from daykeep.memory.sources import SOURCES_FILE, hash_line
from daykeep.review.difference import compare_bytes
from daykeep.review.notes.files import body_numbers
from daykeep.review.takeback.book import CHANGED, FORGOTTEN
from daykeep.workspace.archive import is_memory_archive

if TYPE_CHECKING:
    from collections.abc import Collection

    from daykeep.files.encoding import Document
    from daykeep.git.history import History
    from daykeep.review.takeback.target import Target

RECORDS = (DECISIONS_FILE, SOURCES_FILE)
"""Append-only: what a revert does to them it adds."""


class Sides(NamedTuple):
    """What a change wrote and what it should have left; None is no file."""

    base: bytes | None
    theirs: bytes | None


def touched_names(target: Target, memory: str) -> list[str]:
    """The files beside MEMORY.md that a change concerns; none for one item of memory, which its archives tell."""
    if target.commit is None or (target.item is not None and target.kind not in {FORGOTTEN, CHANGED}):
        return []
    return [name for name in target.commit.names if name not in {memory, WORKSPACE_INDEX, *RECORDS}]


def find_sides(git: History, target: Target, name: str, document: Document | None, *, memory: str) -> Sides:
    """A file as the target's commit wrote it, and as it is to be; with the line ends that it has on disk."""
    commit = target.commit
    if commit is None:  # never committed: it can only be in the file as it is
        data = document.data if document is not None else b""
        return Sides(data, without_item(data, None, target.hashes))
    written = _content(git, commit.id, name, document)
    parent = _content(git, commit.parents[0], name, document) if commit.parents else None
    if target.item is None or target.kind == CHANGED:
        if parent is None and written is not None and is_memory_archive(name):
            parent = _without_moved(git, target, name, written, memory)
        return Sides(written, parent)
    before, after = parent or b"", written or b""
    if (
        target.kind == FORGOTTEN and written is None
    ):  # a note that went as a whole, by this item or by another
        texts = decode(before, name).texts
        said = [hash_line(texts[number - 1]) for number in body_numbers(texts)]
        return Sides(None, parent if said and target.hashes.issuperset(said) else None)
    if target.kind == FORGOTTEN:
        return Sides(written, with_lines(after, before, target.hashes))
    without = without_item(after, before, target.hashes)
    if not target.other_hashes:
        return Sides(written, without)
    coming = target.other_hashes - (_put_back(target, document) if document is not None else frozenset())
    return Sides(written, swap_back(after, before, target.hashes, coming))


def _put_back(target: Target, document: Document) -> frozenset[str]:
    """The lines, by hash, that stand in a file beside those that took their place: a hand has put them back elsewhere."""
    there = frozenset(map(hash_line, document.texts))
    return frozenset() if target.restores or there.isdisjoint(target.hashes) else there


def _without_moved(git: History, target: Target, name: str, written: bytes, memory: str) -> bytes | None:
    """An archive that no commit before held, without the lines that this one moved there; None if nothing is left.

    It may hold lines from before that nobody had committed.
    """
    commit = target.commit
    if commit is None or memory not in commit.names:
        return None
    parents = commit.parents
    before = git.read(parents[0], memory) if parents else None
    moved = compare_bytes(before, git.read(commit.id, memory)).removed
    rest = without_item(written, None, {hash_line(text) for _, text in moved})
    return rest if parse_archive(name, decode(rest).texts) else None


def without_doubles(document: Document, data: bytes, hashes: Collection[str]) -> bytes:
    """A file's bytes after a change, without lines that it put in though a hand had put them back elsewhere before.

    ``hashes`` are those of the lines that the change is about; ``document`` is the file as it was.
    """
    from difflib import SequenceMatcher  # noqa: PLC0415 - slow to import

    after = decode(data, document.name)
    before = Counter(map(hash_line, document.texts))
    hashes = set(hashes) - {hash_line("")}
    doubled = {line for line in hashes if 0 < before[line] < Counter(map(hash_line, after.texts))[line]}
    if not doubled:
        return data
    steps = SequenceMatcher(None, document.texts, after.texts, autojunk=False).get_opcodes()
    fresh = {index for tag, _, _, start, end in steps if tag != "equal" for index in range(start, end)}
    return without_lines(after, {index for index in fresh if hash_line(after.texts[index]) in doubled})


def with_lines(data: bytes, before: bytes, hashes: Collection[str]) -> bytes:
    r"""A text with those lines of an earlier one that have these hashes, where they stood; with blank lines beside them.

    >>> from daykeep.memory.sources import hash_line
    >>> with_lines(b"a\nc\n", b"a\nb\nx\nc\n", {hash_line("b")})
    b'a\nb\nc\n'
    """
    from difflib import SequenceMatcher  # noqa: PLC0415 - slow to import

    now, old = data.splitlines(keepends=True), before.splitlines(keepends=True)
    result: list[bytes] = []
    for tag, first, last, start, end in SequenceMatcher(None, now, old, autojunk=False).get_opcodes():
        if tag != "equal":
            result += _chosen(old[start:end], hashes)
        if tag != "insert":
            result += now[first:last]
    return b"".join(result)


def swap_back(data: bytes, before: bytes, going: Collection[str], coming: Collection[str]) -> bytes:
    """A text with the lines of an earlier one that gave way (``coming``) in the place of those that took it."""
    lines = data.splitlines(keepends=True)
    places = [index for index, line in enumerate(lines) if _hash(line) in going and line.strip()]
    old = [line for line in before.splitlines(keepends=True) if line.strip() and _hash(line) in coming]
    if not places or not old:
        return with_lines(without_item(data, before, going), before, coming)
    kept = [line for index, line in enumerate(lines) if index not in places]
    return b"".join([*kept[: places[0]], *old, *kept[places[0] :]])


def _chosen(lines: list[bytes], hashes: Collection[str]) -> list[bytes]:
    """The lines with these hashes; all of a run, blank lines and headings too, if nothing else in it says anything."""
    said = [line for line in lines if line.strip() and not line.lstrip().startswith(b"#")]
    if said and all(_hash(line) in hashes for line in said):
        return lines
    return [line for line in lines if line.strip() and _hash(line) in hashes]


def _hash(line: bytes) -> str:
    texts = decode(line).texts
    return hash_line(texts[0]) if texts else ""


def _content(git: History, commit: str, name: str, document: Document | None) -> bytes | None:
    data = git.read(commit, name)
    if data is not None and document is not None and document.newline == "\r\n" and b"\r\n" not in data:
        return data.replace(b"\n", b"\r\n")
    return data
