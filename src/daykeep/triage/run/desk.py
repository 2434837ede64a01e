"""Everything that a check of one session works with, opened once; what did not change is not read again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.processes import uncollected
from daykeep.session.history.place import INFO_FILE, session_file
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import group_units, regroup
from daykeep.triage.log.book import LogBook
from daykeep.triage.queue.keeping import load_queue, save_queue
from daykeep.triage.stored.store import StoredTurns
from daykeep.triage.view.build import build_view
from daykeep.triage.view.edits import EditStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.files.encoding import Problem
    from daykeep.files.locking.locks import Lock
    from daykeep.files.store import Files
    from daykeep.session.history.store import SessionInfo
    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.model import Commit
    from daykeep.triage.queue.queue import QueueState
    from daykeep.triage.seeing.see import Look
    from daykeep.triage.view.model import View

PINNED = "pinned"


class Scene(NamedTuple):
    """A session as it stands: its messages, units, commits and view, and what could not be read of them."""

    info: SessionInfo
    messages: tuple[Message, ...]
    units: tuple[Unit, ...]
    commits: tuple[Commit, ...]
    view: View
    pinned: frozenset[str]
    problems: tuple[Problem, ...]


class Desk:
    """The stores of one session. Not for several threads at once; several processes are kept apart by `hold`."""

    def __init__(self, files: Files, session_id: str) -> None:
        self.files = files
        self.session_id = session_id
        self.sessions = SessionStore(files)
        self.edits = EditStore(files, session_id)
        self.stored = StoredTurns(files, session_id)
        self.log = LogBook(files, session_file(session_id, "").rstrip("/"))
        self.seen: dict[str, Look] = {}
        self._units: tuple[Unit, ...] = ()

    def load(self) -> Scene:
        """The session as it stands on the disk; DocumentError if there is none."""
        with uncollected():
            return self._load()

    def _load(self) -> Scene:
        info = self.sessions.get(self.session_id)
        history = self.sessions.load(self.session_id)
        self._units = regroup(self._units, history.messages) if self._units else group_units(history.messages)
        edits = self.edits.load()
        view = build_view(self._units, edits.commits)
        problems = (*history.problems, *edits.problems, *view.problems)
        return Scene(info, history.messages, self._units, edits.commits, view, self._pinned(), problems)

    def hold(self) -> Lock:
        """Keep other checks of this session away; LockedError at once if one runs."""
        return self.files.lock(
            session_file(self.session_id, "check"), timeout_seconds=0, purpose="check a session"
        )

    def load_queue(self) -> QueueState:
        """What is remembered of earlier looks at the units."""
        return load_queue(self.files, session_file(self.session_id, "").rstrip("/"))

    def save_queue(self, state: QueueState) -> None:
        """Remember which units were looked at."""
        save_queue(self.files, session_file(self.session_id, "").rstrip("/"), state)

    def pin(self, unit_id: str, *, pinned: bool) -> bool:
        """Pin a unit, or let it go; whether that was new. A pinned unit is never touched."""

        def change(state: dict[str, Any]) -> dict[str, Any]:
            held = {one for one in _texts(state, PINNED) if one != unit_id} | ({unit_id} if pinned else set())
            return {**state, PINNED: sorted(held, key=lambda one: (len(one), one))}

        return self.files.update_state(session_file(self.session_id, INFO_FILE), change)

    def _pinned(self) -> frozenset[str]:
        return frozenset(
            _texts(self.files.find_state(session_file(self.session_id, INFO_FILE)).value, PINNED)
        )


def _texts(state: Mapping[str, Any], key: str) -> list[str]:
    held = state.get(key)
    return [one for one in held if isinstance(one, str)] if isinstance(held, list) else []
