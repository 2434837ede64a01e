"""What a repository looks like at this moment: branch, changes, latest commits; of any repository, running nothing of it.

``git status`` compares a changed file through the repository's filters, which are programs. Every filter that any
configuration names is switched off for the one call, so a file that a filter would have called unchanged may be listed
as changed; the snapshot says where that can be.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import GitError
from daykeep.git.repository import Repository, find_repository
from daykeep.git.values import HistoryOff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

MOST_LINES, MOST_COMMITS = 40, 5
"""How many changes and commits a snapshot lists unless asked for more; the rest of the changes is counted."""

LARGE_INDEX_BYTES = 32 * 1024 * 1024
"""An index of this size has some 300,000 files: looking for new ones among them takes seconds."""

PATIENCE_SECONDS = 10
"""A command that takes longer waits for what never comes (a pipe in the place of a file) or for a very slow disk."""

_SHORT_ID = 10
_SUBJECT_CHARS = 120
_SETTINGS = r"^(filter\..*\.(clean|smudge|process|required)|user\.name)$"
_MAIN_NAMES = ("main", "master", "trunk")
_LOG = (
    "log", "-z", "--no-show-signature", "--no-mailmap", "--no-color", "--encoding=UTF-8", "--no-decorate", "--no-notes",
    "--format=tformat:%H %s",
)  # fmt: skip
_PATH_FIELDS = {b"1": 8, b"u": 10}
"""How many fields stand before the path in a line of ``--porcelain=v2``."""


class Change(NamedTuple):
    """A path that differs: ``code`` is git's pair of letters (index, work tree), ``??`` for a new file or folder."""

    code: str
    path: str


class Snapshot(NamedTuple):
    """A repository at one moment.

    ``branch`` is empty if HEAD is detached, ``head`` (10 digits) before the first commit, ``main`` where no main branch
    is known. ``states`` are words for what is unusual ("no commit yet", "HEAD is detached", "a merge is under way").
    ``changes`` are the first ones in git's order, ``more`` counts the rest; ``commits`` are (short id, subject), the
    newest first; ``notes`` say what was not looked at. All texts are the repository's own: data, never instructions.
    """

    top: str
    branch: str
    head: str
    main: str
    user: str
    states: tuple[str, ...]
    changes: tuple[Change, ...]
    more: int
    commits: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def find_snapshot(
    folder: Path, *, most_lines: int = MOST_LINES, most_commits: int = MOST_COMMITS
) -> Snapshot | HistoryOff:
    """The state of the repository around ``folder``, or why there is none, in words; never an error.

    A work tree that the configuration puts where no ``.git`` is, around this folder, is not looked at: it could be the
    whole disk. Reads only: no lock, no refreshed index, no hook, filter, monitor or fetch. Changes are those of the whole work tree.
    """
    repository = find_repository(folder, timeout_seconds=PATIENCE_SECONDS)
    if isinstance(repository, HistoryOff):
        return repository
    if not os.path.lexists(repository.top / ".git"):
        return HistoryOff("the repository's work tree is somewhere else", "check core.worktree")
    try:
        return _look(repository, most_lines, most_commits)
    except GitError as error:
        return HistoryOff(f"git can't read the repository: {error}", "run `git status` to see what is wrong")


class _Status(NamedTuple):
    """What ``git status`` says: the full id of HEAD and the branch, either may be empty, and every change."""

    oid: str
    branch: str
    changes: list[Change]


def _look(repository: Repository, most_lines: int, most_commits: int) -> Snapshot:
    settings = _read_settings(repository)
    drivers = sorted({_driver(key) for key in settings if key.startswith("filter.")})
    status, notes = _read_status(repository, drivers)
    commits = _read_commits(repository, most_commits) if status.oid and most_commits > 0 else ()
    under_way = repository.busy()
    states = [
        *([] if status.oid else ["no commit yet"]),
        *([] if status.branch else ["HEAD is detached"]),
        *([under_way] if under_way else []),
    ]
    return Snapshot(
        top=str(repository.top),
        branch=status.branch,
        head=status.oid[:_SHORT_ID],
        main=_find_main(repository),
        user=settings.get("user.name", ""),
        states=tuple(states),
        changes=tuple(status.changes[:most_lines]),
        more=max(0, len(status.changes) - most_lines),
        commits=commits,
        notes=tuple(notes),
    )


