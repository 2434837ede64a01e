"""Which session a command is about: the one that is named, else the one that is under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.operations.choosing import find_session
from daykeep.session.history.place import check_session_id
from daykeep.session.history.store import OPEN, SessionStore

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.cli.frame import Call

VARIABLE = "DAYKEEP_SESSION"
"""Environment variable that names the session of a terminal or of an agent."""


def choose_session(call: Call, workspace: Workspace, given: str | None, *, make: bool = False) -> str:
    """The id that is given, else that of ``DAYKEEP_SESSION``, else that of the open session that began last.

    A session that is named and not there is an error; with ``make`` it is begun, and so is one where none is open.
    """
    store = SessionStore(workspace.files)
    known = store.sessions()
    named = given or call.environ.get(VARIABLE) or ""
    if named:
        if not any(info.id == check_session_id(named) for info in known):
            if not make:
                store.get(named)
            store.new(at=workspace.now, session_id=named)
            call.note(f"a new session: {named}")
        return named
    if make and not any(info.status == OPEN for info in known):
        made = store.new(at=workspace.now)
        call.note(f"a new session: {made.id}")
        return made.id
    return find_session(workspace)
