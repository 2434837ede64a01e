"""How the hooks stand: every settings file that counts here, and what the hooks did."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from daykeep.wiring.claude.program import is_there
from daykeep.wiring.claude.status import find_faults, find_plugin, read_row

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.cli.hooks.desk import HookDesk
    from daykeep.context.instructions.claude.settings import ClaudeSettings
    from daykeep.wiring.claude.status import Row

_PROBLEMS = 5
"""So many of the last runs that went wrong are shown."""


def read_state(desk: HookDesk) -> dict[str, Any]:
    """Everything that `daykeep hooks status` says."""
    workspace = desk.workspace()
    rows = _rows(desk, workspace)
    settings = _settings(desk)
    return {
        "workspace": str(workspace.root) if workspace else None,
        "installed": any(row.events for row in rows),
        "settings": [_as_data(row) for row in rows],
        "plugin": find_plugin(settings) or None,
        "problems": _faults(desk, rows, settings),
        **_runs(workspace),
    }


def find_problems(desk: HookDesk, workspace: Workspace) -> list[str]:
    """What is wrong with the hooks of one workspace, with the file where one is at fault; none where none are installed."""
    rows = _rows(desk, workspace)
    own = [row for row in rows if row.problems or str(workspace.root) in row.workspaces]
    if not any(str(workspace.root) in row.workspaces for row in rows):
        return []
    return [
        *(f"{row.path}: {problem}" for row in own for problem in row.problems),
        *_faults(desk, rows, _settings(desk)),
    ]


def _rows(desk: HookDesk, workspace: Workspace | None) -> list[Row]:
    return [read_row(place) for place in desk.places(workspace)]


def _faults(desk: HookDesk, rows: list[Row], settings: ClaudeSettings) -> list[str]:
    here = {str(desk.place(scope).path) for scope in ("user", "project", "local")}
    return find_faults([row for row in rows if row.path in here], settings)


def _settings(desk: HookDesk) -> ClaudeSettings:
    from daykeep.context.instructions.claude.places import find_places
    from daykeep.context.instructions.claude.settings import load_claude_settings
    from daykeep.context.instructions.model import Around, Asked

    around = Around(desk.project, desk.home, desk.call.environ, sys.platform)
    return load_claude_settings(around, Asked(), find_places(around))


def _as_data(row: Row) -> dict[str, Any]:
    return {
        "scope": row.scope,
        "path": row.path,
        "installed": bool(row.events),
        "events": row.events,
        "workspaces": row.workspaces,
        "programs": row.programs,
        "program_exists": all(is_there(handler.program[0]) for handler in row.handlers),
        "problems": list(row.problems),
    }


def _runs(workspace: Workspace | None) -> dict[str, Any]:
    from daykeep.workspace.hooklog import last_runs, read_hooklog
    from daykeep.workspace.loaded import CHANGED, read_loaded

    runs = read_hooklog(workspace.files) if workspace else ()
    wrong = [run for run in runs if run.went_wrong][-_PROBLEMS:]
    loaded = {one.path: one for one in read_loaded(workspace.files)} if workspace else {}
    changed = [one for one in loaded.values() if one.state == CHANGED]
    return {
        "instructions": len(loaded),
        "instructions_changed": [
            {"path": one.path, "at": one.at, "kind": one.kind, "reason": one.reason} for one in changed
        ],
        "last_runs": {event: run._asdict() for event, run in last_runs(runs).items()},
        "went_wrong": [run._asdict() for run in wrong],
    }
