"""Which of a conversation's readings can be believed as the size of its context, and why not the others.

A provider's number is the best there is, and now and then it is none: a turn of Bedrock that names three tokens of input,
a reading twice the last one for a moment, one beyond the window. Such a reading would start a compaction for nothing, or
skip the one that is needed. It is marked, never used and never silently dropped; a second one that agrees confirms it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import ASSISTANT, KEPT, SUMMARY
from daykeep.transcripts.usage.usage import Usage, read_usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.transcripts.messages.model import Message

BEYOND_WINDOW = 1.02
"""A reading above this share of the window is none: providers refuse what does not fit."""
JUMP, NEW_SHARE = 1.6, 0.25
"""A reading above `JUMP` times the last one whose new messages explain less than `NEW_SHARE` of the growth is a spike."""
AGREES = 0.1
"""Two readings in a row within this share of each other confirm each other."""
TOO_SMALL = 0.25
"""A reading below this share of what the messages themselves count to is too small to be one."""


class Reading(NamedTuple):
    """One reading: the message it came with, what the context held after it, and whether that can be compared.

    ``message`` is the number of the message from 1. ``tokens`` is the whole context after that answer. ``code`` is ""
    for a reading that can be compared, else ``contradiction``, ``beyond_window``, ``spike``, ``too_small`` or ``void``
    (a compaction came after it); ``why`` says it in words.
    """

    message: int
    line: int
    id: str
    model: str
    usage: Usage
    tokens: int
    code: str = ""
    why: str = ""

    @property
    def is_comparable(self) -> bool:
        """Whether it may be held against a threshold."""
        return not self.code


def read_readings(
    messages: Sequence[Message], *, count: Callable[[Message], int], window: int | None = None
) -> list[Reading]:
    """Every reading of the conversation in order; ``count`` estimates what one message holds.

    A compaction makes the readings before it void. ``window`` is the model's, None if it is not known.
    """
    judge = _Judge(window)
    for number, message in enumerate(messages, 1):
        if message.mark == SUMMARY:
            judge.start_anew()
        has_usage = (
            message.role == ASSISTANT and message.mark != KEPT
        )  # what was kept names a context that is gone
        usage = read_usage(message.usage) if has_usage else None
        held = count(message)
        judge.add_text(held)
        if usage is not None and not judge.has_seen(message.id):
            judge.add(_reading(number, message, usage, held))
    return judge.readings


def last_comparable(readings: Sequence[Reading]) -> Reading | None:
    """The last reading that may be held against a threshold."""
    return next((reading for reading in reversed(readings) if reading.is_comparable), None)


def _reading(number: int, message: Message, usage: Usage, held: int) -> Reading:
    """The output of an answer that is still being written is a placeholder: what it holds counts then."""
    missing = max(0, held - usage.output) if usage.context == usage.total else 0
    return Reading(number, message.line, message.id, message.model, usage, usage.context + missing)


class _Judge:
    """Holds one reading after the other against the last that was believed."""

    def __init__(self, window: int | None) -> None:
        self.window = window
        self.readings: list[Reading] = []
        self._seen: set[str] = set()
        self._believed: Reading | None = None
        self._doubted: Reading | None = None
        self._text = 0  # what the messages since the last compaction count to
        self._new = 0  # what came since the believed reading

    def start_anew(self) -> None:
        why = "a compaction came after it"
        self.readings = [one if one.code else one._replace(code="void", why=why) for one in self.readings]
        self._believed = self._doubted = None
        self._text = self._new = 0

    def add_text(self, tokens: int) -> None:
        self._text += tokens
        self._new += tokens

    def has_seen(self, ident: str) -> bool:
        """Whether this answer was read: its lines share one usage."""
        known = bool(ident) and ident in self._seen
        self._seen.add(ident)
        return known

    def add(self, reading: Reading) -> None:
        code, why = self._fault(reading)
        if code in {"spike", "beyond_window"} and self._confirms(reading):
            code = why = ""
        self.readings.append(reading._replace(code=code, why=why))
        if code:
            self._doubted = reading
            return
        self._believed, self._doubted, self._new = reading, None, 0

    def _fault(self, reading: Reading) -> tuple[str, str]:
        tokens = reading.tokens
        if reading.usage.fault:
            return "contradiction", f"the account contradicts itself: {reading.usage.fault}"
        if tokens < TOO_SMALL * self._text:
            return "too_small", f"{tokens:,} tokens for messages of about {self._text:,}"
        if self.window and tokens > BEYOND_WINDOW * self.window:
            return "beyond_window", f"{tokens:,} tokens are beyond the window of {self.window:,}"
        last = self._believed
        if last is None or tokens <= JUMP * last.tokens:
            return "", ""
        growth = tokens - last.tokens
        if self._new >= NEW_SHARE * growth:
            return "", ""
        said = f"{last.tokens:,} → {tokens:,} tokens, while the messages between hold about {self._new:,}"
        return "spike", said

    def _confirms(self, reading: Reading) -> bool:
        """Whether the reading before was doubted too and this one agrees with it."""
        doubted = self._doubted
        if doubted is None or doubted.usage.fault:
            return False
        return abs(reading.tokens - doubted.tokens) <= AGREES * doubted.tokens
