"""One conversation as it is now: its history, and what a model sees of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.files.encoding import Problem
from daykeep.operations.choosing import said_minute
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units
from daykeep.session.watching.refresh import load_refreshes
from daykeep.triage.stored.store import StoredTurns
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import weigh_view
from daykeep.triage.view.edits import EditStore
from daykeep.triage.view.fold import fold_commits
from daykeep.triage.view.restate import with_restated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.app import Workspace
    from daykeep.session.history.store import SessionInfo
    from daykeep.session.units.model import Unit
    from daykeep.triage.model import Commit
    from daykeep.triage.view.model import View


class Opened(NamedTuple):
    """A session as it is now."""

    info: SessionInfo
    begun: str
    units: tuple[Unit, ...]
    commits: tuple[Commit, ...]
    view: View
    problems: tuple[Problem, ...]


def open_conversation(workspace: Workspace, session_id: str) -> Opened:
    """A session with its turns, what was decided about them, and what a model sees; what can't be read is told, not raised."""
    store = SessionStore(workspace.files)
    history = store.load(session_id)
    edits = EditStore(workspace.files, session_id).load()
    units = group_units(history.messages)
    restated = [(one.message, one.text) for one in load_refreshes(workspace.files, session_id)]
    view = with_restated(build_view(units, edits.commits), units, restated)
    lost = _lost(StoredTurns(workspace.files, session_id), edits.commits)
    problems = (*history.problems, *edits.problems, *view.problems, *lost)
    info = store.get(session_id)
    begun = said_minute(info.created_at, workspace.zone)
    return Opened(info, begun, units, edits.commits, view, problems)


def _lost(stored: StoredTurns, commits: Sequence[Commit]) -> Iterator[Problem]:
    """What stands in the view as a stored turn, and is not stored any more as it was."""
    held = {one.id for one in stored.entries()}
    for unit_id, edit in fold_commits(commits).units.items():
        if edit.stored_id and edit.stored_id not in held:
            said = f"{edit.stored_id} is gone or was changed; the history still holds {unit_id}"
            yield Problem(stored.folder, 1, said)


def status_data(opened: Opened) -> dict[str, Any]:
    """How a conversation stands as JSON values: how long it is, what a model gets of it, what is not finished."""
    info, units = opened.info, real_units(opened)
    whole = sum(unit.tokens for unit in units)
    seen = weigh_view(opened.view, opened.units)
    return {
        "session": {**info._asdict(), "tools": list(info.tools)},
        "messages": sum(len(unit.messages) for unit in units),
        "turns": len([unit for unit in units if unit.number]),
        "tokens": whole,
        "view_tokens": seen,
        "commits": len(opened.commits),
        "open": [unit.id for unit in units if unit.is_open],
        "irregular": {unit.id: unit.irregular for unit in units if unit.irregular},
        "problems": [problem._asdict() for problem in opened.problems],
    }


def status_lines(data: Mapping[str, Any], opened: Opened) -> Iterator[str]:
    """How a conversation stands, in lines, from its `status_data`."""
    yield f"{opened.info.id}: {opened.info.status}, begun {opened.begun}"
    said = f"{_count(data['turns'], 'turn')}, {_count(data['messages'], 'message')}"
    yield f"  {said}, about {_count(data['tokens'], 'token')}"
    seen = f"a model gets about {_count(data['view_tokens'], 'token')} of it"
    yield f"  {seen}, after {_count(data['commits'], 'commit')}"
    if data["open"]:
        yield f"  not finished: {', '.join(data['open'])}"
    for unit_id, why in data["irregular"].items():
        yield f"  {unit_id} stays as it is: {why}"
    for problem in data["problems"]:
        yield f"  {problem['name']}, line {problem['line']}: {problem['message']}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def real_units(opened: Opened) -> list[Unit]:
    """The turns that hold messages."""
    return [unit for unit in opened.units if unit.messages]
