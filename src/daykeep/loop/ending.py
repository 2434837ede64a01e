"""Ends a session: its memory is written, what was stated for good is proposed, what lasts is promoted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import local_day
from daykeep.review.remembering.remember import Place
from daykeep.review.stores.joined import open_store
from daykeep.session.extract.extract import message_days
from daykeep.session.extract.proposals import apply_proposals
from daykeep.session.history.place import INFO_FILE, session_file
from daykeep.session.memory.keeping import update_memory
from daykeep.session.options.reading import load_options
from daykeep.session.records.references import observe
from daykeep.session.records.store import change_register, list_sessions, load_register
from daykeep.session.sync.promote import sync as promote
from daykeep.session.sync.rules import find_candidates, shared_key
from daykeep.transcripts.messages.model import ASSISTANT

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.files.store import Files
    from daykeep.session.sync.promote import Synced
    from daykeep.session.sync.rules import Candidate
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
    days = message_days(scene.units, lambda at: local_day(at, workspace.zone))
    memory = update_memory(
        workspace.files,
        desk.session_id,
        scene.units,
        today=workspace.day,
        language=workspace.language,
        days=days,
    )
    proposed, problems = 0, list(map(str, scene.problems))
    learned = waiting = 0
    if sync:
        found = apply_proposals(place_of(workspace), desk.session_id, scene.units, days=days)
        proposed = sum(1 for one in found.proposed if one.done)
        problems += [note for one in found.proposed if one.done for note in one.done.problems]
        done = sync_session(workspace, desk)
        learned, waiting = done.count_added, done.count_proposed
        problems += done.problems
    answers = sum(1 for message in scene.messages if message.role == ASSISTANT)
    name = session_file(desk.session_id, INFO_FILE)
    workspace.files.update_state(name, lambda state: {**state, ANSWERS: answers})
    desk.sessions.end(desk.session_id, at=workspace.now)
    return Ended(memory.name, proposed, learned, waiting, tuple(problems))


def sync_session(workspace: Workspace, desk: Desk) -> Synced:
    """Promote what lasts of what is registered in a session, through the gates of memory; see `session.sync`."""
    files, session_id = workspace.files, desk.session_id
    options, _ = load_options(files, workspace.settings)
    units = desk.load().units
    known = load_register(files, session_id)
    if known.records:
        known = change_register(files, session_id, lambda fresh: observe(fresh, units))
    candidates: tuple[Candidate, ...] = ()
    if options.sync.enabled:
        candidates = tuple(
            find_candidates(known.records, options.sync, shared=shared_contents(files, session_id))
        )
    return promote(
        files, workspace.distilling, session_id, candidates, auto_promote=options.sync.auto_promote
    )


def shared_contents(files: Files, session_id: str) -> frozenset[str]:
    """What other sessions have registered too, as contents are compared."""
    others = (load_register(files, one) for one in list_sessions(files) if one != session_id)
    return frozenset(
        shared_key(record.content) for known in others for record in known.records if record.is_in_force
    )


def place_of(workspace: Workspace) -> Place:
    """Where statements become notes and proposals."""
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    author = str(workspace.settings["history.author"])
    return Place(workspace.files, workspace.history, store, workspace.now, workspace.day, author)


def past_lengths(desk: Desk) -> list[int]:
    """How many answers each other session had that was ended."""
    found = []
    for info in desk.sessions.sessions():
        if info.id != desk.session_id and info.ended_at:
            state = desk.files.find_state(session_file(info.id, INFO_FILE)).value
            answers = state.get(ANSWERS)
            found += [answers] if isinstance(answers, int) and answers > 0 else []
    return found
