"""The history of a workspace: what git has recorded of its files, and quiet commits of them.

``open_history`` is the way in. Nothing here changes the work tree, the person's branch name or what they have staged,
and nothing that a repository names (hooks, filters, helpers) is run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daykeep.errors import ConfigError
from daykeep.git.commit import Request, commit_paths
from daykeep.git.log import find_commit_at, find_merge_base, read_commit, read_log, resolve_commit
from daykeep.git.merge import merge_texts
from daykeep.git.objects import read_blobs, read_branch, read_head
from daykeep.git.paths import decode_path, to_name, to_path
from daykeep.git.plan import IGNORED, make_plan, read_ignored
from daykeep.git.refs import PrivateRefs
from daykeep.git.repository import Repository, find_repository, init_repository
from daykeep.git.values import Author, Commit, HistoryOff
from daykeep.git.worktree import Found, read_work_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

__all__ = ["Commit", "History", "HistoryOff", "init_repository", "open_history"]

WAIT_SECONDS = 10.0
"""How long a foreign git lock is waited for before it is reported."""

MARKER_SIZE = 7
"""The length of git's own conflict marks."""

_AUTHOR = re.compile(r"\s*([^<>\n\r\0]*?)\s*<([^<>\s\0]+)>\s*")
_TRAILER_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


def open_history(root: Path, *, wait_seconds: float = WAIT_SECONDS) -> History | HistoryOff:
    """The history of the workspace at ``root``, or the reason why there is none (never an error).

    Off: no git, GitPython can't be imported, no repository, a bare one, one that belongs to somebody else, or a
    workspace folder that the surrounding repository ignores.
    """
    repository = find_repository(root)
    if isinstance(repository, HistoryOff):
        return repository
    folder = repository.prefix.rstrip("/")
    if folder and folder in read_ignored(repository, [folder]):
        return HistoryOff(
            f"the repository at {repository.top} ignores this folder",
            "take it out of .gitignore, or run `git init` here",
        )
    return History(repository, wait_seconds=wait_seconds)


