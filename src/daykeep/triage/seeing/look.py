"""A look at one turn: everything about it that doesn't depend on the turns around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT
from daykeep.triage.seeing.clipping import clip_both, clip_end
from daykeep.triage.seeing.marks import find_decisions, find_errors, find_marks
from daykeep.triage.talk.message import read_message

if TYPE_CHECKING:
    from daykeep.session.units.model import Part, Unit

USER_CHARS, OUTCOME_CHARS, DETAIL_CHARS = 600, 300, 600
TOOL_LINES = 12
ARGUMENT_CHARS = 80
_SENTENCE_CHARS = 200


class Look(NamedTuple):
    """What one turn shows by itself.

    ``said`` and ``reply`` are all that the person said and the assistant's last text; ``marks`` those of everything. ``calls`` are the
    names and arguments of its calls, ``is_small`` says that the person's message is small talk, ``fingerprint`` is the same for turns in which the same was said and done.
    """

    said: str
    reply: str
    user: str
    outcome: str
    tools: tuple[str, ...]
    details: tuple[str, ...]
    marks: tuple[str, ...]
    calls: tuple[tuple[str, str], ...]
    fingerprint: int
    clipped: bool
    coverage: float
    is_small: bool


def look_at(unit: Unit) -> Look:
    """Look at one turn; linear in its length."""
    parts = unit.parts
    said = unit.said_by(PERSON)
    told = [part.text for part in parts if part.actor == AGENT and part.kind == TEXT]
    reply = told[-1] if told else ""
    user, outcome = clip_both(said, USER_CHARS), clip_end(reply, OUTCOME_CHARS)
    results = {part.id: part for part in parts if part.kind == RESULT}
    calls = [part for part in parts if part.kind == CALL]
    tools = tuple(_tool_line(call, results.get(call.id)) for call in calls[:TOOL_LINES])
    total = sum(len(part.text) for part in parts)
    shown = min(len(said), USER_CHARS) + min(len(reply), OUTCOME_CHARS)
    shown += sum(min(len(call.text), ARGUMENT_CHARS) for call in calls[:TOOL_LINES])
    marks = _marks_of(parts)
    return Look(
        said,
        reply,
        user,
        outcome,
        tools,
        _details(said, parts, marks),
        marks,
        tuple((call.name, call.text) for call in calls),
        hash((said, *told, *(part.text for part in parts if part.kind == RESULT))),
        clipped=shown < total,
        coverage=shown / total if total else 1.0,
        is_small=read_message(said).is_small,
    )


def _marks_of(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """The marks of all that was said and done, what the person said first."""
    found: dict[str, None] = {}
    for wanted in (True, False):
        for part in parts:
            if (part.actor == PERSON) == wanted and part.text:
                found.update(dict.fromkeys(find_marks(part.text)))
    return tuple(found)


def _tool_line(call: Part, result: Part | None) -> str:
    """One call in a line: name, arguments, whether it worked and how much came back."""
    arguments = " ".join(call.text[: 4 * ARGUMENT_CHARS].split())[:ARGUMENT_CHARS]
    if result is None:
        return f"{call.name}({arguments}) -> no result"
    outcome = "error" if result.is_error else "ok"
    return f"{call.name}({arguments}) -> {outcome}, {len(result.text):,} characters"


def _details(said: str, parts: tuple[Part, ...], marks: tuple[str, ...]) -> tuple[str, ...]:
    """What the whole text holds, decisions and errors first, within ``DETAIL_CHARS`` characters."""
    lines = find_decisions(said)
    for part in parts:
        if part.kind == RESULT and (part.is_error or len(lines) < TOOL_LINES):
            lines += find_errors(part.text)
    found: dict[str, None] = {}
    left = DETAIL_CHARS
    for item in (*(line[:_SENTENCE_CHARS] for line in lines), *marks):
        left -= len(item) + 3
        if left < 0:
            break
        found[item] = None
    return tuple(found)