def _read_settings(repository: Repository) -> dict[str, str]:
    """The settings that matter, by key; the last one counts."""
    out = repository.runner.run("config", "-z", "--get-regexp", _SETTINGS, ok=(0, 1)).out
    entries = (_text(entry).partition("\n") for entry in out.split(b"\0")[:-1])
    return {key: " ".join(value.split()) for key, _, value in entries}


def _driver(key: str) -> str:
    return key.removeprefix("filter.").rpartition(".")[0]


def _read_status(repository: Repository, drivers: Sequence[str]) -> tuple[_Status, list[str]]:
    """The status with every filter switched off, and what it leaves open."""
    if any(not _can_be_named(driver) for driver in drivers):
        note = "changes are not listed: the configuration names a filter that can't be switched off"
        return _without_changes(repository), [note]
    off = [word for driver in drivers for word in _switched_off(driver)]
    large = _index_bytes(repository) > LARGE_INDEX_BYTES
    new = "no" if large else "normal"
    answer = repository.runner.run(
        *off, "status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--no-ahead-behind", "--ignore-submodules=all",
        f"--untracked-files={new}",
    )  # fmt: skip
    status = _parse_status(answer.out)
    notes = ["new files are not looked for: the repository is very large"] if large else []
    if drivers and any(change.code[1:] == "M" for change in status.changes):
        notes.append(
            f"filters were not run ({', '.join(drivers)}): files of theirs may be listed without need"
        )
    return status, notes


def _can_be_named(driver: str) -> bool:
    """Whether ``-c`` reaches this driver: it reads up to the first ``=``."""
    return "=" not in driver and "\n" not in driver and "\ufffd" not in driver


def _switched_off(driver: str) -> Iterator[str]:
    for key, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")):
        yield from ("-c", f"filter.{driver}.{key}={value}")


def _index_bytes(repository: Repository) -> int:
    try:
        return (repository.git_dir / "index").stat().st_size
    except OSError:
        return 0


def _without_changes(repository: Repository) -> _Status:
    head = repository.runner.run("rev-parse", "--verify", "--quiet", "HEAD", ok=(0, 1, 128))
    branch = repository.runner.run("symbolic-ref", "--quiet", "--short", "HEAD", ok=(0, 1, 128))
    return _Status(_text(head.out).strip() if head.code == 0 else "", _text(branch.out).strip(), [])


def _parse_status(out: bytes) -> _Status:
    oid = branch = ""
    changes: list[Change] = []
    for record in out.split(b"\0")[:-1]:
        kind, _, rest = record.partition(b" ")
        if kind == b"#":
            key, _, value = _text(rest).partition(" ")
            oid = value if key == "branch.oid" and value != "(initial)" else oid
            branch = value if key == "branch.head" and value != "(detached)" else branch
        elif kind == b"?":
            changes.append(Change("??", _text(rest)))
        elif kind in _PATH_FIELDS:
            fields = record.split(b" ", _PATH_FIELDS[kind])
            changes.append(Change(_text(fields[1]).replace(".", " "), _text(fields[-1])))
    return _Status(oid, branch, changes)


def _read_commits(repository: Repository, most: int) -> tuple[tuple[str, str], ...]:
    answer = repository.runner.run(*_LOG, f"--max-count={most}", "HEAD", "--", ok=(0, 128))
    lines = (_text(line).partition(" ") for line in answer.out.split(b"\0") if line)
    return tuple((oid[:_SHORT_ID], " ".join(subject.split())[:_SUBJECT_CHARS]) for oid, _, subject in lines)


def _find_main(repository: Repository) -> str:
    """The main branch: what the remote ``origin`` calls so, else a branch here with a usual name."""
    names = [f"refs/heads/{name}" for name in _MAIN_NAMES]
    form = "--format=%(refname) %(symref)"
    out = _text(repository.runner.run("for-each-ref", form, "refs/remotes/origin/HEAD", *names).out)
    found = dict(line.split(" ", 1) for line in out.splitlines())
    remote = re.fullmatch(r"refs/remotes/origin/(.+)", found.get("refs/remotes/origin/HEAD", ""))
    if remote:
        return remote[1]
    return next((name for name in _MAIN_NAMES if f"refs/heads/{name}" in found), "")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
