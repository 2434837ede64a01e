"""What is done with a session at each moment that an agent tells of: an exchange that is over, a compaction, the end.

Each of these may be told twice, or be killed half way and told again: nothing is written twice. Nobody is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.clock import local_day
from daykeep.loop.ending import close_session, keep_lasting
from daykeep.loop.lasting import bring_up_memory, place_of
from daykeep.loop.leaving.catching import catch_up, clear_caches, closed, session_of
from daykeep.loop.leaving.telling import fill_days, keep_learned
from daykeep.session.extract.extract import message_days
from daykeep.session.extract.proposals import apply_proposals, load_mark, pass_quietly
from daykeep.session.history.place import session_file
from daykeep.session.memory.keeping import load_written
from daykeep.session.records.store import load_register

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from daykeep.app import Workspace
    from daykeep.files.locking.locks import Lock
    from daykeep.session.units.model import Unit

LOCK = "leaving"
"""The name in the session's folder under which one event at a time is dealt with."""


def leave_exchange(workspace: Workspace, name: str, transcript: Path, *, answer: str = "") -> tuple[str, ...]:
    """An exchange is over: what the person stated for good is proposed, and the session's memory brought up to it.

    ``answer`` is what the agent said last, where the transcript may not hold it yet. What to know is returned. Raises LockedError,
    DocumentError where there is no transcript, and what the rooms below raise.
    """
    session_id = session_of(name)
    with _hold(workspace, session_id):
        caught = catch_up(workspace, session_id, transcript, read=_read(workspace, session_id))
        if not caught.last:
            return caught.problems
        units = closed(caught.units, answer)
        problems = _propose(workspace, session_id, units)
        bring_up_memory(workspace, session_id, units)
    return (*caught.problems, *problems)


def leave_context(workspace: Workspace, name: str, transcript: Path) -> tuple[str, ...]:
    """The context is about to be compacted: the session's memory is brought up to now, what was learned goes to the day's log.

    The log comes first: it is what the next start reads.
    """
    session_id = session_of(name)
    with _hold(workspace, session_id):
        read = load_written(workspace.files, session_id).read
        caught = catch_up(workspace, session_id, transcript, read=read)
        if not caught.last:
            return caught.problems
        wrote = keep_learned(workspace, caught)
        bring_up_memory(workspace, session_id, closed(caught.units))
    return (*caught.problems, *wrote.problems)


def leave_session(workspace: Workspace, name: str, transcript: Path) -> tuple[str, ...]:
    """A session is over: its days' logs are filled, what lasts is proposed, its memory is written, and it is ended.

    In this order, because an agent gives little time: whatever is cut off is done at the next event of the session, or by `daykeep session end`.
    """
    session_id = session_of(name)
    with _hold(workspace, session_id):
        caught = catch_up(workspace, session_id, transcript, read=_read(workspace, session_id))
        if not caught.last:
            return caught.problems
        wrote = fill_days(workspace, caught)
        units = closed(caught.units)
        if load_register(workspace.files, session_id).records:
            bring_up_memory(workspace, session_id, units)
            problems = keep_lasting(workspace, session_id, units).problems
        else:
            problems = _propose(workspace, session_id, units)
            bring_up_memory(workspace, session_id, units)
        close_session(workspace, session_id, caught.answers)
    clear_caches(workspace)
    return (*caught.problems, *wrote.problems, *problems)


def _read(workspace: Workspace, session_id: str) -> int:
    """The last message that both proposals and the session's memory have seen."""
    return min(load_mark(workspace.files, session_id), load_written(workspace.files, session_id).read)


def _hold(workspace: Workspace, session_id: str) -> Lock:
    return workspace.files.lock(session_file(session_id, LOCK), purpose="deal with an event of a session")


def _propose(workspace: Workspace, session_id: str, units: Sequence[Unit]) -> tuple[str, ...]:
    """Propose what was stated for good in the units that are new; nothing is opened for it where nothing was."""
    days = message_days(units, lambda at: local_day(at, workspace.zone))
    if pass_quietly(workspace.files, session_id, units, today=workspace.day, days=days):
        return ()
    found = apply_proposals(place_of(workspace), session_id, units, days=days)
    return tuple(note for one in found.proposed if one.done for note in one.done.problems)
