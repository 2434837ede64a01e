"""Reads what git has recorded: the current commit, entries of trees and of the index, and blobs."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import GitError
from daykeep.git.paths import decode_path
from daykeep.git.values import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.git.repository import Repository

_MANY_PATHS = 100
"""So many paths are still named one by one; git compares each with every entry."""


class Staged(NamedTuple):
    """One path in the person's index; ``unmerged``: a conflict is open; ``hidden``: left out by a sparse checkout."""

    entry: Entry
    unmerged: bool
    hidden: bool


def read_head(repository: Repository) -> str | None:
    """The id of the current commit; None before the first one.

    Raises GitError if the branch exists but can't be read: taking that for "no commit yet" would orphan the history.
    """
    answer = repository.runner.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}", ok=(0, 1, 128))
    if answer.code == 0:
        return answer.out.decode("ascii").strip()
    branch = read_branch(repository)
    if branch is None or os.path.lexists(repository.common_dir / branch):
        raise GitError(
            f"git can't read the current commit ({branch or 'detached HEAD'} is damaged)",
            hint="`git fsck` and `git reflog` show what can be saved",
        )
    return None


def read_branch(repository: Repository) -> str | None:
    """The full name of the current branch; None if HEAD is detached."""
    answer = repository.runner.run("symbolic-ref", "--quiet", "HEAD", ok=(0, 1, 128))
    return answer.out.decode("utf-8", "surrogateescape").strip() if answer.code == 0 else None


def read_tree(repository: Repository, commit: str | None, paths: Sequence[str]) -> dict[str, Entry]:
    """The entries of these paths in a commit's tree (also a folder's, mode 040000); empty for no commit."""
    if commit is None or not paths:
        return {}
    many, scope = _scope(repository, paths)
    options = ("-r", "-t") if many else ()
    out = repository.runner.run("ls-tree", "-z", *options, commit, *scope).out
    entries: dict[str, Entry] = {}
    for record in out.split(b"\0")[:-1]:
        head, _, path = record.partition(b"\t")
        mode, _, oid = head.decode("ascii").split(" ")
        entries[decode_path(path)] = Entry(mode, oid)
    return {path: entries[path] for path in paths if path in entries}


def read_index(repository: Repository, paths: Sequence[str]) -> dict[str, Staged]:
    """What the person's index holds for these paths."""
    if not paths:
        return {}
    _, scope = _scope(repository, paths)
    out = repository.runner.run("ls-files", "-z", "-s", "-t", *scope).out
    staged: dict[str, Staged] = {}
    for record in out.split(b"\0")[:-1]:
        head, _, path = record.partition(b"\t")
        tag, mode, oid, stage = head.decode("ascii").split(" ")
        staged[decode_path(path)] = Staged(Entry(mode, oid), stage != "0", tag == "S")
    return {path: staged[path] for path in paths if path in staged}


def _scope(repository: Repository, paths: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether there are many paths, and the arguments that name them: then the whole workspace, which is faster."""
    if len(paths) <= _MANY_PATHS:
        return False, ["--", *paths]
    return True, ["--", repository.prefix] if repository.prefix else []


def read_blobs(repository: Repository, places: Sequence[tuple[str, str]]) -> list[bytes | None]:
    """The content of each (commit, path), in order; None where the commit has no such file."""
    if not places:
        return []
    asked = b"".join(commit.encode("ascii") + b":" + os.fsencode(path) + b"\n" for commit, path in places)
    return list(_parse_batch(repository.runner.run("cat-file", "--batch", stdin=asked).out, len(places)))


def _parse_batch(out: bytes, count: int) -> Iterator[bytes | None]:
    position = 0
    for _ in range(count):
        end = out.index(b"\n", position)
        header = out[position:end].split(b" ")
        position = end + 1
        if header[-1] == b"missing" or len(header) < 3:
            yield None
            continue
        size = int(header[-1])
        yield out[position : position + size] if header[-2] == b"blob" else None
        position += size + 1


def blob_id(repository: Repository, data: bytes) -> str:
    """The id that git gives to this content."""
    digest = hashlib.new(repository.hashing, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()
