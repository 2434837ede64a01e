"""Notes for all turns of a check that are to be compressed: one call of the writer, one second call, and what becomes of each."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ModelError
from daykeep.triage.checks.source import Source, read_source
from daykeep.triage.model import ARCHIVE, COMPRESS, KEEP
from daykeep.triage.notes.repair import FAULTS, Repaired, extract, try_draft
from daykeep.triage.notes.request import make_request

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.triage.checks.check import Verdict
    from daykeep.triage.protocols import NoteRequest, NoteWriter

KEEP_UNITS, ABORT = "keep_units", "abort"
MAX_NOTES = 200
"""A note of the turn's own sentences takes some milliseconds: more than these wait for the next check, or are stored."""


class NoteJob(NamedTuple):
    """One turn that is to become a note.

    ``later`` are the forms of values that turns after it use again, ``asked_before`` is what the agent asked right before it.
    """

    unit: Unit
    later: frozenset[str] = frozenset()
    asked_before: str = ""


class NoteRules(NamedTuple):
    """What becomes of turns for which there is no note.

    With ``keep_units`` a writer that fails leaves its turns as they are (stored, where ``may_archive``) and the other
    changes of the check stand; with ``abort`` the whole check changes nothing. No more than ``max_notes`` are written in one check.
    ``instructions`` are the user's wishes, for a writer that can read them.
    """

    on_writer_failure: str = KEEP_UNITS
    may_archive: bool = True
    max_notes: int = MAX_NOTES
    instructions: str = ""


class Outcome(NamedTuple):
    """What becomes of one turn: a note in its place, the store, or nothing; and why. ``covers`` is as in `Edit`."""

    unit_id: str
    action: str
    note: str
    reason: str
    verdict: Verdict | None = None
    covers: str = ""

    @property
    def validation(self) -> dict[str, Any]:
        """The verdict as it stands in the log."""
        if self.verdict is None:
            return {}
        found = self.verdict
        return {
            "must": list(found.must), "found": list(found.found), "missing": list(found.missing), "new_facts": list(found.new_facts),
            "polarity_ok": found.polarity_ok, "repairs": found.repairs, "failed": list(found.failed),
        }  # fmt: skip


class NotePlan(NamedTuple):
    """What becomes of every turn, by its id; ``fault`` is why the writer failed, ``aborted`` whether the check must change nothing."""

    outcomes: Mapping[str, Outcome]
    fault: str = ""
    aborted: bool = False


def write_notes(
    jobs: Sequence[NoteJob],
    writer: NoteWriter | None = None,
    rules: NoteRules = NoteRules(),  # noqa: B008 - it never changes
) -> NotePlan:
    """A note, the store or nothing for each turn; without a writer the notes are made of the turns' own sentences.

    The writer is called once for all, and once more for those whose draft failed the check, with what was wrong. A draft
    that fails again gives way to a note of the turn's own sentences, then to the store, then the turn stays. Nothing that
    holds a note is ever summarised: only turns of the history come here. Raises nothing that a writer or a check raises.
    """
    ready = {job.unit.id: _read(job) for job in jobs[: rules.max_notes]}
    outcomes = {job.unit.id: _given_up(job.unit.id, "enough notes in one check", rules) for job in jobs}
    sources = {unit_id: source for unit_id, source in ready.items() if source is not None}
    outcomes |= {
        unit_id: Outcome(unit_id, KEEP, "", "it could not be read")
        for unit_id, source in ready.items()
        if source is None
    }
    fault = ""
    repaired: dict[str, Repaired] = {}
    if writer is not None and sources:
        repaired, fault = _ask(writer, sources, rules.instructions)
        if fault and rules.on_writer_failure == ABORT:
            kept = {unit_id: Outcome(unit_id, KEEP, "", fault) for unit_id in outcomes}
            return NotePlan(MappingProxyType(kept), fault, aborted=True)
    for unit_id, source in sources.items():
        outcomes[unit_id] = _outcome(unit_id, source, repaired.get(unit_id), rules, fault)
    return NotePlan(MappingProxyType(outcomes), fault)


def _read(job: NoteJob) -> Source | None:
    try:
        return read_source(job.unit.parts, later=job.later, asked_before=job.asked_before)
    except FAULTS:
        return None


def _ask(
    writer: NoteWriter, sources: Mapping[str, Source], instructions: str
) -> tuple[dict[str, Repaired], str]:
    """The drafts that passed, those that failed twice with their verdict, and why the writer failed."""
    tried: dict[str, Repaired] = {}
    for repairs in (0, 1):
        wanted = [
            make_request(unit_id, source, _failed(tried.get(unit_id)))._replace(instructions=instructions)
            for unit_id, source in sources.items()
            if not (unit_id in tried and tried[unit_id].note)
        ]
        if not wanted:
            break
        drafts, fault = write_drafts(writer, wanted)
        if fault:
            return (tried, fault) if repairs else ({}, fault)
        for unit_id, text in drafts.items():
            if unit_id in sources:
                tried[unit_id] = _checked(sources[unit_id], text, repairs)
    return tried, ""


def _failed(tried: Repaired | None) -> tuple[str, ...]:
    return tried.verdict.failed if tried is not None and tried.verdict is not None else ()


def write_drafts(writer: NoteWriter, requests: Iterable[NoteRequest]) -> tuple[dict[str, str], str]:
    """The text of each draft by its unit, and why the writer failed, "" if it didn't; raises nothing that a writer raises."""
    try:
        drafts = writer.write(list(requests))
        return {one.unit_id: one.note for one in drafts if isinstance(one.note, str)}, ""
    except ModelError as error:
        return {}, f"the writer failed: {error}"
    except FAULTS as error:
        return {}, f"the writer failed: {type(error).__name__}"


def _checked(source: Source, text: str, repairs: int) -> Repaired:
    try:
        return try_draft(source, text, repairs)
    except FAULTS:
        return Repaired("", "", None)


def _outcome(unit_id: str, source: Source, tried: Repaired | None, rules: NoteRules, fault: str) -> Outcome:
    if tried is not None and tried.note:
        return Outcome(unit_id, COMPRESS, tried.note, tried.how, tried.verdict)
    if fault:
        return _given_up(unit_id, fault, rules)
    try:
        own = extract(source, repairs=0 if tried is None else 2)
    except FAULTS as error:
        return Outcome(unit_id, KEEP, "", f"the check broke: {type(error).__name__}")
    if own.note:
        return Outcome(unit_id, COMPRESS, own.note, own.how, own.verdict)
    verdict = tried.verdict if tried is not None else own.verdict
    wrong = "; ".join(verdict.failed[:3]) if verdict is not None else "its own sentences don't fit"
    return _given_up(unit_id, f"no valid note: {wrong}", rules)._replace(verdict=verdict)


def _given_up(unit_id: str, reason: str, rules: NoteRules) -> Outcome:
    return Outcome(unit_id, ARCHIVE if rules.may_archive else KEEP, "", reason)
