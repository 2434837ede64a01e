"""What ``daykeep session show`` and ``status`` answer: one conversation as its history, as a model's view, as a person sees it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.frame import json_text
from daykeep.cli.session.choosing import choose_session, said_minute
from daykeep.errors import DocumentError, UsageError
from daykeep.files.encoding import Problem
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units
from daykeep.session.units.model import CALL, PERSON, RESULT, TEXT, THINKING
from daykeep.session.watching.refresh import load_refreshes
from daykeep.triage.model import KEEP
from daykeep.triage.stored.store import StoredTurns
from daykeep.triage.view.build import build_view
from daykeep.triage.view.check import weigh_view
from daykeep.triage.view.edits import EditStore
from daykeep.triage.view.fold import fold_commits
from daykeep.triage.view.render import render
from daykeep.triage.view.restate import with_restated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from daykeep.cli.frame import Call
    from daykeep.session.history.store import SessionInfo
    from daykeep.session.units.model import Part, Unit
    from daykeep.triage.model import Commit
    from daykeep.triage.view.model import View

_HEAD_CHARS = 60
_CALL_CHARS = 100


class _Opened(NamedTuple):
    """A session as it is now."""

    info: SessionInfo
    begun: str
    units: tuple[Unit, ...]
    commits: tuple[Commit, ...]
    view: View
    problems: tuple[Problem, ...]


def _open(call: Call, given: Mapping[str, Any]) -> _Opened:
    workspace = call.workspace()
    store = SessionStore(workspace.files)
    session_id = choose_session(call, workspace, given["session"])
    history = store.load(session_id)
    edits = EditStore(workspace.files, session_id).load()
    units = group_units(history.messages)
    restated = [(one.message, one.text) for one in load_refreshes(workspace.files, session_id)]
    view = with_restated(build_view(units, edits.commits), units, restated)
    lost = _lost(StoredTurns(workspace.files, session_id), edits.commits)
    problems = (*history.problems, *edits.problems, *view.problems, *lost)
    info = store.get(session_id)
    begun = said_minute(info.created_at, workspace.zone)
    return _Opened(info, begun, units, edits.commits, view, problems)


def _lost(stored: StoredTurns, commits: Sequence[Commit]) -> Iterator[Problem]:
    """What stands in the view as a stored turn, and is not stored any more as it was."""
    held = {one.id for one in stored.entries()}
    for unit_id, edit in fold_commits(commits).units.items():
        if edit.stored_id and edit.stored_id not in held:
            said = f"{edit.stored_id} is gone or was changed; the history still holds {unit_id}"
            yield Problem(stored.folder, 1, said)


def show_session(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``show``."""
    if given["turn"] and given["shown"]:
        raise UsageError("--turn shows one turn; leave --view or --user out")
    if given["to"] != "text" and given["shown"] != "view":
        raise UsageError("--to is for --view")
    opened = _open(call, given)
    for problem in opened.problems:
        call.note(f"{problem.name}, line {problem.line}: {problem.message}")
    if given["turn"]:
        _show_turn(call, opened, given["turn"])
    elif given["shown"] == "view":
        _show_view(call, opened, given["to"])
    else:
        lines = _said(opened) if given["shown"] == "user" else _table(opened)
        actions = _actions(opened)
        turns = [_unit(unit, actions.get(unit.id, KEEP)) for unit in _real(opened)]
        call.emit({"session": opened.info.id, "turns": turns}, lines)


def show_status(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``status``."""
    opened = _open(call, given)
    info, units = opened.info, _real(opened)
    whole = sum(unit.tokens for unit in units)
    seen = weigh_view(opened.view, opened.units)
    data = {
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
    call.emit(data, _status(data, opened))


def _status(data: Mapping[str, Any], opened: _Opened) -> Iterator[str]:
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


def _real(opened: _Opened) -> list[Unit]:
    return [unit for unit in opened.units if unit.messages]


def _show_turn(call: Call, opened: _Opened, name: str) -> None:
    unit = next((one for one in _real(opened) if one.id == name.upper()), None)
    if unit is None:
        raise DocumentError(f"session '{opened.info.id}' has no turn '{name}'")
    data = {
        **_unit(unit, _actions(opened).get(unit.id, KEEP)),
        "parts": [part._asdict() for part in unit.parts],
    }
    call.emit(
        {"session": opened.info.id, "turn": data}, [line for part in unit.parts for line in _part(part)]
    )


def _show_view(call: Call, opened: _Opened, to: str) -> None:
    if to == "text":
        lines = [f"{message.role}: {block.text or f'[{block.kind} {block.name}]'.replace(' ]', ']')}"
                 for message in opened.view.messages for block in message.blocks]  # fmt: skip
        places = [place._asdict() for place in opened.view.places]
        messages = [{"role": one.role, "blocks": [dict(block.data) for block in one.blocks]}
                    for one in opened.view.messages]  # fmt: skip
        call.emit({"session": opened.info.id, "places": places, "messages": messages}, lines)
        return
    done = render(opened.view, to, form=opened.info.format, model=opened.info.model)  # type: ignore[arg-type]
    body = done.request if isinstance(done.request, dict) else {"messages": done.request}
    if call.json:
        call.emit({"session": opened.info.id, **body, "repairs": [one._asdict() for one in done.repairs]}, "")
        return
    for repair in done.repairs:
        call.note(f"message {repair.message}: {repair.text}")
    sys.stdout.buffer.write(json_text(done.request).encode() + b"\n")


def _unit(unit: Unit, now: str) -> dict[str, Any]:
    return {
        "id": unit.id,
        "first": unit.first,
        "last": unit.last,
        "tokens": unit.tokens,
        "open": unit.is_open,
        "irregular": unit.irregular,
        "now": now,
        "user": unit.said_by(PERSON),
    }


def _actions(opened: _Opened) -> dict[str, str]:
    return {place.unit_id: place.action for place in opened.view.places}


def _table(opened: _Opened) -> Iterator[str]:
    """A line for each turn."""
    actions = _actions(opened)
    for unit in _real(opened):
        head = " ".join(unit.said_by(PERSON).split()) or " ".join(part.text for part in unit.parts[:1])
        state = ", ".join(
            word
            for word in (actions.get(unit.id, ""), "open" if unit.is_open else "", unit.irregular)
            if word
        )
        yield f"{unit.id:>5} {unit.tokens:>7,}  {state:<10} {_short(head, _HEAD_CHARS)}"


def _said(opened: _Opened) -> Iterator[str]:
    """All that was said, and for each turn what a model has of it."""
    actions = _actions(opened)
    for unit in _real(opened):
        action = actions.get(unit.id, KEEP)
        yield f"── {unit.id}" + (f" (the model has: {action})" if action != KEEP else "")
        for part in unit.parts:
            if part.kind in {TEXT, CALL}:
                yield from _part(part, short=True)


def _part(part: Part, *, short: bool = False) -> Iterator[str]:
    if part.kind == CALL:
        text = _short(part.text, _CALL_CHARS) if short else part.text
        yield f"→ {part.name} {text}"
    elif part.kind == RESULT:
        yield f"← {part.name}{' failed' if part.is_error else ''}: {part.text}"
    elif part.kind == THINKING:
        yield f"({part.actor} thinks) {part.text}"
    else:
        yield f"{part.actor}: {part.text or part.name}"


def _short(text: str, chars: int) -> str:
    return text[:chars] + "…" if len(text) > chars else text
