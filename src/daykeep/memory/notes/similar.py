"""The note that says already what is to be remembered, says it with less detail, or says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.notes.reading import APPLY_LABELS, WHY_LABELS, claims_in, label_span
from daykeep.text.claims import KnownClaims
from daykeep.text.comments import parse_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.memory.notes.note import Note


class Similar(NamedTuple):
    """A note's claim that meets a statement.

    ``relation`` is how the statement stands to it: same, refines or contradicts; ``score`` their overlap (0 to 1).
    ``span`` are its lines in the body (indexes, inclusive), None where only the description says it.
    """

    note: Note
    text: str
    relation: str
    score: float
    reason: str
    span: tuple[int, int] | None


def find_similar(notes: Sequence[Note], rule: str) -> Similar | None:
    """The note whose claim a rule repeats or refines best, else one that it contradicts; the same comparison as distilling."""
    places: dict[str, tuple[Note, str, tuple[int, int] | None]] = {}
    known = KnownClaims()
    for number, note in enumerate(notes):
        claims = claims_in(note.body)
        for index, (first, last, lines) in enumerate(claims):
            key, text = f"{number}:{index}", "\n".join(lines)
            places[key] = (note, text, (first, last))
            known.add(key, text)
        if not claims and note.description:
            places[f"{number}"] = (note, note.description, None)
            known.add(f"{number}", note.description)
    match = known.find("\n".join(line.strip() for line in rule.split("\n") if line.strip()))
    if match is None:
        return None
    note, text, span = places[match.key]
    comparison = match.comparison
    return Similar(note, text, comparison.relation, comparison.score, comparison.reason, span)


def is_all_of(similar: Similar) -> bool:
    """Whether a claim is all that its note states, reasons aside: no other claim, heading or code stands in it."""
    if similar.span is None:
        return False
    body = similar.note.body
    spans = [label_span(body, labels) for labels in (WHY_LABELS, APPLY_LABELS)]
    known = {index for span in spans if span for index in range(*span)}
    known |= set(range(similar.span[0], similar.span[1] + 1))
    return all(
        index in known or not line.strip() or parse_mark(line) is not None for index, line in enumerate(body)
    )
