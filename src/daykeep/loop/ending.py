"""Ends a session: its memory is written, what was stated for good is proposed, what lasts is promoted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import local_day
from daykeep.loop.lasting import bring_up_memory, place_of, promote_session
from daykeep.session.extract.extract import message_days
from daykeep.session.extract.proposals import apply_proposals
from daykeep.session.history.place import INFO_FILE, session_file
from daykeep.session.history.store import SessionStore
from daykeep.session.memory.document import memory_path
from daykeep.session.options.reading import load_options
from daykeep.transcripts.messages.model import ASSISTANT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.app import Workspace
    from daykeep.session.units.model import Unit
    from daykeep.triage.run.desk import Desk

ANSWERS = "answers"
"""Where a session's file keeps how many answers it had: it tells how long sessions go on."""


class Ended(NamedTuple):
    """What ending a session did: the file of its memory, what was proposed as notes, what was promoted, what went wrong."""

    memory: str
    proposed: int
    learned: int
    waiting: int
    problems: tuple[str, ...] = ()


def end_session(workspace: Workspace, desk: Desk, *, sync: bool) -> Ended:
    """End a session. Called again it does nothing twice.

    Order on the disk: the session's memory, then with ``sync`` proposals of notes and promotions, then the end itself. So a session that
    is ended has been through all of it.
    """
    scene = desk.load()
    bring_up_memory(workspace, desk.session_id, scene.units)
    problems = [f"{one.name}, line {one.line}: {one.message}" for one in scene.problems]
    answers = sum(1 for message in scene.messages if message.role == ASSISTANT)
    kept = keep_lasting(workspace, desk.session_id, scene.units) if sync else Ended("", 0, 0, 0)
    close_session(workspace, desk.session_id, answers)
    memory = memory_path(desk.session_id)
    return kept._replace(memory=memory, problems=(*problems, *kept.problems))


def keep_lasting(workspace: Workspace, session_id: str, units: Sequence[Unit]) -> Ended:
    """Propose what was stated for good in the units, and promote what lasts of what is registered in the session."""
    days = message_days(units, lambda at: local_day(at, workspace.zone))
    found = apply_proposals(place_of(workspace), session_id, units, days=days)
    proposed, learned, waiting = sum(1 for one in found.proposed if one.done), 0, 0
    problems = [note for one in found.proposed if one.done for note in one.done.problems]
    options, warnings = load_options(workspace.files, workspace.settings)
    problems += warnings
    if options.sync.enabled:
        done = promote_session(workspace, session_id, units, options.sync)
        learned, waiting = done.count_added, done.count_proposed
        problems += done.problems
    return Ended(memory_path(session_id), proposed, learned, waiting, tuple(problems))


def close_session(workspace: Workspace, session_id: str, answers: int) -> None:
    """Say that a session is over, and how many answers it had."""
    name = session_file(session_id, INFO_FILE)
    workspace.files.update_state(name, lambda state: {**state, ANSWERS: answers})
    SessionStore(workspace.files).end(session_id, at=workspace.now)


def past_lengths(desk: Desk) -> list[int]:
    """How many answers each other session had that was ended."""
    found = []
    for info in desk.sessions.sessions():
        if info.id != desk.session_id and info.ended_at:
            state = desk.files.find_state(session_file(info.id, INFO_FILE)).value
            answers = state.get(ANSWERS)
            found += [answers] if isinstance(answers, int) and answers > 0 else []
    return found
