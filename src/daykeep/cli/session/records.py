"""What the commands on registered information do: read the session, call the room, say what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.cli.session.choosing import choose_session
from daykeep.cli.session.records_text import (
    decay_lines,
    position_lines,
    record_data,
    refresh_data,
    registered_lines,
)
from daykeep.clock import now_ns
from daykeep.errors import UsageError
from daykeep.session.history.store import SessionStore
from daykeep.session.options.reading import load_options
from daykeep.session.records import changes
from daykeep.session.records.provenance import is_taken
from daykeep.session.records.references import confirm, observe
from daykeep.session.records.store import change_register, load_register
from daykeep.session.units.group import group_units
from daykeep.session.watching import restating
from daykeep.session.watching.decay import Thresholds, find_decayed
from daykeep.session.watching.monitor import find_risky
from daykeep.session.watching.position import check_position
from daykeep.traces.event import DECAY, REFRESH, REGISTRATION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.session.options.model import Options
    from daykeep.session.records.model import Register
    from daykeep.session.units.model import Unit
    from daykeep.session.watching.refresh import Refresh


class Opened(NamedTuple):
    """A session with everything that the commands need: its turns, what is registered, and what the options say."""

    workspace: Workspace
    id: str
    units: tuple[Unit, ...]
    options: Options

    @property
    def messages(self) -> int:
        """How many messages its history has."""
        return self.units[-1].last if self.units else 0

    @property
    def round(self) -> int | None:
        """The number of its last turn; None where no history is kept."""
        return self.units[-1].number if self.units and self.units[-1].number else None


def open_session(call: Call, given: Mapping[str, Any], *, make: bool = False) -> Opened:
    """The session that a call is about; what is wrong with its files and settings is noted."""
    workspace = call.workspace(at=given.get("at"))
    session_id = choose_session(call, workspace, given.get("session"), make=make)
    history = SessionStore(workspace.files).load(session_id)
    for problem in (*history.problems, *load_register(workspace.files, session_id).problems):
        call.note(f"{problem.name}:{problem.line}: {problem.message}")
    options, warnings = load_options(workspace.files, workspace.settings)
    for warning in warnings:
        call.note(warning)
    return Opened(workspace, session_id, group_units(history.messages), options)


def brought_up(known: Register, opened: Opened, current_round: int | None) -> Register:
    """The register with the uses in the history counted, at the round that is told or that the history shows."""
    return restating.brought_up(known, opened.units, current_round)


def register_record(call: Call, given: Mapping[str, Any]) -> None:
    """Register information; says what is known of it now."""
    opened = open_session(call, given, make=True)
    wanted, current = _wanted(call, opened, given), given["current_round"]

    def change(known: Register) -> Register:
        known = brought_up(known, opened, current)
        at = opened.workspace.now.isoformat(timespec="seconds")
        known = changes.register(known, wanted, current_round=current, at=at)
        return confirm(observe(known, opened.units), wanted.id.strip(), opened.units)

    began = now_ns()
    known = change_register(opened.workspace.files, opened.id, change)
    record = changes.get_record(known, wanted.id.strip())
    opened.workspace.trace(
        REGISTRATION, began, session=opened.id, kind=record.type, importance=record.importance
    )
    call.emit(
        {"session": opened.id, "round": known.round, "record": record_data(record)},
        registered_lines(record, opened.workspace.language),
    )


def _wanted(call: Call, opened: Opened, given: Mapping[str, Any]) -> changes.Wanted:
    """What is to be registered, with its true origin."""
    is_person = call.is_person()
    origin = given["origin"] or ("user" if is_person else "agent")
    if (origin == "user" or given["confirmed"]) and not is_person:
        call.note("registered as agent, unconfirmed: a person's word counts only at their own terminal")
        origin = "agent" if origin == "user" else origin
    if origin == "agent" and is_taken(given["content"], opened.units):
        call.note(
            "registered as tool: its words stand in what a tool gave or somebody pasted, not in the user's own"
        )
        origin = "tool"
    if (given["position"] is None) != (given["total"] is None):
        raise UsageError("--position and --total go together")
    return changes.Wanted(
        given["record_id"],
        given["kind"],
        given["content"],
        origin,
        given["position"],
        given["total"],
        confirmed=bool(given["confirmed"]) and is_person,
        supersedes=given["supersedes"],
    )


def reference_record(call: Call, given: Mapping[str, Any]) -> None:
    """Count a use; says what is known of the record now."""
    opened = open_session(call, given)

    def change(known: Register) -> Register:
        known = brought_up(known, opened, given["current_round"])
        return changes.reference(known, given["record_id"], current_round=given["current_round"])

    known = change_register(opened.workspace.files, opened.id, change)
    record = changes.get_record(known, given["record_id"])
    call.emit(
        {"session": opened.id, "round": known.round, "record": record_data(record)},
        registered_lines(record, opened.workspace.language),
    )


def show_decay(call: Call, given: Mapping[str, Any]) -> None:
    """Report what fades and what stands at a risky place."""
    opened = open_session(call, given)
    known = _counted(opened, given)
    current = known.round
    if current is None:
        raise UsageError("it is not known which round it is", hint="--current-round N, or keep the history")
    options = opened.options
    limits = Thresholds(options.decay.rounds, options.decay.high_rounds)
    began = now_ns()
    found = find_decayed(known.records, current, limits) if options.decay.enabled else ()
    opened.workspace.trace(DECAY, began, session=opened.id, decayed=len(found), records=len(known.records))
    places = find_risky(known.records, options) if options.position.enabled else ()
    if not options.decay.enabled:
        call.note("session.decay.enabled is off: decay is not looked for")
    data = {
        "session": opened.id,
        "round": current,
        "decayed": [
            {**record_data(one.record), "rounds_since_reference": one.rounds, "recommendation": one.advice}
            for one in found
        ],
        "positions": [{"id": one.record.id, **one.position._asdict()} for one in places],
    }
    call.emit(data, decay_lines(current, found, places, opened.workspace.language))


def refresh_records(call: Call, given: Mapping[str, Any]) -> None:
    """Print the block that restates what is named, or all that is due, and remember that it was restated."""
    opened = open_session(call, given)
    done = restate(opened, given["record_ids"], given["current_round"])
    for left in done.left_out:
        call.note(f"{left.record_id}: not restated: {left.reason}")
    if not done.text and not done.left_out:
        call.note("nothing is due")
    call.emit(refresh_data(opened.id, done), done.text)


def restate(opened: Opened, names: tuple[str, ...], current_round: int | None) -> Refresh:
    """Restate these records (else all that is due) and keep a trace of it."""
    began = now_ns()
    done = restating.restate(
        opened.workspace.files,
        opened.id,
        opened.units,
        names=names,
        thresholds=Thresholds(opened.options.decay.rounds, opened.options.decay.high_rounds),
        current_round=current_round,
        language=opened.workspace.language,
        at=opened.workspace.now.isoformat(timespec="seconds"),
    )
    trace_refresh(opened, began, done)
    return done


def trace_refresh(opened: Opened, began: int, refresh: Refresh) -> None:
    """Keep a trace of a block that was handed out; none of an empty one."""
    if refresh.text:
        opened.workspace.trace(
            REFRESH, began, session=opened.id, records=len(refresh.ids), tokens=refresh.tokens
        )


def show_position(call: Call, given: Mapping[str, Any]) -> None:
    """Say how a place is; what stands at a risky one is restated where the options say so."""
    opened = open_session(call, given, make=False) if given["record_id"] else None
    workspace = opened.workspace if opened is not None else call.workspace(at=given["at"])
    options = opened.options if opened is not None else load_options(workspace.files, workspace.settings)[0]
    found = check_position(
        given["position"], given["total"], window=given["window"], zone=options.position.zone
    )
    done = None
    if opened is not None:
        name = given["record_id"]
        change_register(
            workspace.files,
            opened.id,
            lambda known: changes.place(
                brought_up(known, opened, given["current_round"]),
                name,
                position=given["position"],
                total=given["total"],
            ),
        )
        if found.is_at_risk and options.position.enabled and options.position.auto_relocate:
            done = restate(opened, (name,), given["current_round"])
    data = {
        "id": given["record_id"] or None,
        **found._asdict(),
        "refresh": refresh_data(opened.id, done) if opened is not None and done is not None else None,
    }
    call.emit(data, position_lines(given["record_id"], found, done, workspace.language))


def _counted(opened: Opened, given: Mapping[str, Any]) -> Register:
    """The register with all uses counted, kept so if that changed anything."""
    files, told = opened.workspace.files, given["current_round"]
    known = load_register(files, opened.id)
    after = brought_up(known, opened, told)
    if after == known or not known.records:
        return after
    return change_register(files, opened.id, lambda fresh: brought_up(fresh, opened, told))
