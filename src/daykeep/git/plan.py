"""Compares files with the current commit: what a commit of them would change, and what must be left out, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from daykeep.git.attributes import Attributes, has_crlf, read_attributes, wants_lf
from daykeep.git.objects import Staged, blob_id, read_blobs, read_head, read_index, read_tree
from daykeep.git.paths import decode_path, encode_paths
from daykeep.git.values import Entry
from daykeep.git.worktree import EXECUTABLE, FILE, LINK, Found, LeftOut, read_work_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from daykeep.git.repository import Repository

IGNORED = "git ignores it"
_FOLDER, _SUBMODULE = "040000", "160000"
_FILES = (FILE, EXECUTABLE)
_FENCE = re.compile(rb" {0,3}(`{3,}|~{3,})")


Check = Callable[[str, bytes], "str | None"]
"""Asked about a path and the bytes that would be recorded: a reason to leave them out, or None."""


class Change(NamedTuple):
    """One path to record: ``entry`` None is a deletion; ``data`` is the blob's content."""

    path: str
    entry: Entry | None
    data: bytes


class Plan(NamedTuple):
    """What a commit of some paths would do on top of ``head``; ``left_out`` and ``conflicts`` map paths to reasons."""

    head: str | None
    changes: tuple[Change, ...]
    recorded: dict[str, Entry]
    staged: dict[str, Staged]
    left_out: dict[str, str]
    conflicts: dict[str, str]


class _Before(NamedTuple):
    """What is recorded of a path, and what its attributes say."""

    head: str | None
    entry: Entry | None
    attributes: Attributes | None


def make_plan(repository: Repository, paths: Sequence[str], check: Check | None = None) -> Plan:
    """Read the paths and compare them with the current commit; nothing is written.

    ``check`` is asked about the bytes of every path that would be recorded.
    """
    head = read_head(repository)
    recorded = read_tree(repository, head, paths)
    staged = read_index(repository, paths)
    found, left_out = _read_work_files(repository, paths, recorded, staged)
    ignored = read_ignored(repository, [path for path in found if path not in staged])
    left_out.update(dict.fromkeys(ignored, IGNORED))
    different = {
        path: seen
        for path, seen in found.items()
        if path not in ignored and _differs(repository, seen, recorded.get(path))
    }
    attributes = read_attributes(
        repository, [path for path, seen in different.items() if seen.mode in _FILES]
    )
    changes, conflicts = [], {}
    for path, seen in different.items():
        change = _compare(repository, path, seen, _Before(head, recorded.get(path), attributes.get(path)))
        if change is None:
            continue
        reason = _reason_against(change, attributes.get(path), check)
        if reason:
            left_out[path] = reason
            continue
        changes.append(change)
        conflict = _conflict_in(change, staged.get(path))
        conflicts.update({path: conflict} if conflict else {})
    return Plan(head, tuple(changes), recorded, staged, left_out, conflicts)


def _read_work_files(
    repository: Repository, paths: Sequence[str], recorded: Mapping[str, Entry], staged: Mapping[str, Staged]
) -> tuple[dict[str, Found], dict[str, str]]:
    """What stands in the work tree, and what can't be recorded; hidden by a sparse checkout is neither."""
    found: dict[str, Found] = {}
    left_out: dict[str, str] = {}
    for path in paths:
        seen = read_work_file(repository.top, path)
        if isinstance(seen, LeftOut):
            left_out[path] = seen.reason
        elif path in recorded and recorded[path].mode in {_FOLDER, _SUBMODULE}:
            left_out[path] = "it is a folder in the repository"
        elif not (seen.mode == "" and path in staged and staged[path].hidden):
            found[path] = seen
    return found, left_out


def _differs(repository: Repository, seen: Found, old: Entry | None) -> bool:
    """Whether the bytes or the mode differ, before line ends and settings are looked at."""
    if seen.mode == "" or old is None:
        return seen.mode != "" or old is not None
    return Entry(seen.mode, blob_id(repository, seen.data)) != old


