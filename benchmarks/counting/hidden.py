"""How far the fill of a conversation is off where the usage of its last answers is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.transcripts.usage.fill import USAGE, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from daykeep.transcripts.messages.model import Message


def hidden_errors(
    messages: Sequence[Message], hidden: int, count: Callable[[str], int], *, first: int = 20
) -> Iterator[float]:
    """The error in percent at each answer whose usage is believed, with its own usage and that of those before it hidden.

    ``hidden`` answers are hidden at a time, and ``first`` more keep theirs before the first error is taken.
    """
    answers = [number for number, message in enumerate(messages) if message.usage]
    for place in range(first + hidden - 1, len(answers)):
        sofar = list(messages[: answers[place] + 1])
        known = measure(sofar, count=count)
        if known.source != USAGE or known.tail:
            continue
        for number in answers[place - hidden + 1 : place + 1]:
            sofar[number] = sofar[number]._replace(usage=None)
        yield 100 * abs(measure(sofar, count=count).tokens / known.tokens - 1)
