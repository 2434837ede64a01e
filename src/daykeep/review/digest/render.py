"""Writes a digest: what waits, in parts that fit a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.items import show_score
from daykeep.review.digest.marks import BAR, VERBS, box_line, harmless, stamp_of
from daykeep.review.queue.proposals import ADD, ARCHIVE, CHANGE, FORGET, SUPERSEDE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from daykeep.review.queue.proposals import Choice, ProposedItem

MOST_CHARS = 4_000
"""Characters of a part: what the messengers with the shortest messages (4,096) take as one, with room to spare."""
HEAD = "daykeep review, part"
"""How every part begins."""

_REASON_CHARS = 200
_FIELD_CHARS = 120
_HOW = (
    "Put an x into one box of each item that you decide: [x]. You may change the text behind a bar. Then, at your "
    "own terminal: daykeep review import FILE"
)
_SAID = {ARCHIVE: "leave for the archive", FORGET: "forget", CHANGE: "change", SUPERSEDE: "replace"}


class Digest(NamedTuple):
    """The texts of the parts, none longer than MOST_CHARS; how many items they hold, and those too long for a part."""

    parts: tuple[str, ...]
    item_count: int
    too_long: tuple[Choice, ...]


def render_digest(choices: Sequence[Choice], *, day: date, memory: str) -> Digest:
    """The digest of these items in their order; ``memory`` is MEMORY.md's name. No part without an item.

    An item whose text does not fit a part is named in it without a box: who has not seen it can't decide about it.
    """
    room = MOST_CHARS - len(_head(999, 999, day)) - len(_foot(999, 999))
    blocks: list[str] = []
    too_long: list[Choice] = []
    for number, choice in enumerate(choices, 1):
        where = f"item {number} of {len(choices)}"
        block = "\n".join([*_item_lines(choice, where, memory), ""])
        if len(block) > room:
            too_long.append(choice)
            block = f"{where}: too long for a message, see: daykeep review show {choice.item.id}\n"
        blocks.append(block)
    groups = _pack(blocks, room)
    parts = [
        f"{_head(n, len(groups), day)}{''.join(group)}{_foot(n, len(groups))}"
        for n, group in enumerate(groups, 1)
    ]
    return Digest(tuple(parts), len(choices) - len(too_long), tuple(too_long))


def _pack(blocks: Sequence[str], room: int) -> list[list[str]]:
    groups: list[list[str]] = []
    left = 0
    for block in blocks:
        if len(block) + 1 > left:
            groups.append([])
            left = room
        groups[-1].append(block if len(groups[-1]) == 0 else f"\n{block}")
        left -= len(groups[-1][-1])
    return groups


def _head(number: int, count: int, day: date) -> str:
    return f"{HEAD} {number} of {count}, {day.isoformat()}\n{_HOW}\n\n"


def _foot(number: int, count: int) -> str:
    return f"\nend of part {number} of {count}\n"


def _item_lines(choice: Choice, where: str, memory: str) -> Iterator[str]:
    proposal, item = choice
    kind = item.kind.replace("_", " and ")
    said = f"{_SAID[item.action]} {kind}" if item.action == SUPERSEDE else _SAID.get(item.action, kind)
    said = kind if item.is_note or item.is_new else said
    about = "" if choice.target == memory else f", in {_field(choice.target)}"
    score = f", score {show_score(item.score)}" if item.action in {ADD, SUPERSEDE} else ""
    yield f"{where}: {said}{about}{score}, origin {_field(item.origin)}, from {_field(_place(item))}"
    yield f"why: {_field(item.reason, _REASON_CHARS)}"
    for old in () if item.is_note else item.supersedes:  # a note stands there as it would be read
        yield f"instead of: {harmless(old.text)}"
    yield from (f"{BAR} {harmless(text)}" for text in item.memory_lines)
    stamp = stamp_of(proposal, item)
    yield from (box_line(verb, item.id, stamp) for verb in VERBS)


def _place(item: ProposedItem) -> str:
    first, last = item.lines[0].number, item.lines[-1].number
    return f"{item.name}:{first}" if first == last else f"{item.name}:{first}-{last}"


def _field(text: str, most: int = _FIELD_CHARS) -> str:
    flat = " ".join(harmless(text).split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