def _reason_against(change: Change, attributes: Attributes | None, check: Check | None) -> str | None:
    if attributes is not None and attributes.rewrites:
        return attributes.rewrites
    return check(change.path, change.data) if check is not None and change.entry is not None else None


def _conflict_in(change: Change, staged: Staged | None) -> str | None:
    if staged is not None and staged.unmerged:
        return "git has an open conflict in it"
    line = find_conflict(change.data)
    return f"line {line} starts a merge conflict" if line else None


def read_ignored(repository: Repository, paths: Sequence[str]) -> set[str]:
    """Those of the paths that git ignores; a path in the index is never ignored."""
    if not paths:
        return set()
    # This command alone refuses literal pathspecs; "./" keeps a leading ":" from being read as magic.
    asked = encode_paths(f"./{path}" for path in paths)
    literal = {"GIT_LITERAL_PATHSPECS": "0"}
    out = repository.runner.run(
        "check-ignore", "-z", "--stdin", stdin=asked, ok=(0, 1), environment=literal
    ).out
    return {decode_path(path).removeprefix("./") for path in out.split(b"\0")[:-1]}


def find_conflict(data: bytes) -> int | None:
    """The line that starts a merge conflict, unless the whole of it stands inside one fenced block (an example)."""
    if b"<<<<<<< " not in data or b">>>>>>> " not in data:
        return None
    lines = data.splitlines()
    return _scan_for_conflict(lines, _fenced_lines(lines))


def _scan_for_conflict(lines: Sequence[bytes], fenced: AbstractSet[int]) -> int | None:
    start, divided = 0, False
    for number, line in enumerate(lines, 1):
        if line.startswith(b"<<<<<<< ") and number not in fenced:
            start, divided = number, False
        elif start and line == b"=======":
            divided = True
        elif divided and line.startswith(b">>>>>>> "):
            return start
    return None


def _fenced_lines(lines: Sequence[bytes]) -> set[int]:
    """The numbers of lines inside fenced blocks that are closed again."""
    fenced: set[int] = set()
    fence, since = b"", 0
    for number, line in enumerate(lines, 1):
        mark = _FENCE.match(line)
        if mark is None:
            continue
        if not fence:
            fence, since = mark[1], number
        elif mark[1].startswith(fence) and not line.strip().strip(fence[:1]):
            fenced.update(range(since, number + 1))
            fence = b""
    return fenced


def _compare(repository: Repository, path: str, seen: Found, before: _Before) -> Change | None:
    if seen.mode == "":
        return Change(path, None, b"") if before.entry else None
    data = _with_line_ends(repository, path, seen.data, before)
    entry = Entry(_settle_mode(repository, seen.mode, before.entry), blob_id(repository, data))
    return None if entry == before.entry else Change(path, entry, data)


def _with_line_ends(repository: Repository, path: str, data: bytes, before: _Before) -> bytes:
    if before.attributes is None or not has_crlf(data):
        return data
    recorded = read_blobs(repository, [(str(before.head), path)])[0] if before.entry else None
    if wants_lf(before.attributes, _setting(repository, "core.autocrlf"), data, recorded):
        return data.replace(b"\r\n", b"\n")
    return data


def _settle_mode(repository: Repository, now: str, before: Entry | None) -> str:
    """The mode to record where the file system may not be able to show it (``core.fileMode``, ``core.symlinks``)."""
    old = before.mode if before else FILE
    if old == LINK and now != LINK:
        return now if _is_on(repository, "core.symlinks") else LINK
    if {now, old} == {FILE, EXECUTABLE}:
        return now if _is_on(repository, "core.fileMode") else old
    return now


def _is_on(repository: Repository, key: str) -> bool:
    return _setting(repository, key) not in {"false", "no", "off", "0"}


def _setting(repository: Repository, key: str) -> str:
    answer = repository.runner.run("config", "--get", key, ok=(0, 1))
    return answer.out.decode("utf-8", "replace").strip().casefold()
