"""Checks of what daykeep stores for good: turns that left a conversation, and a restore that was cut short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding
from daykeep.errors import DaykeepError
from daykeep.files.tree import scan_folder
from daykeep.session.history.place import SESSIONS_FOLDER, check_session_id
from daykeep.triage.stored.store import StoredTurns
from daykeep.workspace.restored import RESTORE_FILE, find_mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject


def check_stored(subject: Subject) -> Iterator[Finding]:
    """Every stored turn that is no longer what was stored; a workspace that is not whole yet."""
    mark = find_mark(subject.files)
    if mark is not None:
        said = f'this workspace is not whole: its restore from "{mark.path}" was cut short'
        hint = f'`daykeep restore "{mark.path}" "{subject.files.root}"` ends it'
        yield Finding("restore-under-way", "error", RESTORE_FILE, 0, said, hint)
    for leaf, kind in sorted(scan_folder(str(subject.files.root), SESSIONS_FOLDER)):
        if kind == "folder":
            yield from _check_session(subject, leaf)


def _check_session(subject: Subject, leaf: str) -> Iterator[Finding]:
    try:
        problems = StoredTurns(subject.files, check_session_id(leaf)).problems()
    except DaykeepError as error:
        name = f"{SESSIONS_FOLDER}/{leaf}"
        said = f"its stored turns can't be read: {error.message}"
        yield Finding(f"stored:{name}", "warning", name, 0, said, error.hint or "")
        return
    hint = "`daykeep recall` refuses it; take the file from a backup if you have one"
    for problem in problems:
        yield Finding(f"stored:{problem.name}", "error", problem.name, 0, problem.message, hint)
