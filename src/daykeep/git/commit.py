"""Records files as a commit without touching anything else of the person's: index, branch name, work tree, hooks.

A commit is made by ``git fast-import`` from the bytes of the files, so that no filter runs and the person's index is
not needed. Then, in this order: the paths' entries in the index, if the person had not staged something else there;
the branch, by compare-and-swap. If another commit came first, everything is read again and done again, so that of
many concurrent writers each one's files are in the history.

The index comes first because a person's own commit may fall between the two steps: it then takes our content along,
where it would else take it back. Before the index is touched a note of what is about to happen is left in git's
folder; whoever comes next after a kill puts the index back and removes lock files that are provably ours.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import GitError
from daykeep.files.disk import storage_error
from daykeep.files.ids import new_ulid
from daykeep.files.store import Files
from daykeep.git.index import recover_index, update_index
from daykeep.git.objects import blob_id, read_branch, read_head, read_index, read_tree
from daykeep.git.paths import quote_path
from daykeep.git.plan import Change, Check, Plan, make_plan
from daykeep.git.values import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from daykeep.git.repository import Repository
    from daykeep.git.values import Author

_NOTE = "under-way.json"
_POLL_SECONDS = 0.02
_POLITE_ATTEMPTS = 3
"""So often nothing is put into the index when the branch has moved meanwhile; then it is, and if another's commit takes
it along, the content is recorded too: there is progress against a writer that never rests."""

_ORPHAN_SECONDS = 2.0
"""How long a git process may outlive the daykeep that started it; measured: a reference update takes 2 ms."""

_SAME_MOMENT_SECONDS = 5.0
"""An empty reference lock is ours if it was made within this time after our note about that very reference."""


class Request(NamedTuple):
    """What to record: repository paths, the whole message, who by, and when; what ``check`` objects to is left out."""

    paths: tuple[str, ...]
    message: str
    author: Author
    at: datetime
    check: Check | None = None


def commit_paths(repository: Repository, request: Request, *, wait_seconds: float) -> str | None:
    """Record these paths as they are on disk now; the new commit's id, or None if nothing differs from the last one.

    Safe under concurrency and kills: when this returns, the commit is on the current branch and on disk. Raises
    GitError, with nothing recorded, if an operation of the person is under way, a path holds a merge conflict, or a
    foreign lock stays for ``wait_seconds``.
    """
    with _locked(repository, wait_seconds):
        recover(repository, wait_seconds=wait_seconds)
        attempt = _Attempt(repository, request, wait_seconds)
        try:
            return attempt.run()
        except GitError:
            attempt.withdraw()
            raise


class _Attempt:
    """One request on its way into the history; ``mine`` is what this attempt has put into the person's index."""

    def __init__(self, repository: Repository, request: Request, wait_seconds: float) -> None:
        self.repository = repository
        self.request = request
        self.wait_seconds = wait_seconds
        self.deadline = time.monotonic() + wait_seconds
        self.mine: dict[str, Entry | None] = {}

    def run(self) -> str | None:
        """Read, import, stage and move the branch, again and again until no other commit came between."""
        for attempt in count(1):
            busy = self.repository.busy()
            if busy:
                raise GitError(
                    f"{busy}; nothing was committed", hint="finish or abort it, then run the command again"
                )
            plan = make_plan(self.repository, self.request.paths, self.request.check)
            _refuse_conflicts(plan)
            new = import_commit(self.repository, plan, self.request) if plan.changes else None
            if new is not None and attempt <= _POLITE_ATTEMPTS and read_head(self.repository) != plan.head:
                continue
            self._stage(plan, new)
            if new is None or self._move_head(new, plan.head):
                _remove(self.repository.private / _NOTE)
                return new
            if time.monotonic() > self.deadline:
                break
        raise GitError("the branch keeps moving; nothing was committed", hint="run the command again")

    def withdraw(self) -> None:
        """Take out of the index what this attempt put there; what can't be taken out now, the next commit will."""
        with suppress(GitError):
            recover(self.repository, wait_seconds=0)

    def _stage(self, plan: Plan, new: str | None) -> None:
        wanted = {change.path: change.entry for change in plan.changes if self._is_free(change, plan)}
        changed = {change.path for change in plan.changes}
        wanted.update({path: plan.recorded.get(path) for path in self.mine if path not in changed})
        self.mine.update(wanted)
        if new is not None:
            _leave_note(self.repository, new, self.mine)
        different = {path: entry for path, entry in wanted.items() if _staged_entry(plan, path) != entry}
        update_index(self.repository, different, wait_seconds=self.wait_seconds)

    def _is_free(self, change: Change, plan: Plan) -> bool:
        """Whether the person has staged nothing of their own at this path."""
        now, before = _staged_entry(plan, change.path), plan.recorded.get(change.path)
        if now in {before, change.entry, self.mine.get(change.path, before)}:
            return True
        empty = blob_id(self.repository, b"")  # what `git add --intent-to-add` leaves there
        return before is None and now is not None and now.oid == empty

    def _move_head(self, new: str, old: str | None) -> bool:
        """Move the branch from ``old`` to ``new``; False if it is elsewhere by now."""
        subject = self.request.message.partition("\n")[0]
        move = ("update-ref", "-m", f"daykeep: {subject}", "HEAD", new, old or self.repository.null_id)
        while True:
            answer = self.repository.runner.run(*move, ok=(0, 1, 128))
            if answer.code == 0:
                return True
            said = answer.err.strip().replace("\n", " ").removeprefix("fatal: ")
            if "File exists" not in said:
                if read_head(self.repository) != old:
                    return False
                raise GitError(f"git could not move the branch: {said}")
            if time.monotonic() > self.deadline:
                raise GitError(
                    f"another git process holds the branch; waited {self.wait_seconds:g} seconds",
                    hint=f"if no git command is running, remove the lock file yourself ({said})",
                )
            time.sleep(_POLL_SECONDS)


