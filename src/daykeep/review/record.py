"""The commits that daykeep makes of memory: what was learned or taken back, the days' logs, what others changed.

Before a file is recorded it is searched for secrets: what git holds is hard to take out again and may be pushed. A
file with a secret that the last commit does not hold yet is left out and named, everything else is recorded.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from daykeep.daily.names import parse_daily_name
from daykeep.errors import GitError
from daykeep.files.encoding import decode
from daykeep.git.values import HistoryOff
from daykeep.guard.hidden import show_hidden
from daykeep.guard.secrets import find_secrets, mask_secrets
from daykeep.workspace.archive import CHANGE_LOCK

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date, datetime

    from daykeep.git.history import History

ITEM_TRAILER = "Daykeep-Item"
SOURCE_TRAILER = "Daykeep-Source"
REVERTS_TRAILER = "Daykeep-Reverts"
TAKEN_BACK_TRAILER = "Daykeep-Taken-Back"
RESTORED_TRAILER = "Daykeep-Restored"
APPROVED_TRAILER = "Daykeep-Approved-By"
REJECTED_TRAILER = "Daykeep-Rejected"
FORGOTTEN_TRAILER = "Daykeep-Forgotten"
CHANGED_TRAILER = "Daykeep-Changed"
SAID_TRAILER = "Daykeep-Also-Said"
REOPENED_TRAILER = "Daykeep-Reopened"
REMEMBERED_TRAILER = "Daykeep-Remembered"

_NAMED = 8
"""More files than these are counted in a message, not named."""

LOCK = CHANGE_LOCK
"""The name under which one distillation or revert keeps others waiting, from reading MEMORY.md to its commit."""


def try_commit(
    history: History | HistoryOff, problems: list[str], work: Callable[[History], str | None]
) -> str | None:
    """What ``work`` gives for the history, the id of a commit; None where there is none.

    A failure of git is added to ``problems``, once, and stops nothing: memory is changed all the same.
    """
    if isinstance(history, HistoryOff):
        return None
    try:
        return work(history)
    except GitError as error:
        said = f"history: {error.message}"
        problems += [] if said in problems else [said]
        return None


def commit_learned(
    history: History,
    names: Sequence[str],
    items: Sequence[tuple[str, str, date]],
    *,
    at: datetime,
    author: str,
    problems: list[str] | None = None,
) -> str | None:
    """Commit what was learned: ``items`` are (id, "name:first-last", day); the commit's id, None if nothing differs.

    Files that are left out, each with its reason, are added to ``problems``.
    """
    days = sorted({day for _, _, day in items})
    trailers = _learned(items)
    subject = f"Learned {_count(len(items))} from {_span(days)}"
    return commit_safely(history, names, subject, trailers=trailers, at=at, author=author, problems=problems)


def commit_said(
    history: History,
    names: Sequence[str],
    places: Sequence[tuple[str, str, date]],
    *,
    at: datetime,
    author: str,
    problems: list[str] | None = None,
) -> str | None:
    """Commit the record of known things that were said again: (item, "name:first-last", day); the commit's id."""
    trailers = [(SAID_TRAILER, place) for _, place, _ in places]
    subject = f"Also said: {_count(len(places))} from {_span(sorted({day for _, _, day in places}))}"
    return commit_safely(history, names, subject, trailers=trailers, at=at, author=author, problems=problems)


def commit_reviewed(
    history: History,
    names: Sequence[str],
    approved: Sequence[tuple[str, str, date]],
    *,
    archived: int,
    rejected: Sequence[str],
    forgotten: Sequence[str] = (),
    changed: Sequence[tuple[str, str]] = (),
    discarded: Sequence[str] = (),
    by: str,
    at: datetime,
    author: str,
    problems: list[str] | None = None,
) -> str | None:
    """Commit what a person decided: ``approved`` are (id, "name:first-last", day), ``rejected`` ids; the commit's id.

    ``archived`` counts the things that they let go to the archive, ``forgotten`` are ids of what they let go for good,
    ``changed`` (id, file) what they changed, ``discarded`` those of the rejected that left a file with it. None if
    nothing differs.
    """
    said: list[tuple[str, list[tuple[str, str]]]] = []
    if approved:
        days = sorted({day for _, _, day in approved})
        said.append((f"approved {_count(len(approved))} from {_span(days)}", _learned(approved)))
    if archived:
        said.append((f"archived {_count(archived)}", []))
    if forgotten:
        said.append((f"forgot {_count(len(forgotten))}", [(FORGOTTEN_TRAILER, item) for item in forgotten]))
    if changed:
        said.append((f"changed {_names(changed)}", [(CHANGED_TRAILER, item) for item, _ in changed]))
    if said:
        said[-1][1].append((APPROVED_TRAILER, by))
    if rejected:
        pairs = [(REJECTED_TRAILER, item) for item in rejected]
        pairs += [(FORGOTTEN_TRAILER, item) for item in discarded]
        said.append((f"rejected {_count(len(rejected))}", pairs))
    text, trailers = _capital(", ".join(text for text, _ in said)), [one for _, some in said for one in some]
    return commit_safely(history, names, text, trailers=trailers, at=at, author=author, problems=problems)


