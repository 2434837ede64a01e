"""Decides, without touching a disk, which items of the logs go to memory, which wait and which are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.extract.classic import extract_classic
from daykeep.distill.outcomes import ADDED, DUPLICATE, HELD, TAKEN_BACK, Omission, Outcome
from daykeep.guard.origin import may_apply
from daykeep.guard.secrets import mask_secrets
from daykeep.memory.items import PROBLEM_FIX
from daykeep.memory.sources import hash_line
from daykeep.text.comments import neutralise
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from daykeep.files.encoding import Document
    from daykeep.memory.items import Item, ItemLine

KNOWN_SHARE = 0.5
"""An item is skipped when more than this share of its lines stands in memory already."""


ITEM_LIMIT_CHARS = 4_000
"""A longer item would fill a third of MEMORY.md's default budget; it waits for a person to choose its lines."""


class Log(NamedTuple):
    """A daily log to read; ``grown`` if an earlier content of it was distilled."""

    name: str
    day: date
    document: Document
    grown: bool


class Plan(NamedTuple):
    """What becomes of every item, oldest first, and which lines were left in the logs."""

    outcomes: list[Outcome]
    omissions: list[Omission]

    @property
    def added(self) -> list[Item]:
        """The items that go to memory."""
        return [outcome.item for outcome in self.outcomes if outcome.status == ADDED]


def plan_distill(logs: Sequence[Log], *, memory: Sequence[str], tombstones: Mapping[str, str]) -> Plan:
    """Read the logs and decide about every item; ``memory`` holds the lines of MEMORY.md as they are now.

    An item is known if more than half of its lines are in memory (or came earlier in this plan). From a log that
    has grown since it was read, the lines that are not in memory yet are taken, so that what was added below an
    old lesson is not lost.
    """
    known = {normalise_line(line) for line in memory} - {""}
    outcomes: list[Outcome] = []
    omissions: list[Omission] = []
    for log in logs:
        found = extract_classic(log.name, log.day, log.document.texts)
        omissions.extend(found.omissions)
        for item in found.items:
            clean = _clean(item, omissions)
            outcome = _decide(clean, known=known, tombstones=tombstones, grown=log.grown)
            outcomes.append(outcome)
            if outcome.status == ADDED:
                known.update(normalise_line(text) for text in outcome.item.texts)
    return Plan(outcomes, omissions)


def _clean(item: Item, omissions: list[Omission]) -> Item:
    """The item with secrets masked and daykeep's own marks made harmless, so that it may be stored."""
    lines: list[ItemLine] = []
    for line in item.lines:
        text = line.text
        if text is not None:
            text, secrets = mask_secrets(text)
            omissions.extend(
                Omission(item.name, line.number, f"a secret ({secret.kind}) was masked") for secret in secrets
            )
            text = neutralise(text)
        lines.append(line._replace(text=text))
    title, _ = mask_secrets(item.title)
    return item._replace(lines=tuple(lines), title=neutralise(title))


def _decide(item: Item, *, known: set[str], tombstones: Mapping[str, str], grown: bool) -> Outcome:
    if _share(item, lambda text: hash_line(text) in tombstones) > KNOWN_SHARE:
        return Outcome(item, TAKEN_BACK, "it was taken back before")
    share = _share(item, lambda text: normalise_line(text) in known)
    if share == 1 or (share > KNOWN_SHARE and not grown):
        return Outcome(item, DUPLICATE, f"{share:.0%} of its lines are in memory already")
    size = sum(len(text) for text in item.texts)
    if size > ITEM_LIMIT_CHARS:
        return Outcome(
            item, HELD, f"{size:,} characters are too many to learn at once; write down what matters"
        )
    verdict = may_apply(item.origin, "\n".join(item.texts))
    if not verdict.allowed:
        return Outcome(item, HELD, verdict.reason)
    if item.kind != PROBLEM_FIX:
        item = item._replace(lines=tuple(line for line in item.lines if _is_new(line, known)))
    return Outcome(item, ADDED, item.rule)


def _is_new(line: ItemLine, known: set[str]) -> bool:
    return line.text is not None and normalise_line(line.text) not in known


def _share(item: Item, is_known: Callable[[str], bool]) -> float:
    texts = [text for text in item.texts if normalise_line(text)]
    return sum(1 for text in texts if is_known(text)) / len(texts) if texts else 1.0
