"""Takes an agent's transcript into a session: only what was added since the last time is read, and appended to its history.

Where to read on is kept under ``.daykeep/cache/hooks/``; without it, or where the transcript has not simply grown,
the whole of it is read, with the same outcome.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import local_day
from daykeep.errors import DocumentError
from daykeep.processes import uncollected
from daykeep.session.backfill.day import Days, dump_notes, load_notes
from daykeep.session.backfill.written import load_written_lines
from daykeep.session.history.place import INFO_FILE, fitting_id, session_file
from daykeep.session.history.store import SessionStore
from daykeep.session.history.tail import Tail, dump_tail, held_of, load_tail
from daykeep.session.units.group import group_on, group_units
from daykeep.session.units.model import AGENT, TEXT, Part
from daykeep.transcripts.messages.growing import Place, find_place, read_growing
from daykeep.transcripts.messages.model import ASSISTANT
from daykeep.transcripts.messages.readers.claude import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime
    from pathlib import Path

    from daykeep.app import Workspace
    from daykeep.session.backfill.day import DayNotes
    from daykeep.session.history.store import Taken
    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.growing import Grown
    from daykeep.transcripts.messages.model import Message

CACHE_FOLDER = ".daykeep/cache/hooks"
VERSION = 1
MOST_CACHES = 200
"""Of more sessions than this no place is kept: where one goes on, it is read whole once."""
KEPT_UNITS = 2
"""So many units at the end are read again each time: the last one may have grown, and answers the one before."""


class Caught(NamedTuple):
    """A session after its transcript was taken in: its last units, and what it made of its days since they were last told.

    ``units`` are all behind the message that was asked for, with the one before. ``last`` is the number of the last message,
    ``answers`` how many the agent gave in all.
    """

    session_id: str
    units: tuple[Unit, ...]
    notes: tuple[DayNotes, ...]
    last: int
    answers: int
    problems: tuple[str, ...] = ()


class _Kept(NamedTuple):
    """What is kept of a session: its history's tail, the number of the first unit of it, how many answers stand before that unit.

    ``days`` tell up to that unit, from message ``through`` on.
    """

    tail: Tail
    number: int
    answers: int
    through: int
    days: tuple[DayNotes, ...]


class _Before(NamedTuple):
    """What the cache holds: where in the transcript to read on, and what is kept of the session there."""

    place: Place
    kept: _Kept


def session_of(name: str) -> str:
    """The id under which an agent's session is kept. DocumentError if nothing of its name can be one."""
    found = fitting_id(name)
    if not found:
        raise DocumentError("the event names no session")
    return found


def catch_up(workspace: Workspace, session_id: str, transcript: Path, *, read: int) -> Caught:
    """Take in what a transcript has gained; the session is begun with its first message. Durable when it returns.

    ``read`` is the number of the last message that its caller has dealt with. DocumentError if there is no transcript. Called again, or after
    a kill, nothing is appended twice. The caller holds the lock of the session's events.
    """
    store = SessionStore(workspace.files)
    with uncollected():
        before = _load(workspace, session_id, transcript)
        if before is not None and read >= before.kept.tail.first - 1:
            grown = read_growing(transcript, before.place, zone=workspace.zone.info)
            tail = before.kept.tail
            taken = store.ingest_after(session_id, tail, grown.conversation) if grown.on else None
            if taken is not None:
                return _read_on(workspace, session_id, transcript, before.kept, (grown, taken))
        return _read_whole(workspace, store, session_id, transcript)


def clear_caches(workspace: Workspace) -> None:
    """Forget where sessions were left off, where there are very many of them."""
    names = [name for name in workspace.files.list_names(CACHE_FOLDER) if name.endswith(".json")]
    if len(names) > MOST_CACHES:
        for name in names:
            workspace.files.remove(name)


def closed(units: Sequence[Unit], answer: str = "") -> tuple[Unit, ...]:
    """The units as finished ones: what was not answered so far will not be. ``answer`` closes the last one.

    A transcript may be one message behind when an exchange is over: the answer is then taken from here, and stays out of the history.
    """
    done = [unit._replace(is_open=False) for unit in units]
    if done and done[-1].number and answer.strip():
        last = done[-1]
        said = [part.text for part in last.parts if part.actor == AGENT and part.kind == TEXT]
        if not any(" ".join(answer.split()) in " ".join(text.split()) for text in said):
            done[-1] = last._replace(parts=(*last.parts, Part(AGENT, TEXT, answer, last.last)))
    return tuple(done)


def _read_on(
    workspace: Workspace, session_id: str, transcript: Path, before: _Kept, added: tuple[Grown, Taken]
) -> Caught:
    grown, taken = added
    messages, first = grown.conversation.messages, before.tail.first
    units = group_on(messages, first=first, number=before.number, count=_uncounted)
    reading = _Reading(workspace, session_id, grown)
    days = Days(before.days if before.through == reading.through else ())  # what was told is not told again
    kept = max(0, len(units) - KEPT_UNITS)
    reading.read(days, units[1 : kept + 1], before=units[0])
    rest = messages[units[kept].first - first :]
    answers = before.answers + _answers(messages[: len(messages) - len(rest)])
    if taken.added or taken.grown or before.through != reading.through:
        tail = Tail(
            units[kept].first, tuple(map(held_of, rest)), SessionStore(workspace.files).size(session_id)
        )
        state = _Kept(tail, units[kept].number, answers, reading.through, days.notes())
        _save(workspace, session_id, transcript, state, _spot_of(grown, units[kept]))
    return _caught(units[kept:], days, reading, answers, taken)._replace(units=units)


