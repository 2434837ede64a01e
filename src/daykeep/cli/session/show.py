"""What ``daykeep session show`` and ``status`` answer: one conversation as its history, as a model's view, as a person sees it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import json_text
from daykeep.cli.session.choosing import choose_session
from daykeep.errors import DocumentError, UsageError
from daykeep.operations.session import Opened, open_conversation, real_units, status_data, status_lines
from daykeep.session.units.model import CALL, PERSON, RESULT, TEXT, THINKING
from daykeep.triage.model import KEEP
from daykeep.triage.view.render import render

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from daykeep.cli.frame import Call
    from daykeep.session.units.model import Part, Unit

_HEAD_CHARS = 60
_CALL_CHARS = 100


def _open(call: Call, given: Mapping[str, Any]) -> Opened:
    workspace = call.workspace()
    return open_conversation(workspace, choose_session(call, workspace, given["session"]))


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
        turns = [_unit(unit, actions.get(unit.id, KEEP)) for unit in real_units(opened)]
        call.emit({"session": opened.info.id, "turns": turns}, lines)


def show_status(call: Call, given: Mapping[str, Any]) -> None:
    """Answer ``status``."""
    opened = _open(call, given)
    data = status_data(opened)
    call.emit(data, status_lines(data, opened))


def _show_turn(call: Call, opened: Opened, name: str) -> None:
    unit = next((one for one in real_units(opened) if one.id == name.upper()), None)
    if unit is None:
        raise DocumentError(f"session '{opened.info.id}' has no turn '{name}'")
    data = {
        **_unit(unit, _actions(opened).get(unit.id, KEEP)),
        "parts": [part._asdict() for part in unit.parts],
    }
    call.emit(
        {"session": opened.info.id, "turn": data}, [line for part in unit.parts for line in _part(part)]
    )


def _show_view(call: Call, opened: Opened, to: str) -> None:
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


def _actions(opened: Opened) -> dict[str, str]:
    return {place.unit_id: place.action for place in opened.view.places}


def _table(opened: Opened) -> Iterator[str]:
    """A line for each turn."""
    actions = _actions(opened)
    for unit in real_units(opened):
        head = " ".join(unit.said_by(PERSON).split()) or " ".join(part.text for part in unit.parts[:1])
        state = ", ".join(
            word
            for word in (actions.get(unit.id, ""), "open" if unit.is_open else "", unit.irregular)
            if word
        )
        yield f"{unit.id:>5} {unit.tokens:>7,}  {state:<10} {_short(head, _HEAD_CHARS)}"


def _said(opened: Opened) -> Iterator[str]:
    """All that was said, and for each turn what a model has of it."""
    actions = _actions(opened)
    for unit in real_units(opened):
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
