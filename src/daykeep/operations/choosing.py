"""Which session is meant, and its moments as people read them."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from daykeep.clock import local_time
from daykeep.errors import UsageError
from daykeep.session.history.store import OPEN, SessionStore

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.clock import Zone


def find_session(workspace: Workspace, named: str = "") -> str:
    """The session that is named, else the open one that began last, else the last one.

    DocumentError for a named one that is not there, UsageError where there is none.
    """
    store = SessionStore(workspace.files)
    if named:
        return store.get(named).id
    known = store.sessions()
    found = next((info.id for info in known if info.status == OPEN), known[0].id if known else "")
    if not found:
        raise UsageError("there is no session", hint="`daykeep session new` begins one")
    return found


def said_minute(at: str, zone: Zone) -> str:
    """A kept moment as people read it: the minute on the workspace's wall clock; what is no moment as it is."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    return local_time(moment, zone).strftime("%Y-%m-%d %H:%M") if moment.tzinfo else at
