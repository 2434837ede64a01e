"""Checks of which files there are: twins, conflict copies, wrong years, leftovers of set-up, things that are no files."""

from __future__ import annotations

import os
import re
import stat
from functools import cache
from typing import TYPE_CHECKING

from daykeep.daily.find import is_log_name, wrong_years
from daykeep.daily.names import distant_date, impossible_date
from daykeep.doctor.finding import Finding
from daykeep.errors import DaykeepError
from daykeep.guard.hidden import find_hidden
from daykeep.guard.secrets import find_secrets, mask_secrets
from daykeep.workspace.layout import CORE_FILES, MEMORY_FILE, same_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject

_FOLDERS = ("", "memory", "cron", "skills")


def check_names(subject: Subject) -> Iterator[Finding]:
    """What the names alone say; no file is read but where two might be one."""
    yield from _check_twins(subject)
    yield from _check_kinds(subject)
    yield from _check_copies(subject)
    yield from _check_years(subject)
    yield from _check_dates(subject)
    if subject.files.kind("BOOTSTRAP.md") == "file" and subject.layout.soul and subject.layout.user:
        said = "is the first-run ritual, still there in a workspace that is set up; agents run it again"
        hint = "delete it yourself once the ritual is done; daykeep never does"
        yield Finding("bootstrap:BOOTSTRAP.md", "warning", "BOOTSTRAP.md", 0, said, hint)


def conflict_kind(base: str) -> str:
    """Which tool's conflict copy, placeholder or editor file a name is; ``""`` for an ordinary name.

    >>> conflict_kind("MEMORY (conflicted copy 2026-03-10).md")
    'a conflict copy (Dropbox)'
    """
    for pattern, kind in _patterns():
        if pattern.search(base):
            return kind
    return ""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = (
        (r"\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]{7}(?:\.|\Z)", "a conflict copy (Syncthing)"),
        (r" \(Conflicted copy [^()]{1,80}\)", "a conflict copy (Obsidian)"),
        (r"(?i) \([^()]{0,80}conflicted copy[^()]{0,80}\)", "a conflict copy (Dropbox)"),
        (r"^\..{1,200}\.icloud\Z", "a placeholder: iCloud holds the file, this machine doesn't"),
        (r"^~\$", "a lock file of an office program"),
        (r"^\.#", "an editor's lock"),
        (r"^\..{1,200}\.sw[a-p]\Z|\.swp\Z", "an editor's swap file"),
        (r"\.orig\Z|\.rej\Z", "left over from a merge or patch"),
    )
    return tuple((re.compile(pattern), kind) for pattern, kind in rows)


def _check_twins(subject: Subject) -> Iterator[Finding]:
    root = subject.files.root
    for group in subject.layout.twins:
        used, *others = group
        for other in others:
            if same_file(root, used, other):
                said, level = f'is the same file as "{used}" under another name', "info"
                hint = "agents that read both names read it twice"
            elif _same_bytes(subject, used, other):
                said, level = f'has the same content as "{used}"', "warning"
                hint = "on a case-insensitive disk deleting one deletes both: compare, then rename one away first"
            else:
                said, level = (
                    f'differs from "{used}" in case only, and in content; "{used}" is the one in use',
                    "warning",
                )
                hint = f'merge what is worth keeping into "{used}", then rename "{other}" away'
            yield Finding(f"twin:{other}", level, other, 0, said, hint)


def _same_bytes(subject: Subject, first: str, second: str) -> bool:
    try:
        return subject.files.find_bytes(first) == subject.files.find_bytes(second)
    except DaykeepError:
        return False