def import_commit(repository: Repository, plan: Plan, request: Request) -> str:
    """Write blobs, trees and the commit; nothing refers to it yet. Returns its id."""
    ref = f"refs/daykeep/commit/{new_ulid(request.at)}"
    stamp = _render_stamp(request.at)
    who = f"{request.author.name} <{request.author.email}> {stamp}".lstrip()
    message = request.message.encode("utf-8", "replace")
    stream = [f"commit {ref}\nmark :1\nauthor {who}\ncommitter {who}\n".encode(), _data(message)]
    if plan.head:
        stream.append(f"from {plan.head}\n".encode("ascii"))
    for change in plan.changes:
        if change.entry is None:
            stream.append(b"D " + quote_path(change.path) + b"\n")
        else:
            stream.append(f"M {change.entry.mode} inline ".encode("ascii") + quote_path(change.path) + b"\n")
            stream.append(_data(change.data))
    stream.append(f"get-mark :1\nreset {ref}\nfrom {repository.null_id}\n\ndone\n".encode("ascii"))
    answer = repository.runner.run(
        "fast-import", "--quiet", "--done", "--date-format=raw", stdin=b"".join(stream)
    )
    return answer.out.decode("ascii").strip()


def _data(content: bytes) -> bytes:
    return b"data %d\n" % len(content) + content + b"\n"


def _render_stamp(at: datetime) -> str:
    """The date as git stores it: seconds since 1970 and the offset from UTC in hours and minutes."""
    return f"{max(0, int(at.timestamp()))} {at.strftime('%z')[:5]}"


def _refuse_conflicts(plan: Plan) -> None:
    for path, reason in plan.conflicts.items():
        raise GitError(
            f'"{path}": {reason}; nothing was committed',
            hint="settle the conflict in the file, then run the command again",
            details={"conflicts": plan.conflicts},
        )


def _staged_entry(plan: Plan, path: str) -> Entry | None:
    staged = plan.staged.get(path)
    return staged.entry if staged else None


@contextmanager
def _locked(repository: Repository, wait_seconds: float) -> Iterator[None]:
    """Only one daykeep at a time commits in a work tree: they would else make each other start again."""
    try:
        repository.private.mkdir(exist_ok=True)
    except OSError as error:
        raise storage_error("can't make", str(repository.private), error) from error
    with Files(repository.private).lock("commit", timeout_seconds=wait_seconds, purpose="commit"):
        yield


def recover(repository: Repository, *, wait_seconds: float) -> None:
    """Put right what a daykeep that was killed while committing left behind; nothing to do in nearly every case."""
    recover_index(repository)
    note = _read_note(repository)
    if note is None:
        return
    _recover_branch_locks(repository, note)
    entries = _noted_entries(note)
    recorded = read_tree(repository, read_head(repository), list(entries))
    staged = read_index(repository, list(entries))
    back = {}
    for path, entry in entries.items():
        now = staged[path].entry if path in staged else None
        if now == entry and now != recorded.get(path):
            back[path] = recorded.get(path)
    update_index(repository, back, wait_seconds=wait_seconds)
    _remove(repository.private / _NOTE)


def _recover_branch_locks(repository: Repository, note: Mapping[str, Any]) -> None:
    """Remove the locks of a reference update that was cut short, when its git process had time to end by itself."""
    branch = read_branch(repository)
    locks = [repository.git_dir / "HEAD.lock"]
    if branch is not None and branch.startswith("refs/"):
        locks.append(repository.common_dir / f"{branch}.lock")
    deadline = time.monotonic() + _ORPHAN_SECONDS
    while any(_is_ours(lock, repository, note) for lock in locks) and time.monotonic() < deadline:
        time.sleep(_POLL_SECONDS)
    for lock in locks:
        if _is_ours(lock, repository, note):
            _remove(lock)


def _is_ours(lock: Path, repository: Repository, note: Mapping[str, Any]) -> bool:
    try:
        content, made = lock.read_bytes(), lock.stat().st_mtime
        noted = (repository.private / _NOTE).stat().st_mtime
    except OSError:
        return False
    if content:
        return content.strip() == str(note.get("commit")).encode()
    return 0 <= made - noted <= _SAME_MOMENT_SECONDS


def _leave_note(repository: Repository, commit: str, entries: Mapping[str, Entry | None]) -> None:
    note = {
        "commit": commit,
        "entries": {path: list(entry) if entry else None for path, entry in entries.items()},
    }
    temporary = repository.private / f"{_NOTE}.tmp"
    temporary.write_text(json.dumps(note), encoding="ascii")
    temporary.replace(repository.private / _NOTE)


def _read_note(repository: Repository) -> dict[str, Any] | None:
    try:
        note = json.loads((repository.private / _NOTE).read_bytes())
    except FileNotFoundError:
        return None
    except ValueError:
        return {}
    return note if isinstance(note, dict) else {}


def _noted_entries(note: Mapping[str, Any]) -> dict[str, Entry | None]:
    entries = note.get("entries")
    found: dict[str, Entry | None] = {}
    for path, value in entries.items() if isinstance(entries, dict) else ():
        if value is None:
            found[path] = None
        elif isinstance(value, list) and len(value) == 2:
            found[path] = Entry(str(value[0]), str(value[1]))
    return found


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        path.unlink()
