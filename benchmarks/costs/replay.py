"""Replays the calls of a recorded session: what each would have read from a cache and written to it under a policy.

A provider's cache holds the prompt of the last call, as long as its time to live has not passed. What a prompt shares
with it from its beginning is read; everything behind the first difference is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from daykeep.text.tokens import count_tokens
from daykeep.transcripts.messages.model import ASSISTANT, KEPT, SUMMARY, Message
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.usage.usage import read_usage
from daykeep.transcripts.usage.weigh import weigh_message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from pathlib import Path

    from daykeep.triage.economics.prices import Prices


class Item(NamedTuple):
    """One piece of a prompt: a name that is the same only for the same bytes, and its tokens."""

    key: str
    tokens: int


class View(NamedTuple):
    """What a policy lets the model read at one call, and what it paid for deciding, in tokens of fresh input.

    ``written`` are tokens that a model wrote for it (a summary), ``read`` those that it read for that beyond its cache.
    """

    items: tuple[Item, ...]
    written: int = 0
    read: int = 0
    cached_read: int = 0


class Policy(Protocol):
    """Decides what is read at each call, in the order of the calls."""

    name: str

    def view(self, step: Step) -> View:
        """The view of the conversation at this call."""
        ...


class Step(NamedTuple):
    """One call: how many messages the history has, when it is, and how many tokens its answer has."""

    number: int
    messages: int
    at: datetime | None
    output: int


class Recording(NamedTuple):
    """A session: its messages (without what a compaction put in), their tokens, its calls, and what stands before."""

    messages: tuple[Message, ...]
    weights: tuple[int, ...]
    steps: tuple[Step, ...]
    overhead: int

    def item(self, number: int) -> Item:
        """The message with this number from 0, as it was said."""
        return Item(f"m{number}", self.weights[number])


class Bill(NamedTuple):
    """What a policy's calls cost together, in tokens at the price of fresh input."""

    name: str
    read: float
    written: float
    output: float
    policy: float
    largest: int
    mean: int
    rewrites: int

    @property
    def total(self) -> float:
        """All of it."""
        return self.read + self.written + self.output + self.policy


def load_recording(path: Path) -> Recording:
    """A recorded session of any format with usage; what its own compactions put in is left out."""
    found = read_conversation(path, whole=True)
    messages = tuple(one for one in found.messages if one.mark not in {SUMMARY, KEPT})
    weights = tuple(weigh_message(message, count_tokens) for message in messages)
    steps: list[Step] = []
    first = 0
    for place, message in enumerate(messages):
        usage = read_usage(message.usage) if message.role == ASSISTANT else None
        if usage is None or usage.total == 0:
            continue
        if not steps:
            first = usage.prompt - sum(weights[:place])
        steps.append(Step(len(steps), place, message.at, usage.output))
    return Recording(messages, weights, tuple(steps), max(0, first))


def replay(
    recording: Recording,
    policy: Policy,
    prices: Prices,
    *,
    told: Callable[[Step, int, int], None] | None = None,
) -> Bill:
    """What all calls of a recording cost under a policy and a price book.

    ``told`` hears of each call what it read from the cache and what it wrote, as a provider would tell.
    """
    read = written = output = paid = 0.0
    sizes: list[int] = []
    rewrites = 0
    before: tuple[Item, ...] = ()
    last_at = None
    for step in recording.steps:
        view = policy.view(step)
        items = (Item("before", recording.overhead), *view.items)
        size = sum(item.tokens for item in items)
        cold = not before or is_cold(last_at, step.at, prices)
        shared = 0 if cold else shared_tokens(before, items)
        rewrites += not cold and shared < sum(item.tokens for item in before)
        read += prices.read * shared
        written += prices.write * (size - shared)
        output += prices.output * step.output
        if told is not None:
            told(step, shared, size - shared)
        paid += prices.output * view.written + view.read + prices.read * view.cached_read
        sizes.append(size)
        before, last_at = items, step.at
    mean = round(sum(sizes) / max(1, len(sizes)))
    return Bill(policy.name, read, written, output, paid, max(sizes, default=0), mean, rewrites)


def is_cold(last: datetime | None, now: datetime | None, prices: Prices) -> bool:
    """Whether the cache is gone between two calls."""
    if prices.ttl_seconds <= 0:
        return True
    return last is not None and now is not None and (now - last).total_seconds() > prices.ttl_seconds


def shared_tokens(before: Sequence[Item], items: Sequence[Item]) -> int:
    """The tokens of the prefix that two prompts share."""
    shared = 0
    for old, new in zip(before, items, strict=False):
        if old.key != new.key:
            break
        shared += new.tokens
    return shared
