"""What of a session lasts: its memory brought up to date, what is registered in it promoted, and where notes of it go."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import local_day, now_ns
from daykeep.review.remembering.remember import Place
from daykeep.review.stores.joined import open_store
from daykeep.session.extract.extract import message_days
from daykeep.session.memory.keeping import update_memory
from daykeep.session.records.store import change_register, list_sessions, load_register
from daykeep.session.sync.keeping import keep_records
from daykeep.session.sync.promote import sync
from daykeep.session.sync.rules import find_candidates, shared_key
from daykeep.session.watching.restating import brought_up
from daykeep.traces.event import PROMOTION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.app import Workspace
    from daykeep.files.store import Files
    from daykeep.session.options.model import Sync
    from daykeep.session.sync.promote import Synced
    from daykeep.session.units.model import Unit


class Brought(NamedTuple):
    """How many lines a session's memory gained and lost by its turns and gained by its records; records refused, and why."""

    added: int
    removed: int
    kept: int
    refused: Mapping[str, str]


def bring_up_memory(workspace: Workspace, session_id: str, units: Sequence[Unit]) -> Brought:
    """Bring the memory of a session up to its finished turns and to what is registered in it."""
    added = removed = 0
    if units:
        days = message_days(units, lambda at: local_day(at, workspace.zone))
        done = update_memory(
            workspace.files, session_id, units, today=workspace.day, language=workspace.language, days=days
        )
        added, removed = len(done.added), len(done.removed)
    records = load_register(workspace.files, session_id).records
    kept, gained = keep_records(workspace.files, session_id, records, language=workspace.language)
    return Brought(added, removed, gained, kept.refused)


def promote_session(
    workspace: Workspace, session_id: str, units: Sequence[Unit], options: Sync, *, dry_run: bool = False
) -> Synced:
    """Promote what lasts of what is registered in a session, through the gates of memory; see `session.sync`.

    Uses in the turns are counted first. With ``dry_run`` nothing is written.
    """
    files = workspace.files
    known = load_register(files, session_id)
    after = brought_up(known, units)
    if after != known and known.records and not dry_run:
        after = change_register(files, session_id, lambda fresh: brought_up(fresh, units))
    candidates = find_candidates(after.records, options, shared=_shared(files, session_id))
    began = now_ns()
    auto = options.auto_promote
    done = sync(files, workspace.distilling, session_id, candidates, auto_promote=auto, dry_run=dry_run)
    if not dry_run:
        counts = {"proposed": done.count_proposed, "applied": done.count_added}
        workspace.trace(PROMOTION, began, session=session_id, **counts)
    return done


def place_of(workspace: Workspace) -> Place:
    """Where statements become notes and proposals."""
    store = open_store(workspace.files, workspace.history, language=workspace.language)
    author = str(workspace.settings["history.author"])
    return Place(workspace.files, workspace.history, store, workspace.now, workspace.day, author)


def _shared(files: Files, session_id: str) -> frozenset[str]:
    """What other sessions have registered too, as contents are compared."""
    others = (load_register(files, one) for one in list_sessions(files) if one != session_id)
    return frozenset(
        shared_key(record.content) for known in others for record in known.records if record.is_in_force
    )
