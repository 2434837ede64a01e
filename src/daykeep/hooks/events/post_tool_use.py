"""A tool that was used: what was registered in the session and is named in the call counts as used. Off by default."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.hooks.model import QUIET, Answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.hooks.model import Desk, Event
    from daykeep.session.records.model import Register

KEY = "hooks.references"
_DEPTH, _MOST_TEXTS = 8, 200


def answer(event: Event, desk: Desk) -> Answer:
    """Nothing; references are counted where the setting asks for it, once a round for each piece of information.

    Only what the agent gave the tool counts: what came back was said by somebody else.
    """
    if not desk.may_set(KEY):
        return QUIET
    workspace = desk.workspace
    if not workspace.settings[KEY]:
        return QUIET
    from daykeep.session.history.place import fitting_id
    from daykeep.session.records.references import Recogniser
    from daykeep.session.records.store import change_register, load_register

    session_id = fitting_id(event.session_id)
    known = load_register(workspace.files, session_id) if session_id else None
    if known is None or not known.records:
        return QUIET
    used = Recogniser(known.records).find("\n".join(_texts(event.fields.get("tool_input"))))
    if not _counted(known, used):
        return QUIET
    change_register(workspace.files, session_id, lambda register: _referenced(register, used))
    return Answer()


def _counted(known: Register, used: set[str]) -> set[str]:
    """Those that were not counted in this round already."""
    return {
        record.id
        for record in known.records
        if record.id in used and (known.round is None or record.referenced != known.round)
    }


def _referenced(known: Register, used: set[str]) -> Register:
    from daykeep.session.records.changes import reference

    for record_id in sorted(_counted(known, used)):
        known = reference(known, record_id)
    return known


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    """The texts in what a tool was given, as deep as a person would write it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth < _DEPTH:
        held = list(value.values()) if isinstance(value, dict) else value
        for one in held[:_MOST_TEXTS]:
            yield from _texts(one, depth + 1)
