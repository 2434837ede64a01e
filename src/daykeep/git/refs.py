"""Commits on private references below ``refs/daykeep/``: made, moved and read without the index, the branch or the files.

Names are told below that folder (``proposals/01J…``). What a repository holds there may come from a stranger: symbolic
references are never followed, nothing of another type or beyond a size is read, and what is odd is named, not raised.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import ConflictError, GitError
from daykeep.files.disk import storage_error
from daykeep.files.ids import new_ulid
from daykeep.files.store import Files
from daykeep.git.paths import quote_path, to_path

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from daykeep.git.repository import Repository
    from daykeep.git.values import Author

ROOT = "refs/daykeep/"
COMMIT, PARENT, TREE = "^{commit}", "^1", "^{tree}"
MOST_REFS = 20_000
"""More references in one folder are none of ours; the rest is named and not read."""

_FORMAT = "--format=%(objectname) %(refname) %(symref)"  # no type: for that git reads every object, and stops at a missing one
_OBJECT = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64}) (blob|commit|tree|tag) (\d+)")
_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]*(/[0-9A-Za-z][0-9A-Za-z_-]*)*")
_POLL_SECONDS = 0.02

_ORPHAN_SECONDS = 2.0
"""How long a git process may outlive the daykeep that started it; measured: a reference update takes 2 ms."""

_SAME_MOMENT_SECONDS = 5.0
"""A lock of the packed references is ours if it was made within this time after our note that we move some."""

_NOTE = "refs-under-way"


class Ref(NamedTuple):
    """A private reference: its name below ``refs/daykeep/`` and the commit it points to."""

    name: str
    oid: str


class Fault(NamedTuple):
    """Something below ``refs/daykeep/`` that is no reference of ours, and why."""

    name: str
    reason: str


class Found(NamedTuple):
    """An object: its id, its type, its size in bytes."""

    oid: str
    type: str
    size: int


class Move(NamedTuple):
    """What is to become of one reference: from ``old`` (None: it must not be there) to ``new`` (None: removed)."""

    name: str
    new: str | None
    old: str | None


class Content(NamedTuple):
    """What a private commit holds: ``files`` (workspace names) on top of ``tree`` (else of the parent's tree)."""

    files: Mapping[str, bytes]
    message: str
    parent: str | None
    tree: str | None = None


class PrivateRefs:
    """daykeep's own references in one repository. Every method may raise GitError if git fails."""

    def __init__(self, repository: Repository, *, wait_seconds: float) -> None:
        self._repository = repository
        self._wait_seconds = wait_seconds

    @property
    def scope(self) -> str:
        """What tells this workspace from others that share the repository: its work tree and its folder there.

        Empty for a workspace at the top of the main work tree.
        """
        repository = self._repository
        linked = "" if _is_same(repository.git_dir, repository.common_dir) else repository.git_dir.name
        return f"{linked}\n{repository.prefix}" if linked or repository.prefix else ""

    def find(self, names: Sequence[str]) -> tuple[list[Ref], list[Fault]]:
        """The references of these names or anywhere below them, sorted, and what is none; by one git process."""
        patterns = [f"{ROOT}{name}" for name in names]
        answer = self._repository.runner.run("for-each-ref", f"--count={MOST_REFS + 1}", _FORMAT, *patterns)
        refs: list[Ref] = []
        faults = [fault for line in answer.err.splitlines() if (fault := _warning(line))]
        for line in answer.out.decode("utf-8", "replace").splitlines():
            oid, full, symref = line.split(" ", 2)
            name = full.removeprefix(ROOT)
            if symref or not _NAME.fullmatch(name):
                faults.append(
                    Fault(name, "it is a symbolic reference" if symref else "it has no name of ours")
                )
            else:
                refs.append(Ref(name, oid))
        if len(refs) + len(faults) > MOST_REFS:
            faults.append(Fault(names[0], f"more than {MOST_REFS:,} references; the rest is not read"))
        return refs[:MOST_REFS], faults

    def look(self, places: Sequence[tuple[str, str]]) -> list[Found | None]:
        """The object at each (commit, workspace name), in order; None where there is none.

        Instead of a name, ``COMMIT``, ``PARENT`` and ``TREE`` stand for the commit itself, its parent and its tree.
        """
        if not places:
            return []
        ends = {name: self._spec_end(name) for name in {name for _, name in places}}
        asked = b"".join(commit.encode("ascii") + ends[name] for commit, name in places)
        out = self._repository.runner.run("cat-file", "--batch-check", "--buffer", stdin=asked).out
        found: list[Found | None] = []
        for line in out.split(b"\n")[: len(places)]:
            match = _OBJECT.fullmatch(line)
            found.append(Found(match[1].decode(), match[2].decode(), int(match[3])) if match else None)
        return found

    def read(self, oids: Sequence[str]) -> list[bytes]:
        """The content of objects that are there, in order; ask `look` before how large they are."""
        if not oids:
            return []
        asked = b"".join(oid.encode("ascii") + b"\n" for oid in oids)
        out = self._repository.runner.run("cat-file", "--batch", "--buffer", stdin=asked).out
        contents: list[bytes] = []
        position = 0
        for oid in oids:
            end = out.find(b"\n", position)
            match = _OBJECT.fullmatch(out[position:end]) if end >= 0 else None
            if match is None:
                raise GitError(f"git can't read the object {oid}", hint="`git fsck` shows what is damaged")
            position = end + 1 + int(match[3])
            contents.append(out[end + 1 : position])
            position += 1
        return contents

    def record(self, content: Content, *, author: Author, at: datetime) -> str:
        """Write a commit and all in it to the disk; nothing refers to it yet. Returns its id; by one git process."""
        ref = f"{ROOT}commit/{new_ulid(at)}"
        who = f"{author.name} <{author.email}> {_stamp(at)}".lstrip()
        stream = [f"commit {ref}\nmark :1\nauthor {who}\ncommitter {who}\n".encode()]
        stream.append(_data(content.message.encode("utf-8", "replace")))
        if content.parent:
            stream.append(f"from {content.parent}\n".encode("ascii"))
        if content.tree:
            stream.append(f'M 040000 {content.tree} ""\n'.encode("ascii"))
        for name, data in content.files.items():
            path = quote_path(to_path(self._repository.prefix, name))
            stream.append(b"M 100644 inline " + path + b"\n" + _data(data))
        stream.append(f"get-mark :1\nreset {ref}\nfrom {self._repository.null_id}\n\ndone\n".encode("ascii"))
        answer = self._repository.runner.run(
            "fast-import", "--quiet", "--done", "--date-format=raw", stdin=b"".join(stream)
        )
        return answer.out.decode("ascii").strip()

    def move(self, moves: Sequence[Move]) -> None:
        """Move references, all or none, each by compare-and-swap.

        A kill in between may leave a reference made whose old name is not removed yet, never the other way round.
        Raises ConflictError, with nothing moved, if one is not where it was said to be.
        """
        if not moves:
            return
        stdin = "".join(self._line(move) for move in moves).encode("ascii")
        private = self._repository.common_dir / "daykeep"
        try:
            private.mkdir(exist_ok=True)
        except OSError as error:
            raise storage_error("can't make", str(private), error) from error
        notes = Files(private, durable=False)
        with notes.lock("refs", timeout_seconds=self._wait_seconds, purpose="move references"):
            self._recover(notes)
            removes = any(move.new is None for move in moves)
            if removes:
                notes.replace(_NOTE, b"\n", expected_sha256=None)
            try:
                self._update(stdin)
            finally:
                if removes:
                    notes.remove(_NOTE)

    def _line(self, move: Move) -> str:
        if move.new is None:
            return f"delete {ROOT}{move.name} {move.old}\n"
        if move.old is None:
            return f"create {ROOT}{move.name} {move.new}\n"
        return f"update {ROOT}{move.name} {move.new} {move.old}\n"

    def _update(self, stdin: bytes) -> None:
        deadline = time.monotonic() + self._wait_seconds
        while True:
            answer = self._repository.runner.run(
                "update-ref", "--no-deref", "--stdin", stdin=stdin, ok=(0, 1, 128)
            )
            if answer.code == 0:
                return
            said = answer.err.strip().replace("\n", " ").removeprefix("fatal: ")
            if "File exists" not in said:
                if "expected" in said or "already exists" in said or "unable to resolve" in said:
                    raise ConflictError(f"a private reference was moved by somebody else: {said}")
                raise GitError(f"git could not move private references: {said}")
            if time.monotonic() > deadline:
                raise GitError(
                    f"another git process holds the references; waited {self._wait_seconds:g} seconds",
                    hint=f"if no git command is running, remove the lock file yourself ({said})",
                )
            time.sleep(_POLL_SECONDS)

    def _recover(self, notes: Files) -> None:
        """Remove the locks that a move left which was cut short: nobody else writes below ``refs/daykeep/``.

        The lock of the packed references is anybody's; it is ours if it was made right after our note.
        """
        common = self._repository.common_dir
        packed = common / "packed-refs.lock"
        noted = _made_at(common / "daykeep" / _NOTE)
        deadline = time.monotonic() + _ORPHAN_SECONDS
        while True:
            stale = _locks_below(common / ROOT)
            if noted is not None and 0 <= (_made_at(packed) or 0) - noted <= _SAME_MOMENT_SECONDS:
                stale.append(packed)
            if not stale or time.monotonic() > deadline:
                break
            time.sleep(_POLL_SECONDS)
        for lock in stale:
            lock.unlink(missing_ok=True)
        if noted is not None:
            notes.remove(_NOTE)

    def _spec_end(self, name: str) -> bytes:
        """What follows a commit where git is asked for an object of it."""
        if name in {COMMIT, PARENT, TREE}:
            return name.encode("ascii") + b"\n"
        return b":" + os.fsencode(to_path(self._repository.prefix, name)) + b"\n"


def _warning(line: str) -> Fault | None:
    """What git says about a reference that it passes over."""
    match = re.fullmatch(rf"warning: ignoring (.*?) ?{ROOT}(.+)", line)
    return Fault(match[2], f"git passes it over ({match[1]})") if match else None


def _locks_below(folder: Path) -> list[Path]:
    return [
        Path(place, name) for place, _, names in os.walk(folder) for name in names if name.endswith(".lock")
    ]


def _made_at(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _data(content: bytes) -> bytes:
    return b"data %d\n" % len(content) + content + b"\n"


def _stamp(at: datetime) -> str:
    """The date as git stores it: seconds since 1970 and the offset from UTC in hours and minutes."""
    return f"{max(0, int(at.timestamp()))} {at.strftime('%z')[:5]}"