def _check_kinds(subject: Subject) -> Iterator[Finding]:
    """Folders, pipes, devices and dead links under the names of layer files, and names in another case."""
    known = {name.lower(): name for name in (*CORE_FILES, MEMORY_FILE)}
    in_use = {*subject.layout.core, subject.layout.memory}
    with os.scandir(subject.files.root) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        core = known.get(entry.name.lower())
        if core is None:
            continue
        if not os.path.isfile(entry.path):  # noqa: PTH113 - follows the link, refuses pipes and folders
            said = "is not a file (a folder, a pipe, a device or a link that leads nowhere)"
            hint = "agents look for a file of this name; move it away"
            yield Finding(f"not-a-file:{entry.name}", "error", entry.name, 0, said, hint)
        elif entry.name != core and entry.name in in_use:
            said = f'is used, but agents on case-sensitive disks look for "{core}"'
            yield Finding(f"case:{entry.name}", "info", entry.name, 0, said, f'rename it to "{core}"')


def _check_copies(subject: Subject) -> Iterator[Finding]:
    for folder in _FOLDERS:
        try:
            names = subject.files.list_names(folder, recursive=folder == "memory", hidden=True)
        except DaykeepError:
            continue
        for name in names:
            base = name.rpartition("/")[2]
            kind = conflict_kind(base) or _numbered_copy(name, base, names)
            if find_hidden(base):
                said = "has a name with characters that can't be seen"
                yield Finding(f"hidden-name:{name}", "warning", name, 0, said, "rename it yourself")
            if find_secrets(base):
                yield _secret_name(name)
            if _other_names(subject, name):
                said = "has another name on this disk (a hard link): the next write here separates the two"
                yield Finding(
                    f"hard-link:{name}",
                    "info",
                    name,
                    0,
                    said,
                    "nothing to do, unless both names were meant to stay one file",
                )
            if kind:
                hint = "compare it with the original and keep what is missing there; it counts for nothing until then"
                yield Finding(f"copy:{name}", "warning", name, 0, f"is {kind}", hint)


def _other_names(subject: Subject, name: str) -> bool:
    try:
        found = os.lstat(os.path.join(subject.files.root, name))  # noqa: PTH118 - a name may hold any bytes
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_nlink > 1


def _secret_name(name: str) -> Finding:
    shown, secrets = mask_secrets(name)
    said = f"has a name with what looks like a secret ({', '.join(secret.kind for secret in secrets)})"
    hint = "change the secret where it is used, then rename the file; it is not committed until then"
    return Finding(f"secret-name:{shown}", "error", shown, 0, said, hint)


def _numbered_copy(name: str, base: str, names: list[str]) -> str:
    """Whether a name is one of those that iCloud and Finder make: "NAME 2.md" with "NAME.md" beside it."""
    stem, dot, ending = base.rpartition(".")
    if not dot or len(stem) < 3 or stem[-2] != " " or stem[-1] not in "23456789":
        return ""
    folder = name[: len(name) - len(base)]
    return "a conflict copy (iCloud)" if f"{folder}{stem[:-2]}.{ending}" in names else ""


def _check_years(subject: Subject) -> Iterator[Finding]:
    for wrong in wrong_years(subject.dailies):
        said = f"is dated {wrong.day}, alone in its year; {wrong.likely} would fit among the others"
        hint = "if the year is wrong, rename the file yourself; daykeep never renames a log"
        yield Finding(f"year:{wrong.name}", "warning", wrong.name, 0, said, hint)


def _check_dates(subject: Subject) -> Iterator[Finding]:
    """Names of logs with a date that can't be, or one that has yet to come."""
    hint = "if the date is wrong, rename the file yourself; daykeep never renames a log"
    days = {daily.name: daily.day for daily in subject.dailies}
    for daily in subject.dailies:
        wrong = "" if daily.certain else impossible_date(daily.name)
        if wrong:
            said = f"has a date in its name that can't be ({wrong}); it is read as the log of {daily.day}"
            yield Finding(f"date:{daily.name}", "warning", daily.name, 0, said, hint)
    try:
        names = subject.files.list_names("memory", recursive=True)
    except DaykeepError:
        return
    for name in names:
        later = days.get(name) or (distant_date(name) if is_log_name(name) else None)
        if later is not None and (later - subject.day).days > 1:  # tomorrow may be today in another zone
            said = f"is dated {later}, after today, and not read before that day"
            yield Finding(f"date:{name}", "warning", name, 0, said, hint)
