"""Which session a command is about: the one that is named, else the one that is under way."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from daykeep.clock import local_time
from daykeep.errors import UsageError
from daykeep.session.history.place import check_session_id
from daykeep.session.history.store import OPEN, SessionStore

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.clock import Zone

VARIABLE = "DAYKEEP_SESSION"
"""Environment variable that names the session of a terminal or of an agent."""


def said_minute(at: str, zone: Zone) -> str:
    """A kept moment as people read it: the minute on the workspace's wall clock; what is no moment as it is."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    return local_time(moment, zone).strftime("%Y-%m-%d %H:%M") if moment.tzinfo else at


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
    found = next((info.id for info in known if info.status == OPEN), "")
    if found:
        return found
    if make:
        made = store.new(at=workspace.now)
        call.note(f"a new session: {made.id}")
        return made.id
    if known:
        return known[0].id
    raise UsageError("there is no session", hint="`daykeep session new` begins one")
