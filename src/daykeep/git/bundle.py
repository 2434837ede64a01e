"""A repository's history as one file, and a repository made of it: branches, tags and daykeep's own references.

Nothing is sent or fetched, so no setting of a repository about transports takes part; nothing is checked out.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import GitError
from daykeep.git.repository import Repository, find_repository, init_repository
from daykeep.git.values import HistoryOff

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TIMEOUT_SECONDS = 3600
"""Packing years of a large history takes minutes."""

_KEPT = ("--branches", "--tags", "--glob=refs/daykeep/*")
_REFS = re.compile(r"([0-9a-f]{40}|[0-9a-f]{64}) (HEAD|refs/(?:heads|tags|daykeep)/\S+)")
_HASHINGS = ("sha1", "sha256")
_ONE_THREAD = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "pack.threads", "GIT_CONFIG_VALUE_0": "1"}
"""With several threads the same history is packed differently each time."""


class Head(NamedTuple):
    """What was current: the full name of a branch, or the id of a commit where none was; ``hashing`` of the ids."""

    branch: str
    commit: str
    hashing: str


def find_own_repository(root: Path) -> Repository | HistoryOff:
    """The repository whose top folder is ``root`` itself; where a larger one holds it, the reason why it is none.

    A history that holds other projects too is not one that belongs to this folder.
    """
    repository = find_repository(root, timeout_seconds=TIMEOUT_SECONDS)
    if isinstance(repository, HistoryOff):
        return repository
    if repository.prefix:
        return HistoryOff(
            f"the history belongs to the larger repository at {repository.top}",
            "keep a clone of that repository too",
        )
    if repository.runner.run("rev-parse", "--is-shallow-repository").out.strip() == b"true":
        return HistoryOff(
            "the repository is a shallow clone: its history is not here", "`git fetch --unshallow`"
        )
    return repository


def write_bundle(repository: Repository, path: Path) -> Head | None:
    """Write everything that can be reached from branches, tags and daykeep's references; None if there is no commit.

    The same history, packed alike, gives the same bytes. Raises GitError, also where an object is missing.
    """
    head = read_current(repository)
    refs = repository.runner.run("for-each-ref", "--count=1", "refs/heads", "refs/tags", "refs/daykeep").out
    if not refs and not head.commit:
        return None
    extra = ["HEAD"] if not head.branch else []
    repository.runner.run("bundle", "create", "--quiet", str(path), *_KEPT, *extra, environment=_ONE_THREAD)
    repository.runner.run("bundle", "verify", "--quiet", str(path))
    return head


def read_current(repository: Repository) -> Head:
    """The branch or, where none is checked out, the commit that is current."""
    branch = repository.runner.run("symbolic-ref", "--quiet", "HEAD", ok=(0, 1))
    if branch.code == 0:
        return Head(os.fsdecode(branch.out).strip(), "", repository.hashing)
    commit = repository.runner.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}").out
    return Head("", commit.decode("ascii").strip(), repository.hashing)


def make_repository(root: Path, bundle: Path, head: Head) -> str:
    """Make a repository in ``root`` of a bundle; "made", or why that was not done.

    The files are left as they are, and the index is that of the current commit. Called again after it was cut short, it
    ends what it began: it must only be called where there was no ``.git`` before it first was. GitError if git fails.
    """
    if head.hashing not in _HASHINGS:
        return f"git has no hashes named {head.hashing!r}"
    made = init_repository(root, hashing=head.hashing)
    if made.startswith("off: "):
        return made.removeprefix("off: ")
    repository = find_repository(root, timeout_seconds=TIMEOUT_SECONDS)
    if isinstance(repository, HistoryOff):
        return repository.reason
    if repository.prefix:
        return f"the folder lies in the repository at {repository.top}"
    refs = _read_refs(repository, bundle)
    repository.runner.run("bundle", "unbundle", str(bundle))
    moves = b"".join(f"update {name} {oid}\n".encode() for oid, name in refs if name != "HEAD")
    repository.runner.run("update-ref", "--no-deref", "--stdin", stdin=moves)
    if head.branch.startswith("refs/heads/"):
        repository.runner.run("symbolic-ref", "HEAD", head.branch)
    elif any(oid == head.commit for oid, _ in refs):
        repository.runner.run("update-ref", "--no-deref", "HEAD", head.commit)
    if repository.runner.run("rev-parse", "--verify", "--quiet", "HEAD^{tree}", ok=(0, 1, 128)).code == 0:
        repository.runner.run("read-tree", "HEAD")
    return "made"


def holds_history(root: Path, bundle: Path) -> bool:
    """Whether the repository in ``root`` has every commit that the references of a bundle name."""
    repository = find_own_repository(root)
    if isinstance(repository, HistoryOff):
        return False
    asked = "".join(f"{oid}\n" for oid, _ in _read_refs(repository, bundle)).encode("ascii")
    return b" missing" not in repository.runner.run("cat-file", "--batch-check", stdin=asked).out


def _read_refs(repository: Repository, bundle: Path) -> Sequence[tuple[str, str]]:
    """The references of a bundle, ids first; only those that a backup writes."""
    out = repository.runner.run("bundle", "list-heads", str(bundle)).out
    found = []
    for line in os.fsdecode(out).splitlines():
        match = _REFS.fullmatch(line)
        if match is None:
            raise GitError("the history in the backup holds a reference that daykeep does not write")
        found.append((match[1], match[2]))
    return found
