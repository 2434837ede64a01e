"""Makes the one proposal of a run from what its plan leaves to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.memory.items import FACT, Item, ItemLine
from daykeep.memory.sources import hash_line
from daykeep.review.queue.proposals import ADD, ARCHIVE, SUPERSEDE, Draft, old_line, propose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from daykeep.distill.outcomes import Outcome
    from daykeep.files.encoding import Document
    from daykeep.memory.leaving.suggest import Suggestion
    from daykeep.review.queue.proposals import ProposedItem

ORIGIN = "distill"


def draft_proposal(
    outcomes: Sequence[Outcome],
    suggestions: Sequence[Suggestion],
    *,
    memory: Document | None,
    name: str,
    day: date,
    commit: str | None,
) -> Draft:
    """The proposal of these outcomes, against MEMORY.md as it is now; ``commit`` holds the logs that were read.

    An item that would replace lines of memory shows them; one whose lines are gone meanwhile is to be added.
    ``suggestions`` are lines of a person's own that are to leave for the archive.
    """
    places = {hash_line(text): (number, text) for number, text in reversed(_numbered(memory))}
    items = [_item(outcome, places, commit) for outcome in outcomes]
    items.extend(_archive(suggestion, memory, name, day) for suggestion in suggestions if memory is not None)
    return Draft(ORIGIN, name, memory.sha256 if memory is not None else None, tuple(items))


def _numbered(memory: Document | None) -> list[tuple[int, str]]:
    return list(enumerate(memory.texts, 1)) if memory is not None else []


def _item(outcome: Outcome, places: Mapping[str, tuple[int, str]], commit: str | None) -> ProposedItem:
    hashes = dict.fromkeys(hash_line(text) for text in outcome.old)
    old = [old_line(*places[line]) for line in hashes if line in places]
    repeated = [outcome.repeats] if outcome.repeats else []
    return propose(
        outcome.item,
        reason=outcome.reason,
        action=SUPERSEDE if old else ADD,
        supersedes=old,
        duplicates=repeated,
        commit=commit,
    )


def _archive(suggestion: Suggestion, memory: Document | None, name: str, day: date) -> ProposedItem:
    texts = memory.texts if memory is not None else []
    numbers = range(suggestion.first, min(suggestion.last, len(texts)) + 1)
    lines = tuple(ItemLine(number, texts[number - 1], texts[number - 1]) for number in numbers)
    item = Item(FACT, "", day, name, lines, "user", 0.0, "budget")
    return propose(item, reason=suggestion.reason, action=ARCHIVE)
