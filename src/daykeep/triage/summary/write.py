"""Writes the summary of many turns, and checks it: a model's draft, completed or written again, else the turns' own sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import CALL, RESULT, TEXT
from daykeep.triage.checks.check import check_rewrite
from daykeep.triage.checks.shape import MAX_SHARE, Shape
from daykeep.triage.checks.source import read_source
from daykeep.triage.notes.plan import write_drafts
from daykeep.triage.notes.repair import AS_WRITTEN, COMPLETED, EXTRACTED, FAULTS, REWRITTEN, with_details
from daykeep.triage.notes.request import render_source
from daykeep.triage.protocols import NoteRequest
from daykeep.triage.summary.extractive import SENTENCE_CHARS, extract_summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.session.units.model import Part, Unit
    from daykeep.triage.checks.check import Verdict
    from daykeep.triage.checks.source import Source
    from daykeep.triage.protocols import NoteWriter

SOURCE_CHARS = 60_000
"""What a writer is shown of all turns together; longer parts lose their middle, the list of what must be named doesn't."""
SHAPE = Shape(10_000, MAX_SHARE)
"""As many sentences as it needs, at most half of what it stands for; and no orders to its reader, as in any note."""
MOST_DETAILS = 1_000
_ROOM = (
    {TEXT: SOURCE_CHARS, CALL: SOURCE_CHARS, RESULT: SOURCE_CHARS},
    {TEXT: 4_000, CALL: 200, RESULT: 200},
    {TEXT: 2_000, CALL: 100, RESULT: 0},
    {TEXT: 400, CALL: 0, RESULT: 0},
)
"""What is shown at most of a part of each kind, from ample to scarce; 0 leaves the kind out."""


class Summary(NamedTuple):
    """What stands for the turns ``unit_ids``; ``text`` is "" where nothing may, then ``fault`` says why, and ``is_failure`` whether something broke.

    ``how`` is how it came about, ``left`` says of each turn that stays in the view why. ``verdict`` is that of the text, or of the last try.
    """

    text: str
    unit_ids: tuple[str, ...]
    how: str
    left: Mapping[str, str]
    verdict: Verdict | None
    fault: str = ""
    is_failure: bool = False


def write_summary(
    units: Sequence[Unit],
    writer: NoteWriter | None = None,
    *,
    instructions: str = "",
    later: Mapping[str, frozenset[str]] | None = None,
    asked_before: Mapping[str, str] | None = None,
) -> Summary:
    """One text for these turns of the history.

    A draft that lacks details gets a line with them; one that says something else is written again, once, with what was wrong. A writer that
    fails changes nothing, and nothing that it says of its failure is a summary. A draft that fails twice gives way to the turns' own sentences;
    a turn of which these can't say all that must stand, stays. Raises nothing that a writer or a check raises.
    """
    later, asked = later or {}, asked_before or {}
    try:
        if writer is not None and units:
            parts = [part for unit in units for part in unit.parts]
            after = frozenset(mark for marks in later.values() for mark in marks)
            source = read_source(parts, later=after, asked_before=asked.get(units[0].id, ""))
            found = _ask(writer, units, source, instructions)
            if found.text or found.fault:
                return found
        return _own(units, later, asked)
    except FAULTS as error:
        return _none(f"the check broke: {type(error).__name__}")._replace(is_failure=True)


def _none(fault: str, verdict: Verdict | None = None) -> Summary:
    return Summary("", (), "", {}, verdict, fault)


def _ask(writer: NoteWriter, units: Sequence[Unit], source: Source, instructions: str) -> Summary:
    """The writer's summary if it passes; without text and fault if the turns' own sentences have to do."""
    name = units[0].id
    must = tuple(one.text for one in source.details.must)
    request = NoteRequest(name, _shown(source.parts), must, (), instructions, is_summary=True)
    verdict: Verdict | None = None
    for repairs in (0, 1):
        failed = verdict.failed if verdict else ()
        drafts, fault = write_drafts(writer, [request._replace(failed=failed)])
        if fault:
            return _none(fault, verdict)._replace(is_failure=True)
        text, how, verdict = _checked(source, drafts.get(name, ""), repairs)
        if text:
            return Summary(text, tuple(unit.id for unit in units), how, {}, verdict)
    return _none("", verdict)


def _shown(parts: Sequence[Part]) -> str:
    """The parts as a writer is shown them: what people and agents said first; of results, then of calls, less where there is no room."""
    said = ""
    for limits in _ROOM:
        said = render_source(
            [_shorter(part, limits[part.kind]) for part in parts if limits.get(part.kind)], SOURCE_CHARS
        )
        if len(said) <= SOURCE_CHARS:
            break
    return said


def _shorter(part: Part, limit: int) -> Part:
    if len(part.text) <= limit:
        return part
    return part._replace(text=f"{part.text[: limit // 2]} … {part.text[-(limit // 2) :]}")


def _checked(source: Source, draft: str, repairs: int) -> tuple[str, str, Verdict]:
    """The draft if it passes, with a line of what it lacks if it passes then, and how that came about."""
    text = "\n".join(line.rstrip() for line in draft.strip().splitlines())
    verdict = check_rewrite(source, text, shape=SHAPE)._replace(repairs=repairs)
    if verdict.ok:
        return text, REWRITTEN if repairs else AS_WRITTEN, verdict
    if verdict.missing and len(verdict.failed) == len(verdict.missing):
        whole = with_details(source, text, verdict, most=MOST_DETAILS, sentence_chars=SENTENCE_CHARS)
        again = check_rewrite(source, whole, shape=SHAPE)._replace(repairs=repairs + 1)
        if whole and again.ok:
            return whole, COMPLETED, again
    return "", "", verdict


def _own(units: Sequence[Unit], later: Mapping[str, frozenset[str]], asked: Mapping[str, str]) -> Summary:
    """The summary that needs no writer."""
    sources = {
        unit.id: read_source(
            unit.parts, later=later.get(unit.id, frozenset()), asked_before=asked.get(unit.id, "")
        )
        for unit in units
    }
    found = extract_summary(sources, SHAPE)
    if not found.text:
        failed = found.verdict.failed if found.verdict else tuple(found.left.values())
        wrong = next(iter(failed), "nothing in them has to be said")
        return _none(f"these turns stay as they are: {wrong}", found.verdict)._replace(left=found.left)
    held = tuple(unit.id for unit in units if unit.id not in found.left)
    return Summary(found.text, held, EXTRACTED, found.left, found.verdict)
