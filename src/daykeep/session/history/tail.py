"""The end of a history, remembered as digests: so that what is new can be told without reading the history. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.history.growth import Added, key_of
from daykeep.session.history.records import Growth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.transcripts.messages.model import Message


class Held(NamedTuple):
    """A message that a history holds: its id, a digest of its role and blocks, and how many blocks it has."""

    id: str
    sha: str
    blocks: int


class Tail(NamedTuple):
    """The last messages of a history, from number ``first`` on, and how many bytes its file had when they were the last."""

    first: int
    held: tuple[Held, ...]
    bytes: int

    @property
    def last(self) -> int:
        """The number of the history's last message."""
        return self.first + len(self.held) - 1


def held_of(message: Message) -> Held:
    """What is remembered of a message."""
    return Held(*key_of(message), len(message.blocks))


def dump_tail(tail: Tail) -> dict[str, Any]:
    """The tail as an object for JSON; `load_tail` gives it back."""
    return {"first": tail.first, "bytes": tail.bytes, "held": [list(one) for one in tail.held]}


def load_tail(value: Any) -> Tail | None:
    """The tail that `dump_tail` made an object of; None for anything else."""
    try:
        held = tuple(Held(str(one[0]), str(one[1]), int(one[2])) for one in value["held"])
        return Tail(int(value["first"]), held, int(value["bytes"]))
    except (KeyError, TypeError, ValueError, IndexError):
        return None


def plan_after(tail: Tail, messages: Sequence[Message]) -> Added | None:
    """What of ``messages``, which begin at the tail's first, the history does not hold yet; None where they are not what it holds.

    They must go on from the tail word for word, but that messages in it may have gained blocks. What else has changed is a
    matter for `plan_growth`, with the whole history.
    """
    if len(messages) < len(tail.held):
        return None
    growth: list[Growth] = []
    for number, (held, message) in enumerate(zip(tail.held, messages, strict=False), tail.first):
        if held == held_of(message):
            continue
        before = message._replace(blocks=message.blocks[: held.blocks])
        if len(message.blocks) <= held.blocks or held_of(before) != held:
            return None
        growth.append(Growth(number, message.blocks[held.blocks :], message.usage))
    return Added(tuple(messages[len(tail.held) :]), tuple(growth), len(tail.held) - len(growth))
