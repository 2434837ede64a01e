"""Compresses the items of a conversation by category and priority, towards a ratio that is a goal and no order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.model import AGENT, CALL, PERSON, RESULT, TEXT, TOOL, Part
from daykeep.text.tokens import count_tokens
from daykeep.triage.checks.check import NO_SHAPE, check_rewrite
from daykeep.triage.checks.source import Source, read_source
from daykeep.triage.compress.category import CODE, CONVERSATION, DECISION, ERROR, Category, category_of
from daykeep.triage.compress.lines import compress_error
from daykeep.triage.compress.masks import by_category
from daykeep.triage.ledger.statements import cut_sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.session.units.model import Unit

PRIORITIES: dict[str, int] = {DECISION: 100, ERROR: 90, CODE: 70, CONVERSATION: 50}
"""What is kept first; every other category counts as conversation."""
RECENT, IMPORTANT, SUCCESS = 20, 30, 10
"""What an item gains by being recent, marked as important, or a success."""
DEFAULT_RATIO = 0.3
_TIGHTEST = 0.1
_CHARS_PER_TOKEN = 4
_COUNTED = re.compile(
    r"^\d+ lines$|^… \d+ more$|^\d+ × |(?<=: )\d+ lines$|\+\d+ -\d+(?= in |$)|(?<=: )\d+ of (?=\{)|(?<=: )\d+ values|, \d+ unlike the others"
    r"|^resolved: (?:yes|no)$|^(?:first|last|error): ",
    re.MULTILINE,
)
"""What a compression counts itself: no fact of its source, and so not looked at by the check."""


class Item(NamedTuple):
    """One piece of a conversation: its text, what kind it is ("" to be told by its form) and what raises its priority.

    ``actor`` is who said it. ``path`` is the file that code is of; ``fix`` what mended an error and ``resolved`` whether it
    is mended, None if nobody said.
    """

    id: str
    text: str
    category: str = ""
    actor: str = AGENT
    is_recent: bool = False
    is_important: bool = False
    is_success: bool = False
    path: str = ""
    fix: str = ""
    resolved: bool | None = None


class Made(NamedTuple):
    """What became of one item: its text now, ``whole`` if nothing was taken from it, and why it stayed whole."""

    id: str
    category: str
    priority: int
    text: str
    tokens_before: int
    tokens_after: int
    whole: bool
    reason: str = ""


class Report(NamedTuple):
    """All items in their order, what they cost before and after, and whether the goal was reached."""

    items: tuple[Made, ...]
    tokens_before: int
    tokens_after: int
    target_tokens: int

    @property
    def ratio(self) -> float:
        """What is left, of what there was; 1 for nothing."""
        return self.tokens_after / self.tokens_before if self.tokens_before else 1.0

    @property
    def reached(self) -> bool:
        """Whether the goal was reached; if not, the rest are decisions and details that had to stay."""
        return self.tokens_after <= self.target_tokens


def compress_items(
    items: Sequence[Item], target_ratio: float = DEFAULT_RATIO, *, count: Callable[[str], int] = count_tokens
) -> Report:
    """Compress items until they cost ``target_ratio`` of what they did, those of the lowest priority first and hardest.

    No item is ever dropped and no decision touched. A compression is taken only if it costs less and the check of rewrites
    passes (see `check_rewrite`): no detail that must stay is missing, none is new, nothing is turned round. So the goal may
    be missed; the report says so. The same items give the same report.
    """
    before = [count(item.text or "") for item in items]
    target = int(sum(before) * max(0.0, min(1.0, target_ratio)))
    kinds = [_category(item) for item in items]
    ranks = [priority_of(item, kind) for item, kind in zip(items, kinds, strict=True)]
    made = [
        Made(item.id, kind, rank, item.text or "", cost, cost, whole=True)
        for item, kind, rank, cost in zip(items, kinds, ranks, before, strict=True)
    ]
    total = sum(before)
    order = sorted(range(len(items)), key=lambda place: (ranks[place], place))
    for place in order:
        if total <= target:
            break
        surplus = total - target
        share = max(_TIGHTEST, 1 - surplus / max(1, before[place]))
        made[place] = _compressed(items[place], made[place], share, count)
        total += made[place].tokens_after - before[place]
    return Report(tuple(made), sum(before), total, target)


def priority_of(item: Item, category: str = "") -> int:
    """How early an item has room: by its category, and what raises it.

    >>> priority_of(Item("1", "x", "error", is_recent=True)), priority_of(Item("2", "x", "listing"))
    (110, 50)
    """
    base = PRIORITIES.get(category or item.category, PRIORITIES[CONVERSATION])
    return base + RECENT * item.is_recent + IMPORTANT * item.is_important + SUCCESS * item.is_success


def items_of(units: Sequence[Unit], *, recent_units: int = 4) -> list[Item]:
    """The items of a conversation's turns, in order; those of the newest turns are recent. Thinking and media are none."""
    first_recent = max(0, len(units) - recent_units)
    return [
        Item(
            f"{unit.id}.{number}",
            part.text,
            _category_of_part(part),
            part.actor,
            is_recent=place >= first_recent,
            is_success=part.kind == RESULT and not part.is_error,
        )
        for place, unit in enumerate(units)
        for number, part in enumerate(unit.parts, start=1)
        if part.kind in (TEXT, CALL, RESULT)
    ]


def _category_of_part(part: Part) -> Category:
    if part.kind == TEXT and part.actor == PERSON:
        return DECISION if _decides(part.text) else CONVERSATION
    return category_of(part.text, is_error=part.is_error)


def _category(item: Item) -> str:
    if item.category:
        return item.category
    if item.actor == PERSON and _decides(item.text or ""):
        return DECISION
    return category_of(item.text or "")


def _decides(text: str) -> bool:
    return any(sentence.is_statement for sentence in cut_sentences(text))


def _compressed(item: Item, made: Made, share: float, count: Callable[[str], int]) -> Made:
    """The item compressed as far as it may be: the harder form if its check passes, else a softer one, else as it is."""
    if made.category == DECISION:
        return made._replace(reason="decisions stay word for word")
    reason = "nothing to take away"
    for part in (share, (1 + share) / 2):
        limit = max(_CHARS_PER_TOKEN, int(len(item.text) * part))
        text = _shortened(item, made.category, limit)
        cost = count(text)
        if not text or cost >= made.tokens_before:
            continue
        verdict = check_rewrite(_source(item), _COUNTED.sub(" ", text), shape=NO_SHAPE)
        if verdict.ok:
            return made._replace(text=text, tokens_after=cost, whole=False)
        reason = verdict.failed[0]
    return made._replace(reason=reason)


def _source(item: Item) -> Source:
    kind = RESULT if item.actor == TOOL else TEXT
    return read_source((Part(item.actor, kind, f"{item.text}\n{item.fix}", 1),))


def _shortened(item: Item, category: str, limit: int) -> str:
    if category == ERROR:
        return compress_error(item.text, limit, fix=item.fix, resolved=item.resolved)
    kind: Category = category_of(item.text) if category not in PRIORITIES else category  # type: ignore[assignment]
    return by_category(kind, item.text, limit, path=item.path)
