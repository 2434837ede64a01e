"""The note that says already what is to be remembered, says it with less detail, or says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.notes.reading import claims_in
from daykeep.text.claims import KnownClaims

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
