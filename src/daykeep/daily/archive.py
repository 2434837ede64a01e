"""Moves old daily logs whose distillation is done to ``memory/archive/YYYY/``, and records it in one commit.

A log is renamed, so that at every moment it is in one place, whole; a run that was cut short between the renaming
and its commit is ended by the next one. Nothing is ever overwritten.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.find import is_log_name, list_daily, wrong_years
from daykeep.daily.names import parse_daily_name
from daykeep.errors import ConflictError, DaykeepError, GitError
from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.guard.secrets import find_secrets
from daykeep.workspace.archive import ARCHIVE, CHANGE_LOCK, archived_log

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import date, datetime

    from daykeep.daily.names import DailyName
    from daykeep.files.store import Files
    from daykeep.git.history import History

ARCHIVED_TRAILER = "Daykeep-Archived-Logs"
"""How many logs a commit moved to the archive."""

_MEMORY = "memory"
_IGNORED = "git ignores it"
_TWINS = 99
"""So many logs of one name may meet in the archive."""

_OTHER_ARCHIVES = frozenset({"archive", "archives", "归档", "存档"})
"""Folders in which somebody keeps old logs already: they stay there."""


class Waiting(NamedTuple):
    """An old log that stays where it is, and why."""

    name: str
    reason: str


class ArchivePlan(NamedTuple):
    """Which logs would move, each with its new name, and which old ones stay."""

    moves: tuple[tuple[str, str], ...]
    waiting: tuple[Waiting, ...]


class ArchiveReport(NamedTuple):
    """What one run did: ``moved`` are pairs of old and new name, ``commit`` is where the history has them.

    ``problems`` are what went wrong; ``waiting`` are old logs that stay on purpose (not distilled yet, open in an
    editor).
    """

    moved: list[tuple[str, str]]
    problems: list[str]
    commit: str | None
    waiting: list[Waiting]


def plan_archive(
    files: Files,
    *,
    day: date,
    archive_days: int,
    is_distilled: Callable[[str, str], bool],
    problems: list[str] | None = None,
) -> ArchivePlan:
    """Which logs are older than ``archive_days`` on ``day`` and may move; reads only.

    ``is_distilled`` is asked about a log's name and the SHA-256 of its bytes. Logs that only a heading or the
    file's time dates, those whose year is in doubt and those in hidden folders or in somebody's own archive stay.
    """
    said: list[str] = []
    daily = list_daily(files, problems=said)
    if problems is not None:
        problems.extend(line for line in said if "can't be listed" in line)
    old = [log for log in daily if (day - log.day).days > archive_days and _may_move(log.name)]
    doubtful = {log.name: log.likely for log in wrong_years(daily)}
    moves: list[tuple[str, str]] = []
    waiting: list[Waiting] = []
    taken: set[str] = set()
    for log in old:
        if log.name in doubtful:
            said_year = f"its year is in doubt: {doubtful[log.name]} would fit"
            waiting.append(Waiting(log.name, said_year))
            continue
        data, reason = _look_at(files, log.name, is_distilled)
        if reason:
            waiting.append(Waiting(log.name, reason))
        elif data is not None:
            try:
                target = _free_name(files, log, data, taken)
            except DaykeepError as error:  # such as an archive that leads out of the workspace
                waiting.append(Waiting(log.name, error.message))
                continue
            taken.add(target)
            moves.append((log.name, target))
    return ArchivePlan(tuple(moves), tuple(waiting))


def archive_logs(
    files: Files,
    *,
    day: date,
    archive_days: int,
    history: History | HistoryOff,
    author: str,
    now: datetime,
    is_distilled: Callable[[str, str], bool],
) -> ArchiveReport:
    """Move what ``plan_archive`` says and commit it; a run with nothing to do writes nothing.

    Waits for whoever changes memory (LockedError after the time limit). A log that changes while it is moved comes
    back. What differs from the history is committed under its old name first, so that the move is a pure one; what
    can't be committed (a secret, a conflict) stays. Without a history logs move all the same.
    """
    problems: list[str] = []
    with files.lock(CHANGE_LOCK, purpose="archive"):
        keeper = _Keeper(files, None if isinstance(history, HistoryOff) else history, author, now, problems)
        if keeper.is_busy():
            return ArchiveReport([], problems, None, [])
        unfinished = keeper.unfinished(day)
        plan = plan_archive(
            files, day=day, archive_days=archive_days, is_distilled=is_distilled, problems=problems
        )
        waiting = [*plan.waiting, *keeper.record([name for name, _ in plan.moves])]
        staying = {entry.name for entry in waiting}
        moved = []
        for name, target in plan.moves:
            if name not in staying:
                reason = _move(files, name, target, is_distilled)
                if reason:
                    waiting.append(Waiting(name, reason))
                else:
                    moved.append((name, target))
        commit = keeper.commit([*unfinished, *moved])
    return ArchiveReport(moved, problems, commit, waiting)


def _may_move(name: str) -> bool:
    folders = name.split("/")[:-1]
    return (
        parse_daily_name(name) is not None
        and is_log_name(name, archive=False)
        and not any(folder.startswith(".") for folder in folders)
        and _OTHER_ARCHIVES.isdisjoint(folder.casefold() for folder in folders)
    )


def _look_at(files: Files, name: str, is_distilled: Callable[[str, str], bool]) -> tuple[bytes | None, str]:
    """A log's bytes, and why it can't move (empty: it can)."""
    try:
        if files.resolve(name) != files.root / name:
            return None, "it is a link, or stands beyond one"
        data = files.find_bytes(name)
    except DaykeepError as error:
        return None, error.message
    if data is None:
        return None, "it went away"
    if not is_distilled(name, hashlib.sha256(data).hexdigest()):
        return None, "it is not distilled yet"
    return data, _open_in_editor(files, name)


def _open_in_editor(files: Files, name: str) -> str:
    """Why a log is taken for open: a lock or swap file of vim, Emacs, LibreOffice or Word beside it."""
    folder, _, base = name.rpartition("/")
    marks = (f".{base}.swp", f".{base}.swo", f".#{base}", f".~lock.{base}#", f"~${base}")
    here = files.root / folder
    return "it is open in an editor" if any(os.path.lexists(here / mark) for mark in marks) else ""


def _free_name(files: Files, log: DailyName, data: bytes, taken: Collection[str]) -> str:
    """The first name for a log in the archive that is free, or holds the very same bytes."""
    wanted = archived_log(log.name, log.day.year)
    for target in _names_like(wanted):
        if target not in taken and (files.kind(target) == "missing" or _holds(files, target, data)):
            return target
    raise ConflictError(f'the archive has {_TWINS} logs named like "{wanted}"')


def _names_like(wanted: str) -> list[str]:
    stem, dot, ending = wanted.rpartition(".")
    return [wanted, *(f"{stem}-{number}{dot}{ending}" for number in range(2, _TWINS + 1))]


def _holds(files: Files, name: str, data: bytes) -> bool:
    try:
        return files.find_bytes(name) == data
    except DaykeepError:
        return False


def _move(files: Files, name: str, target: str, is_distilled: Callable[[str, str], bool]) -> str:
    """Rename a log, unless it has changed or was moved meanwhile: then it is as before, and this is why."""
    data, reason = _look_at(files, name, is_distilled)
    if reason or data is None:
        return reason
    try:
        if _holds(files, target, data):
            files.remove(name)
            return ""
        files.move(name, target)
    except DaykeepError as error:
        return error.message
    if _holds(files, target, data):
        return ""
    files.move(target, name)
    return "it was written to while it was moved"


class _Keeper(NamedTuple):
    """The history of one run; without one everything is as if it were recorded."""

    files: Files
    history: History | None
    author: str
    now: datetime
    problems: list[str]

    def is_busy(self) -> bool:
        busy = self.history.busy() if self.history else None
        if busy:
            self.problems.append(f"{busy}; no log was moved")
        return bool(busy)

    def unfinished(self, day: date) -> list[tuple[str, str]]:
        """Moves that an earlier run made and did not commit."""
        head = self.history.head() if self.history else None
        if self.history is None or head is None:
            return []
        recorded = set(self.history.list_names(head, _MEMORY))
        pairs = []
        for name in sorted(recorded):
            log = parse_daily_name(name)
            if log is None or not _may_move(name) or log.day >= day or self.files.kind(name) != "missing":
                continue
            for target in _names_like(archived_log(name, log.day.year)):
                if self.files.kind(target) != "file":
                    break
                if target not in recorded:
                    pairs.append((name, target))
                    break
        return pairs

    def record(self, names: Sequence[str]) -> list[Waiting]:
        """Commit these logs as they are; those that can't be recorded, with the reason. Ignored ones may move."""
        if self.history is None or not names:
            return []
        try:
            refused = self._commit_changed(self.history, names)
            left = {name: why for name, why in self.history.left_out(names).items() if why != _IGNORED}
        except GitError as error:
            self.problems.append(f"history: {error.message}")
            return [Waiting(name, "it could not be committed") for name in names]
        return [Waiting(name, f"it is not committed: {why}") for name, why in {**left, **refused}.items()]

    def _commit_changed(self, history: History, names: Sequence[str]) -> dict[str, str]:
        """Commit those of the logs that differ from the history; what is left out, with the reason."""
        refused: dict[str, str] = {}
        try:
            changed = history.changed(names)
            if changed:
                count = f"{len(changed)} earlier day{'' if len(changed) == 1 else 's'}"
                check = self._checker({}, refused)
                history.commit(
                    changed, subject=f"Logs of {count}", author=self.author, at=self.now, check=check
                )
        except GitError as error:
            conflicts = error.details.get("conflicts")
            if not isinstance(conflicts, dict) or not conflicts:
                raise
            stuck = {path.removeprefix(history.prefix): str(why) for path, why in conflicts.items()}
            rest = [name for name in names if name not in stuck]
            refused = {**stuck, **(self._commit_changed(history, rest) if rest else {})}
        return refused

    def commit(self, pairs: Sequence[tuple[str, str]]) -> str | None:
        """Record the moves of logs that the history has; None if there are none."""
        head = self.history.head() if self.history and pairs else None
        if self.history is None or head is None:
            return None
        try:
            recorded = set(self.history.list_names(head, _MEMORY))
            known = [(name, target) for name, target in pairs if name in recorded]
            if not known:
                return None
            names = [name for pair in known for name in pair]
            origins = {target: name for name, target in known}
            return self.history.commit(
                names,
                subject=_subject([name for name, _ in known]),
                trailers=[(ARCHIVED_TRAILER, str(len(known)))],
                author=self.author,
                at=self.now,
                check=self._checker(origins, {}),
            )
        except GitError as error:
            self.problems.append(f"history: {error.message}")
            return None

    def _checker(
        self, origins: dict[str, str], refused: dict[str, str]
    ) -> Callable[[str, bytes], str | None]:
        """A check that refuses secrets which the history does not hold yet, under the name that a log had."""
        history = self.history
        head = history.head() if history else None

        def check(name: str, data: bytes) -> str | None:
            secrets = find_secrets(decode(data, name).text)
            if not secrets and not find_secrets(name):
                return None
            before = history.read(head, origins.get(name, name)) if history and head else None
            known = {secret.sha8 for secret in find_secrets(decode(before or b"", name).text)}
            if all(secret.sha8 in known for secret in secrets):
                return None
            refused[name] = "it holds a secret; mask it, then it will be"
            return refused[name]

        return check


def _subject(names: Sequence[str]) -> str:
    days = sorted(log.day for log in map(parse_daily_name, names) if log is not None)
    span = days[0].isoformat() if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    return f"Archived {len(names)} log{'' if len(names) == 1 else 's'} of {span} in {ARCHIVE}/"
