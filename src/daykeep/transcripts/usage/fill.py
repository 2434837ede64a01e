"""How full a conversation's context is: what its provider said last and what came since, else what its messages count to."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import DEVELOPER, KEPT, SUMMARY, SYSTEM, USER
from daykeep.transcripts.usage.readings import Reading, last_comparable, read_readings
from daykeep.transcripts.usage.weigh import weigh_message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.transcripts.messages.model import Message

GIVEN, USAGE, COUNTED = "given", "usage", "counted"
STRIKE = 0.9
"""A reading after a compaction above this share of the one before shows that compacting did not help."""


_RIGHT_ONCE = frozenset({"", "void"})
"""Codes of readings that were right when they were made."""
_LEARNS, _SMALLEST_GROWTH = 0.2, 200
"""How much one growth moves the calibration, and the tokens below which it is too small to tell."""


class Fill(NamedTuple):
    """How full it is, and what that rests on.

    ``source`` is ``given`` (a person's number), ``usage`` (the provider's last comparable reading, and ``tail`` counted
    behind it) or ``counted``. ``live`` are the numbers of the messages that the model still reads, from 1, ``weights``
    their tokens. ``overhead`` is what stands before the messages (system prompt, tools), as far as a reading shows it,
    else None. ``strikes`` counts compactions in a row, up to now, that did not help. ``calibration`` is what the growth
    between readings was for one counted token; what is counted beside them is multiplied with it.
    """

    tokens: int
    source: str
    counted: int
    tail: int
    overhead: int | None
    live: tuple[int, ...]
    weights: tuple[int, ...]
    readings: tuple[Reading, ...]
    strikes: int = 0
    calibration: float = 1.0

    @property
    def reading(self) -> Reading | None:
        """The reading that it rests on, None where it was counted."""
        return last_comparable(self.readings) if self.source == USAGE else None


def measure(
    messages: Sequence[Message],
    *,
    count: Callable[[str], int],
    window: int | None = None,
    tokens: int | None = None,
    given_overhead: int = 0,
) -> Fill:
    """How full the context of these messages is; ``tokens`` is a number that is known better.

    ``given_overhead`` is what a request holds beside its messages, where that was seen.
    """
    weights = [weigh_message(message, count) for message in messages]
    by_id = {id(message): weight for message, weight in zip(messages, weights, strict=True)}
    readings = read_readings(messages, count=lambda message: by_id[id(message)], window=window)
    live = live_messages(messages)
    usable = [one for one in readings if one.code in _RIGHT_ONCE]
    overhead = _overhead(messages, usable, weights, given_overhead)
    ratio = _calibration(usable, weights)
    counted = round(ratio * sum(weights[number - 1] for number in live)) + (overhead or 0)
    last = last_comparable(readings)
    if tokens is not None:
        source, total, tail = GIVEN, tokens, 0
    elif last is not None:
        tail = round(ratio * sum(weights[number - 1] for number in live if number > last.message))
        source, total = USAGE, last.tokens + tail
    else:
        source, total, tail = COUNTED, counted, 0
    own = tuple(weights[number - 1] for number in live)
    strikes = _strikes(messages, usable)
    return Fill(total, source, counted, tail, overhead, live, own, tuple(readings), strikes, ratio)


def live_messages(messages: Sequence[Message]) -> tuple[int, ...]:
    """The numbers, from 1, of the messages that the model still reads: those of a system, the last summary and what is behind it."""
    start = max((number for number, one in enumerate(messages, 1) if one.mark == SUMMARY), default=1)
    return tuple(
        number
        for number, one in enumerate(messages, 1)
        if number >= start or one.mark == KEPT or one.role in {SYSTEM, DEVELOPER}
    )


def last_turn(messages: Sequence[Message]) -> int:
    """The number of the message with which the last turn of a person begins; 1 if there is none."""
    for number in range(len(messages), 0, -1):
        message = messages[number - 1]
        if message.role == USER and any(block.kind != "tool_result" for block in message.blocks):
            return number
    return 1


def _overhead(
    messages: Sequence[Message], usable: Sequence[Reading], weights: Sequence[int], given: int
) -> int | None:
    """The first reading holds what stands before the messages too; what a request shows beside them counts at least."""
    if not usable:
        return given or None
    first = usable[0]
    before = live_messages(messages[: first.message])
    return max(given, first.tokens - sum(weights[number - 1] for number in before))


def _calibration(usable: Sequence[Reading], weights: Sequence[int]) -> float:
    """A moving average over the growth from each reading to the next, held within half and double."""
    ratio = 1.0
    for before, after in pairwise(usable):
        counted, said = sum(weights[before.message : after.message]), after.tokens - before.tokens
        if counted >= _SMALLEST_GROWTH and said > 0:
            ratio += _LEARNS * (min(max(said / counted, 0.5), 2.0) - ratio)
    return ratio


def _strikes(messages: Sequence[Message], usable: Sequence[Reading]) -> int:
    """How many compactions in a row, the last one included, left nine tenths of what was there."""
    strikes = 0
    for number, message in enumerate(messages, 1):
        if message.mark != SUMMARY:
            continue
        before = [one for one in usable if one.message < number]
        after = [one for one in usable if one.message > number]
        if before and after:
            strikes = strikes + 1 if after[0].tokens >= STRIKE * before[-1].tokens else 0
    return strikes