def _read_whole(workspace: Workspace, store: SessionStore, session_id: str, transcript: Path) -> Caught:
    grown = read_growing(transcript, zone=workspace.zone.info)
    messages = grown.conversation.messages
    if not grown.conversation.format and grown.conversation.problems:
        raise DocumentError(f"no conversation: {grown.conversation.problems[0].message}")
    if workspace.files.kind(session_file(session_id, INFO_FILE)) != "file":
        if not messages:
            return Caught(session_id, (), (), 0, 0)
        store.find_or_begin(at=workspace.now, session_id=session_id, source=str(transcript))
    taken = store.ingest(session_id, grown.conversation, source=str(transcript))
    units = group_units(store.load(session_id).messages, count=_uncounted)
    days = Days()
    reading = _Reading(workspace, session_id, grown)
    kept = max(0, len(units) - KEPT_UNITS)
    reading.read(days, units[: kept + 1])
    answers = sum(_answers(unit.messages) for unit in units[:kept])
    held = tuple(held_of(one) for unit in units[kept:] for one in unit.messages)
    if held and tuple(map(held_of, messages[-len(held) :])) == held:
        tail = Tail(units[kept].first, held, store.size(session_id))
        state = _Kept(tail, units[kept].number, answers, reading.through, days.notes())
        _save(workspace, session_id, transcript, state, _spot_of(grown, units[kept]))
    return _caught(units[kept:], days, reading, answers, taken)._replace(units=units)


def _answers(messages: Sequence[Message]) -> int:
    return sum(one.role == ASSISTANT for one in messages)


def _caught(last: Sequence[Unit], days: Days, reading: _Reading, answers: int, taken: Taken) -> Caught:
    """What was caught, after the days were read on with the ``last`` units; the first of these is read already."""
    reading.read(days, last[1:], before=last[0])
    answers += sum(_answers(unit.messages) for unit in last)
    problems = tuple(f"{one.name}, line {one.line}: {one.message}" for one in taken.problems)
    return Caught(reading.session_id, tuple(last), days.notes(), last[-1].last, answers, problems)


class _Reading:
    """How the units of one transcript are read for the days."""

    def __init__(self, workspace: Workspace, session_id: str, grown: Grown) -> None:
        self.workspace = workspace
        self.session_id = session_id
        self.folder = grown.conversation.folder
        self.through = load_written_lines(workspace.files, session_id).through

    def read(self, days: Days, units: Sequence[Unit], *, before: Unit | None = None) -> None:
        days.read(
            units,
            day_of=self._day,
            today=self.workspace.day,
            after=self.through,
            folder=self.folder,
            before=before,
        )

    def _day(self, at: datetime) -> date:
        """The user's day of a moment; a clock that is ahead makes no day that has not come."""
        return min(local_day(at, self.workspace.zone), self.workspace.day)


def _uncounted(_text: str) -> int:
    """No tokens: nothing that a session leaves depends on them."""
    return 0


def _spot_of(grown: Grown, unit: Unit) -> Spot | None:
    """Where a unit begins in the file that was read."""
    if not unit.messages:
        return None
    first = unit.messages[0].id
    line = next((one.line for one in reversed(grown.conversation.messages) if one.id == first), 0)
    return grown.spots.get(line)


def _cache_name(session_id: str) -> str:
    return f"{CACHE_FOLDER}/{session_id}.json"


def _save(workspace: Workspace, session_id: str, transcript: Path, state: _Kept, spot: Spot | None) -> None:
    place = find_place(transcript, spot)
    if place is None:
        return
    value: dict[str, Any] = {
        "version": VERSION,
        "transcript": str(transcript),
        "spot": list(place.spot),
        "check": place.check,
        "tail": dump_tail(state.tail),
        "number": state.number,
        "answers": state.answers,
        "through": state.through,
        "days": [dump_notes(one) for one in state.days],
    }
    workspace.files.update_state(_cache_name(session_id), lambda _: value)


def _load(workspace: Workspace, session_id: str, transcript: Path) -> _Before | None:
    """What the cache holds for this transcript; None for anything that does not fit."""
    value = workspace.files.find_state(_cache_name(session_id)).value
    if value.get("version") != VERSION or value.get("transcript") != str(transcript):
        return None
    tail = load_tail(value.get("tail"))
    try:
        offset, line, number, link = value["spot"]
        place = Place(Spot(int(offset), int(line), int(number), str(link)), str(value["check"]))
        days = tuple(load_notes(one) for one in value["days"])
        numbers = int(value["number"]), int(value["answers"]), int(value["through"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    if tail is None or not place.spot.link or place.spot.offset < 0:
        return None
    return _Before(place, _Kept(tail, *numbers, days))