class History:
    """What git knows about one workspace. All names are relative to the workspace, all instants are in UTC.

    Every method may raise GitError (exit 9) if git fails, and RefusedError for a name that is not one.
    """

    def __init__(self, repository: Repository, *, wait_seconds: float = WAIT_SECONDS) -> None:
        self._repository = repository
        self._wait_seconds = wait_seconds

    @property
    def top(self) -> Path:
        """The top folder of the repository's work tree."""
        return self._repository.top

    @property
    def prefix(self) -> str:
        """The workspace's path below ``top``: empty, or ending in "/"."""
        return self._repository.prefix

    def private_refs(self) -> PrivateRefs:
        """Daykeep's own references in this repository, where proposals wait."""
        return PrivateRefs(self._repository, wait_seconds=self._wait_seconds)

    def head(self) -> str | None:
        """The id of the current commit, None before the first one."""
        return read_head(self._repository)

    def branch(self) -> str | None:
        """The full name of the current branch (``refs/heads/main``), None if HEAD is detached."""
        return read_branch(self._repository)

    def busy(self) -> str | None:
        """What is under way in the repository, in words ("a merge is under way"); nothing is committed meanwhile."""
        return self._repository.busy()

    def holds(self, names: Sequence[str]) -> bool:
        """Whether the current commit has all these files byte for byte as they are on disk; asks git once.

        False may also mean that they differ in line ends alone, which a commit would not record: ask `changed`.
        """
        paths = self._paths(names)
        recorded = read_blobs(self._repository, [("HEAD", path) for path in paths])
        found = [read_work_file(self._repository.top, path) for path in paths]
        return all(
            isinstance(seen, Found) and seen.mode and blob is not None and seen.data == blob
            for seen, blob in zip(found, recorded, strict=True)
        )

    def changed(self, names: Sequence[str]) -> list[str]:
        """Those of the names that a commit would record: new, different or deleted since the current commit."""
        plan = make_plan(self._repository, self._paths(names))
        changed = {change.path for change in plan.changes}
        return [name for name in names if to_path(self.prefix, name) in changed]

    def ignored(self, names: Sequence[str]) -> set[str]:
        """Those of the names that git ignores."""
        return {name for name, reason in self.left_out(names).items() if reason == IGNORED}

    def left_out(self, names: Sequence[str]) -> dict[str, str]:
        """Those of the names that a commit passes over, each with the reason in words."""
        plan = make_plan(self._repository, self._paths(names))
        reasons = {to_name(self.prefix, path): reason for path, reason in plan.left_out.items()}
        return {name: reasons[name] for name in names if name in reasons}

    def commit(
        self,
        names: Sequence[str],
        *,
        subject: str,
        body: str = "",
        trailers: Sequence[tuple[str, str]] = (),
        author: str,
        at: datetime,
        check: Callable[[str, bytes], str | None] | None = None,
    ) -> str | None:
        """Record exactly these files as they are on disk; the commit's id, or None if the current commit has them so.

        A file that is gone is recorded as deleted. What git ignores, or would rewrite by a program, is passed over
        (``left_out``), and so is every file about whose name and bytes ``check`` gives a reason. ``author`` is
        "Name <address>", also the committer; ``at`` is the date of both.

        When this returns the commit is durable, whatever other processes committed at the same time; index entries
        of other paths, entries that the person staged, the branch's name and the work tree are as before. GitError
        and nothing recorded: an operation under way, a merge conflict in a file, a lock that stays.
        """
        paths = tuple(dict.fromkeys(self._paths(names)))
        asked = None if check is None else lambda path, data: check(path.removeprefix(self.prefix), data)
        request = Request(paths, render_message(subject, body, trailers), parse_author(author), at, asked)
        return commit_paths(self._repository, request, wait_seconds=self._wait_seconds) if paths else None

    def log(
        self, names: Sequence[str] = (), *, limit: int | None = None, until: datetime | None = None
    ) -> list[Commit]:
        """The commits that changed these names (none given: anything in the workspace), newest first."""
        return read_log(self._repository, self._paths(names), limit=limit, until=until)

    def log_all(self, names: Sequence[str], *, beyond: str | None = None) -> list[Commit]:
        """The commits that changed these names on any branch that was merged, newest first.

        Merges that differ from one of their parents are among them, so that nothing they threw away is passed over.
        ``beyond`` (a full id) leaves out that commit and everything behind it.
        """
        return read_log(self._repository, self._paths(names), beyond=beyond, full=True)

    def find(self, revision: str) -> Commit | None:
        """The commit whose id starts with these digits, or None; GitError if several do."""
        commit = resolve_commit(self._repository, revision)
        return read_commit(self._repository, commit) if commit else None

    def read(self, commit_id: str, name: str) -> bytes | None:
        """A file's bytes as of a commit, None if it had no such file."""
        return self.read_each([(commit_id, name)])[0]

    def read_each(self, places: Sequence[tuple[str, str]]) -> list[bytes | None]:
        """The bytes of each (commit, name), in order, by one git process."""
        asked = [(commit, to_path(self.prefix, name)) for commit, name in places]
        return read_blobs(self._repository, asked)

    def list_names(self, commit_id: str, folder: str = "") -> list[str]:
        """The names of all files below ``folder`` as of a commit, sorted."""
        below = to_path(self.prefix, folder) if folder else self.prefix.rstrip("/")
        scope = ("--", f"{below}/") if below else ()
        out = self._repository.runner.run("ls-tree", "-r", "-z", "--name-only", commit_id, *scope).out
        names = (to_name(self.prefix, decode_path(path)) for path in out.split(b"\0")[:-1])
        return sorted(name for name in names if name is not None)

    def commit_at(self, instant: datetime) -> str | None:
        """The id of the last commit at or before an instant."""
        return find_commit_at(self._repository, instant)

    def merge_base(self, one: str, other: str) -> str | None:
        """The id of a commit that both commits (full ids) have behind them, the nearest; None if there is none."""
        return find_merge_base(self._repository, one, other)

    def merge(
        self, *, base: bytes, ours: bytes, theirs: bytes, marker_size: int = MARKER_SIZE
    ) -> tuple[bytes, int]:
        """Merge two changes of one text; the result and the number of conflicts, which it marks with all three sides.

        ``marker_size`` is the length of the marks, for texts that hold such marks themselves.
        """
        return merge_texts(self._repository, base=base, ours=ours, theirs=theirs, marker_size=marker_size)

    def _paths(self, names: Sequence[str]) -> list[str]:
        return [to_path(self.prefix, name) for name in names]


def parse_author(text: str) -> Author:
    """The author in "Name <address>"; raises ConfigError if it is not of that form."""
    match = _AUTHOR.fullmatch(text)
    if match is None:
        raise ConfigError(
            f'history.author = "{text}" is not of the form "Name <address>"',
            hint='like "daykeep <daykeep@localhost>"',
        )
    return Author(match[1], match[2])


def render_message(subject: str, body: str, trailers: Sequence[tuple[str, str]]) -> str:
    r"""A commit message: one line, the body, one ``Key: value`` line for each trailer.

    Control characters become spaces, so that no text can add a trailer or move a terminal's cursor.

    >>> render_message("Log of 2026-03-10", "", [("Daykeep-Item", "01ABC")])
    'Log of 2026-03-10\n\nDaykeep-Item: 01ABC\n'
    """
    parts = [_one_line(subject)]
    if body.strip():
        parts.append("\n".join(_clean(line).rstrip() for line in body.strip().splitlines()))
    lines = [f"{key}: {_one_line(value)}" for key, value in trailers if _TRAILER_KEY.fullmatch(key)]
    if lines:
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _one_line(text: str) -> str:
    return " ".join(_clean(text).split())


def _clean(text: str) -> str:
    return "".join(
        " " if ord(c) < 32 or 127 <= ord(c) < 160 else "�" if 0xD800 <= ord(c) < 0xE000 else c for c in text
    )
