"""Writes into the log of its day what a session left: never the same twice, and nothing that is told there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import local_time
from daykeep.daily.days import read_day
from daykeep.daily.entry import Entry
from daykeep.daily.log import append_entry, notes_on
from daykeep.session.backfill.told import Told, untold
from daykeep.session.backfill.wording import tell_day, tell_learned
from daykeep.session.backfill.written import load_written_lines, save_written_lines
from daykeep.session.history.place import SESSIONS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.app import Workspace
    from daykeep.loop.leaving.catching import Caught
    from daykeep.session.backfill.day import DayNotes

ORIGIN = "hook"
"""What a hook writes is a machine's: it is marked in the log, and reaches memory through a person alone."""
LOCK = f"{SESSIONS_FOLDER}/telling"
"""One at a time compares with the log and appends to it: two sessions that end together tell nothing twice."""


class Wrote(NamedTuple):
    """The logs that gained an entry, and what a person should hear about it."""

    names: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def keep_learned(workspace: Workspace, caught: Caught) -> Wrote:
    """Write what was decided and learned to the log of its day, before the context is compacted; one entry a day at most.

    Durable when it returns. Called again with the same it writes nothing.
    """
    return _write(workspace, caught, learned=True)


def fill_days(workspace: Workspace, caught: Caught) -> Wrote:
    """Write what a session was about to the log of each of its days, as far as nobody has logged it; it counts as told afterwards.

    Durable when it returns. Called again, or after the session was resumed, it tells only what has been added since.
    """
    wrote = _write(workspace, caught, learned=False)
    if load_written_lines(workspace.files, caught.session_id).through != caught.last:
        save_written_lines(workspace.files, caught.session_id, {}, through=caught.last)
    return wrote


def _write(workspace: Workspace, caught: Caught, *, learned: bool) -> Wrote:
    notes = [one for one in caught.notes if not one.is_empty]
    names: list[str] = []
    problems: list[str] = []
    if not notes:
        return Wrote()
    with workspace.files.lock(LOCK, purpose="tell what a session left"):
        written = load_written_lines(workspace.files, caught.session_id).lines
        for one in notes:
            name, said = _tell(workspace, caught, one, written.get(one.day.isoformat(), ()), learned=learned)
            names += [name] if name else []
            problems += said
    return Wrote(tuple(names), tuple(problems))


def _tell(
    workspace: Workspace, caught: Caught, notes: DayNotes, written: Sequence[str], *, learned: bool
) -> tuple[str, list[str]]:
    """Tell one day; the log's name, "" if there was nothing to tell. The lines are on record after they are in the log."""
    files = workspace.files
    logs = read_day(files, notes.day)
    told = Told((line for each in logs.documents for line in each.texts), written)
    rest = untold(notes, told)
    tale = (tell_learned if learned else tell_day)(rest, workspace.language)
    if tale is None:
        return "", []
    entry = Entry("note", _moment(workspace, notes), tale.body, tale.title, origin=ORIGIN)
    logged = append_entry(files, entry, language=workspace.language)
    save_written_lines(files, caught.session_id, {notes.day: tale.texts})
    return logged.name, notes_on(logged)


def _moment(workspace: Workspace, notes: DayNotes) -> datetime:
    """When an entry is written: now on the same day, else at the end of what it tells of."""
    now = local_time(workspace.now, workspace.zone)
    return local_time(notes.last_at, workspace.zone) if notes.day != now.date() and notes.last_at else now