def _names(changed: Sequence[tuple[str, str]]) -> str:
    """The files of (item, file) by their names, each once; many of them are counted."""
    there = list(dict.fromkeys(name for _, name in changed))
    return ", ".join(there) if len(there) <= _NAMED else f"{len(there)} files"


def commit_remembered(
    history: History,
    names: Sequence[str],
    item: str,
    subject: str,
    *,
    at: datetime,
    author: str,
    problems: list[str] | None = None,
) -> str | None:
    """Commit a note that was remembered, with its index and the records; ``item`` is its id, None if nothing differs."""
    trailers = [(REMEMBERED_TRAILER, item)]
    return commit_safely(history, names, subject, trailers=trailers, at=at, author=author, problems=problems)


def commit_days(
    history: History,
    names: Sequence[str],
    *,
    at: datetime,
    author: str,
    problems: list[str] | None = None,
    clean: Mapping[str, str] | None = None,
) -> str | None:
    """Commit those of the daily logs that changed; the commit's id, None if none did.

    ``clean`` names logs that were searched for secrets already, with the SHA-256 of the bytes that hold none.

    A log with a merge conflict does not keep the others from being recorded: like a log with a secret it is left out
    and added to ``problems``.
    """
    changed = history.changed(names)
    found = problems if problems is not None else []
    try:
        return _commit_logs(history, changed, at=at, author=author, problems=found, clean=clean or {})
    except GitError as error:
        conflicts = error.details.get("conflicts")
        if not isinstance(conflicts, dict):
            raise
        reasons = {path.removeprefix(history.prefix): reason for path, reason in conflicts.items()}
        found.extend(f'"{name}" is not committed: {reason}' for name, reason in reasons.items())
        whole = [name for name in changed if name not in reasons]
        return _commit_logs(history, whole, at=at, author=author, problems=found, clean=clean or {})


def commit_edits(
    history: History, names: Sequence[str], *, at: datetime, author: str, problems: list[str] | None = None
) -> str | None:
    """Commit what others changed in these files, so that the next commit of daykeep's holds only its own lines."""
    if history.holds(names):
        return None
    subject = f"Edits to {', '.join(names)}"
    return commit_safely(history, names, subject, at=at, author=author, problems=problems)


def commit_safely(
    history: History,
    names: Sequence[str],
    subject: str,
    *,
    trailers: Sequence[tuple[str, str]] = (),
    at: datetime,
    author: str,
    problems: list[str] | None = None,
    clean: Mapping[str, str] | None = None,
) -> str | None:
    """Commit files without the secrets that they, their names or the message may hold.

    A file that holds a secret which the last commit does not hold is left out and added to ``problems``; what is
    ``clean`` (name → SHA-256 of its bytes) is not searched again.
    """

    def check(name: str, data: bytes) -> str | None:
        if clean and name in clean and sha256(data).hexdigest() == clean[name]:
            return None
        reason = _secret_in(history, name, data)
        said = f'"{show_hidden(mask_secrets(name)[0])}" is not committed: {reason}'
        if reason and problems is not None and said not in problems:
            problems.append(said)
        return reason

    safe = [(key, mask_secrets(value)[0]) for key, value in trailers]
    text = show_hidden(mask_secrets(subject)[0])
    return history.commit(names, subject=text, trailers=safe, author=author, at=at, check=check)


def _commit_logs(
    history: History,
    names: Sequence[str],
    *,
    at: datetime,
    author: str,
    problems: list[str],
    clean: Mapping[str, str],
) -> str | None:
    named = [parse_daily_name(name) for name in names]
    days = sorted({daily.day for daily in named if daily is not None})
    subject = f"Log{'' if len(days) == 1 else 's'} of {_span(days)}"
    return commit_safely(history, names, subject, at=at, author=author, problems=problems, clean=clean)


def _secret_in(history: History, name: str, data: bytes) -> str | None:
    if find_secrets(name):
        return "its name holds a secret"
    text = decode(data, name).text
    secrets = find_secrets(text)
    if not secrets:
        return None
    head = history.head()
    before = history.read(head, name) if head else None
    known = {secret.sha8 for secret in find_secrets(decode(before, name).text)} if before else set()
    for secret in secrets:
        if secret.sha8 not in known:
            line = text.count("\n", 0, secret.start) + 1
            return f"line {line} holds a secret ({secret.kind}); mask it, then it will be"
    return None


def _learned(items: Sequence[tuple[str, str, date]]) -> list[tuple[str, str]]:
    """The trailers of things that were learned, each with its source."""
    return [pair for item, source, _ in items for pair in ((ITEM_TRAILER, item), (SOURCE_TRAILER, source))]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(number: int) -> str:
    return f"{number} thing{'' if number == 1 else 's'}"


def _span(days: Sequence[date]) -> str:
    if not days:
        return "earlier logs"
    first, last = days[0].isoformat(), days[-1].isoformat()
    return first if first == last else f"{first} to {last}"
