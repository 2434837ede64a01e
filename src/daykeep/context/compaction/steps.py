"""What compacting a conversation would take away, in the order in which it is done, and what it would not touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import (
    DEVELOPER,
    DOCUMENT,
    SUMMARY,
    SYSTEM,
    TOOL_RESULT,
)
from daykeep.transcripts.usage.fill import last_turn
from daykeep.transcripts.usage.weigh import DOCUMENT_TOKENS, IMAGE_TOKENS, images_of, weigh_block

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.transcripts.messages.model import Message
    from daykeep.transcripts.usage.fill import Fill

STRIP_IMAGES, CLEAR_OUTPUTS, SUMMARISE = "strip_images", "clear_tool_outputs", "summarise"
KEPT_OUTPUTS = 3
"""The newest results that are kept: Anthropic's context editing keeps three where nothing else is asked for."""
PLACEHOLDER_TOKENS = 12
"""What stands where a picture or a result stood."""
SUMMARY_TOKENS = 2_000
"""What a summary costs; summaries of long sessions have 1,500 to 4,000 tokens."""


class Step(NamedTuple):
    """One thing that would be done: how many places it changes, from which message to which, and the tokens it frees."""

    action: str
    places: int
    first: int
    last: int
    frees: int


class Range(NamedTuple):
    """A part that could be summarised by itself: ``up_to`` a message, or ``from`` it to the end, both included."""

    kind: str
    first: int
    last: int
    frees: int


class Reducible(NamedTuple):
    """What could go at all: the messages that are not protected, with their weights; and what is protected, in words."""

    numbers: tuple[int, ...]
    weights: tuple[int, ...]
    protected: tuple[str, ...]

    @property
    def frees(self) -> int:
        """The tokens that a summary of all of it gives back."""
        return max(0, sum(self.weights) - SUMMARY_TOKENS)


def find_reducible(messages: Sequence[Message], fill: Fill) -> Reducible:
    """The live messages before the last turn of a person; system messages and that turn are protected."""
    turn = last_turn(messages)
    fixed = [number for number in fill.live if messages[number - 1].role in {SYSTEM, DEVELOPER}]
    able = [
        (number, weight)
        for number, weight in zip(fill.live, fill.weights, strict=True)
        if number < turn and number not in fixed
    ]
    protected = []
    if fill.overhead:
        protected.append(f"what stands before the messages: about {fill.overhead:,} tokens")
    if fixed:
        protected.append(f"{len(fixed)} system message{'s' if len(fixed) > 1 else ''}")
    if messages:
        protected.append(f"the last turn, from message {turn} on")
    return Reducible(
        tuple(number for number, _ in able), tuple(weight for _, weight in able), tuple(protected)
    )


def plan_steps(
    messages: Sequence[Message], reducible: Reducible, *, excess: int, count: Callable[[str], int]
) -> tuple[Step, ...]:
    """The steps until ``excess`` tokens are freed: pictures, then old results of tools, then a summary of all the rest."""
    steps: list[Step] = []
    live = list(reducible.numbers)
    for step in (_images(messages, live), _outputs(messages, live, count)):
        if step is not None and _open(excess, steps) > 0:
            steps.append(step)
    if _open(excess, steps) > 0 and reducible.numbers:
        rest = max(0, reducible.frees - sum(step.frees for step in steps))
        if rest:
            steps.append(Step(SUMMARISE, len(live), live[0], live[-1], rest))
    return tuple(steps)


def plan_ranges(reducible: Reducible, *, excess: int) -> tuple[Range, ...]:
    """The smallest parts whose summary alone frees ``excess``: from the beginning, and up to the end."""
    found = []
    numbered = list(zip(reducible.numbers, reducible.weights, strict=True))
    forward = _enough(numbered, excess)
    if forward:
        found.append(Range("up_to", reducible.numbers[0], *forward))
    backward = _enough(numbered[::-1], excess)
    if backward:
        found.append(Range("from", backward[0], reducible.numbers[-1], backward[1]))
    return tuple(found)


def _open(excess: int, steps: Sequence[Step]) -> int:
    return excess - sum(step.frees for step in steps)


def _enough(numbered: Sequence[tuple[int, int]], excess: int) -> tuple[int, int] | None:
    freed = -SUMMARY_TOKENS
    for number, weight in numbered:
        freed += weight
        if freed >= excess:
            return number, freed
    return None


def _images(messages: Sequence[Message], live: Sequence[int]) -> Step | None:
    found = []
    frees = 0
    for number in live:
        for block in messages[number - 1].blocks:
            pictures, documents = images_of(block), int(block.kind == DOCUMENT and not block.text)
            if pictures or documents:
                found.append(number)
                whole = pictures * IMAGE_TOKENS + documents * DOCUMENT_TOKENS
                frees += max(0, whole - PLACEHOLDER_TOKENS * (pictures + documents))
    return Step(STRIP_IMAGES, len(found), found[0], found[-1], frees) if found else None


def _outputs(messages: Sequence[Message], live: Sequence[int], count: Callable[[str], int]) -> Step | None:
    """Results but for the newest `KEPT_OUTPUTS` of the whole conversation, and those that are small already."""
    results = [
        (number, block)
        for number, message in enumerate(messages, 1)
        for block in message.blocks
        if block.kind == TOOL_RESULT and message.mark != SUMMARY
    ]
    within = set(live)
    old = [
        (number, weigh_block(block, count)) for number, block in results[:-KEPT_OUTPUTS] if number in within
    ]
    large = [(number, weight) for number, weight in old if weight > PLACEHOLDER_TOKENS]
    if not large:
        return None
    frees = sum(weight - PLACEHOLDER_TOKENS for _, weight in large)
    return Step(CLEAR_OUTPUTS, len(large), large[0][0], large[-1][0], frees)
