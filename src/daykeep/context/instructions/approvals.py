"""What people answered about imports from outside of a project: kept in the user's own settings folder.

Never in the project: who wrote its files may not also allow what they reach for. Claude Code's own answers are read
and never written.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from daykeep.context.instructions.model import APPROVED, DECLINED, Approvals
from daykeep.errors import ConfigError, DaykeepError
from daykeep.files.outside import find_outside, write_outside
from daykeep.files.replace import sha256_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

APPROVALS_FILE = "imports.json"
_MEANT = "hasClaudeMdExternalIncludesApproved"
_SHOWN = "hasClaudeMdExternalIncludesWarningShown"


def load_approvals(folder: Path | None) -> tuple[Approvals, str]:
    """The answers on record in a settings folder, and what is wrong with the file (``""``: nothing).

    Where it can't be read as what daykeep writes, nothing is approved.
    """
    if folder is None:
        return Approvals(), ""
    path = folder / APPROVALS_FILE
    try:
        projects, problem = _parse(find_outside(path))
    except DaykeepError as error:
        projects, problem = {}, error.message
    answers = {
        project: entry["answer"]
        for project, entry in projects.items()
        if isinstance(entry, dict) and entry.get("answer") in (APPROVED, DECLINED)
    }
    return Approvals(answers, str(path)), f"{path}: {problem}; no answer counts" if problem else ""


def record_answer(folder: Path, project: str, answer: str, *, by: str, now: datetime) -> bool:
    """Record an answer for a project; whether that changed anything. ``""`` takes the one on record away.

    Raises ConfigError where the file is not what daykeep writes, ConflictError where it changed meanwhile.
    """
    path = folder / APPROVALS_FILE
    before = find_outside(path)
    projects, problem = _parse(before)
    if problem:
        raise ConfigError(f'"{path}" {problem}', hint="move it away and answer again")
    known = projects.get(project)
    if (known.get("answer", "") if isinstance(known, dict) else "") == answer:
        return False
    others = {name: entry for name, entry in projects.items() if name != project}
    fresh = {project: {"answer": answer, "by": by, "at": now.isoformat(timespec="seconds")}} if answer else {}
    data = json.dumps({"projects": {**others, **fresh}}, ensure_ascii=False, indent=2) + "\n"
    expected = None if before is None else sha256_of(before)
    return write_outside(path, data.encode("utf-8", "surrogateescape"), expected_sha256=expected)


def claude_answer(state: Mapping[str, Any], projects: tuple[str, ...]) -> str:
    """What Claude Code was told about the first of ``projects`` that its state (``.claude.json``) knows."""
    known = state.get("projects")
    for project in projects:
        entry = known.get(project) if isinstance(known, dict) else None
        if isinstance(entry, dict) and entry.get(_MEANT) is True:
            return APPROVED
        if isinstance(entry, dict) and entry.get(_SHOWN) is True:
            return DECLINED
    return ""


def _parse(data: bytes | None) -> tuple[dict[str, Any], str]:
    if data is None:
        return {}, ""
    try:
        projects = json.loads(data.decode("utf-8", "surrogateescape"))["projects"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}, "is not a record of answers"
    return (projects, "") if isinstance(projects, dict) else ({}, "is not a record of answers")
