"""Pieces of one huge turn: cut where no call waits for its result, so that results can be hidden while it runs. Pure.

A coding session may be one person's message and a thousand calls. Its pieces are named by the messages that they hold
(``U7@12-31``), so that a name keeps its meaning whatever size was asked for when they were cut.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.session.units.group import sha_of
from daykeep.session.units.pairs import opens_and_closes
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.model import ASSISTANT, THOUGHTS, TOOL_RESULT
from daykeep.transcripts.usage.weigh import weigh_message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.session.units.model import Unit
    from daykeep.transcripts.messages.model import Message

DEFAULT_TOKENS = 2_000
"""A piece is cut at the first place behind so many tokens."""
_NAME = re.compile(r"(U\d{1,9})@(\d{1,9})-(\d{1,9})")


class Segment(NamedTuple):
    """A piece of a unit: its messages ``first`` to ``last`` of the history, what they cost, and their digest."""

    unit_id: str
    first: int
    last: int
    tokens: int
    sha: str

    @property
    def id(self) -> str:
        """Its name: ``U7@12-31``."""
        return f"{self.unit_id}@{self.first}-{self.last}"


class Span(NamedTuple):
    """What a name of a segment says."""

    unit_id: str
    first: int
    last: int


def parse_segment_id(name: str) -> Span | None:
    """What the name of a segment says; None for the name of a unit, and for anything else.

    >>> parse_segment_id("U7@12-31")
    Span(unit_id='U7', first=12, last=31)
    """
    match = _NAME.fullmatch(name) if "@" in name else None  # most names are those of units
    if match is None or int(match[2]) > int(match[3]):
        return None
    return Span(match[1], int(match[2]), int(match[3]))


def segment_unit(
    unit: Unit,
    *,
    min_tokens: int = DEFAULT_TOKENS,
    count: Callable[[str], int] = count_tokens,
    thinks_on: bool = False,
) -> tuple[Segment, ...]:
    """The pieces of a unit behind the person's words, each of at least ``min_tokens``, in order.

    Cut only where all calls so far are answered; what follows the last such place, and a piece that is smaller yet, is in none. More messages change no
    piece. An irregular unit has none, and neither has one that is open and thinks: what is signed there must stay (unless
    ``thinks_on`` says that the provider drops what no longer fits).
    """
    if unit.irregular or (unit.is_open and has_thinking(unit.messages) and not thinks_on):
        return ()
    found: list[Segment] = []
    waiting: set[str] = set()
    start, tokens = 1, 0
    for place, message in enumerate(unit.messages):
        if not place:
            continue
        opens_and_closes(message, waiting)
        tokens += weigh_message(message, count)
        if waiting or message.role == ASSISTANT or tokens < min_tokens:
            continue
        held = unit.messages[start : place + 1]
        if any(block.kind == TOOL_RESULT for one in held for block in one.blocks):
            found.append(Segment(unit.id, unit.first + start, unit.first + place, tokens, sha_of(held)))
        start, tokens = place + 1, 0
    return tuple(found)


def has_thinking(messages: Sequence[Message]) -> bool:
    """Whether an answer among these thinks, readable or not."""
    return any(block.kind in THOUGHTS for message in messages for block in message.blocks)
