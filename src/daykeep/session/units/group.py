"""A conversation cut into units: each a person's message and everything until the next one. Linear, and pure."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from daykeep.session.units.model import CALL, RESULT, Unit
from daykeep.session.units.pairs import find_irregular, waits
from daykeep.session.units.parts import parts_of
from daykeep.session.units.people import begins_unit
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.model import ASSISTANT
from daykeep.transcripts.usage.weigh import weigh_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from daykeep.session.units.model import Part
    from daykeep.transcripts.messages.model import Message

_ENCODE = json.JSONEncoder(default=dict).encode


def group_units(
    messages: Sequence[Message], *, count: Callable[[str], int] = count_tokens
) -> tuple[Unit, ...]:
    """The units of a conversation, in order; ``U0`` is always there, and empty where a person speaks first.

    The same messages give the same units, and more messages behind them change none but the last.

    >>> group_units(())[0].id
    'U0'
    """
    return _group(messages, first=1, number=0, count=count)


def group_on(
    messages: Sequence[Message], *, first: int, number: int, count: Callable[[str], int] = count_tokens
) -> tuple[Unit, ...]:
    """The units of the end of a conversation, which begins with unit ``number`` at message ``first`` of the history."""
    return _group(messages, first=first, number=number, count=count)


def regroup(
    units: Sequence[Unit], messages: Sequence[Message], *, count: Callable[[str], int] = count_tokens
) -> tuple[Unit, ...]:
    """The units after a history has grown: those whose messages are the same are taken over as they are.

    ``messages`` is the whole history. Gives what `group_units` gives; linear in the number of units, not in what they say.
    """
    kept = 0
    for unit in units[:-1]:
        if unit.messages != tuple(messages[unit.first - 1 : unit.last]):
            break
        kept += 1
    if not units or kept == 0:
        return group_units(messages, count=count)
    last = units[kept]
    if kept == len(units) - 1 and last.messages == tuple(messages[last.first - 1 :]):
        return tuple(units)
    made = _group(messages[last.first - 1 :], first=last.first, number=last.number, count=count)
    if not (made[0].messages and begins_unit(made[0].messages[0])):
        return group_units(messages, count=count)
    return (*units[:kept], *made)


def _group(
    messages: Sequence[Message], *, first: int, number: int, count: Callable[[str], int]
) -> tuple[Unit, ...]:
    starts = [place for place, message in enumerate(messages) if begins_unit(message)]
    if number == 0 or not starts or starts[0] != 0:
        starts.insert(0, 0)
    ends = [*starts[1:], len(messages)]
    last = len(starts) - 1
    return tuple(
        _unit(messages[start:end], first=first + start, number=number + at, is_last=at == last, count=count)
        for at, (start, end) in enumerate(zip(starts, ends, strict=True))
    )


def _unit(
    messages: Sequence[Message], *, first: int, number: int, is_last: bool, count: Callable[[str], int]
) -> Unit:
    held = tuple(messages)
    parts = _named([part for at, message in enumerate(held, first) for part in parts_of(message, at)])
    irregular = find_irregular(held, is_last=is_last)
    answered = not number or any(message.role == ASSISTANT and message.blocks for message in held)
    is_open = not answered or (is_last and bool(number) and waits(held))
    return Unit(number, first, held, parts, weigh_together(held, count), is_open, irregular, sha_of(held))


def _named(parts: list[Part]) -> tuple[Part, ...]:
    """The parts with the tool's name in results too, where it stands only in the call."""
    names = {part.id: part.name for part in parts if part.kind == CALL}
    if names:
        for place, part in enumerate(parts):
            if part.kind == RESULT and not part.name and part.id in names:
                parts[place] = part._replace(name=names[part.id])
    return tuple(parts)


def weigh_together(messages: Sequence[Message], count: Callable[[str], int] = count_tokens) -> int:
    """The tokens of messages. Their texts are counted as one, which is several times faster and a few tokens more or less."""
    texts: list[str] = []

    def gather(text: str) -> int:
        texts.append(text)
        return 0

    around = sum(weigh_message(message, gather) for message in messages)
    return around + count("\n".join(texts))


def sha_of(messages: Iterable[Message]) -> str:
    """Sixteen hexadecimal digits for what messages hold: their roles, marks and blocks as given.

    >>> sha_of(())
    'e3b0c44298fc1c14'
    """
    digest = sha256()
    for message in messages:
        held = (message.role, message.mark, [block.data for block in message.blocks])
        digest.update(_ENCODE(held).encode() + b"\n")
    return digest.hexdigest()[:16]
