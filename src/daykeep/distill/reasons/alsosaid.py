"""What a run found said again in other words, for the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.distill.outcomes import ADDED, DUPLICATE, PROPOSED
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.sources import hash_line, hash_source
from daykeep.memory.wordings import Wording
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from daykeep.distill.outcomes import Outcome
    from daykeep.memory.items import Item, ItemLine
    from daykeep.memory.sources import SourceRecord


def find_other_wordings(
    outcomes: Sequence[Outcome], records: Sequence[SourceRecord], *, now: datetime
) -> Iterator[Wording]:
    """The items that were left because something says the same in other words: memory, what waits, or one of this run.

    The same words again are none.
    """
    kept = {
        "\n".join(one.item.texts): one.item.item_id for one in outcomes if one.status in {ADDED, PROPOSED}
    }
    owners = {record.line: record.item for record in records}
    stamp = now.isoformat(timespec="seconds")
    for outcome in outcomes:
        if outcome.status != DUPLICATE or not outcome.repeats:
            continue
        lines = _hashes(outcome.repeats.split("\n"))
        said = _hashes(outcome.item.texts)
        run = _run(outcome.item)
        if not lines or not run or set(said) <= set(lines):
            continue
        item = kept.get(outcome.repeats) or next((owners[line] for line in lines if line in owners), "")
        yield Wording(
            lines=lines,
            item=item,
            said=said,
            name=mask_secrets(outcome.item.name)[0],
            first=run[0].number,
            last=run[-1].number,
            sha8=hash_source([line.source for line in run]),
            day=outcome.item.day.isoformat(),
            origin=outcome.item.origin,
            at=stamp,
        )


def _hashes(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hash_line(text) for text in texts if normalise_line(text)))


def _run(item: Item) -> list[ItemLine]:
    """The first lines of an item that stand one below the other."""
    run: list[ItemLine] = []
    for line in item.lines:
        if line.text is None or not normalise_line(line.text):
            continue
        if run and line.number != run[-1].number + 1:
            break
        run.append(line)
    return run
