"""What other tools do with a long conversation by their documented defaults, written again as policies of the replay.

Each names what it follows. They see the same messages with the same estimate of tokens; a summary costs what a model
writes and what it reads for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.costs.replay import Item, View
from daykeep.transcripts.messages.model import TEXT, TOOL_RESULT, USER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.costs.replay import Policy, Recording, Step

CLEARED_TOKENS = 12
"""A message whose result was cleared: its borders and a placeholder."""
SUMMARY_TOKENS = 5_000
"""A summary of a long session; those of the recorded session have 2,900 to 5,000."""
WINDOW = 200_000


class _Baseline:
    """What all of them need: the recording and which messages are results of tools."""

    name = ""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.is_result = [
            any(block.kind == TOOL_RESULT for block in message.blocks) for message in recording.messages
        ]
        self.is_request = [
            message.role == USER and any(block.kind == TEXT for block in message.blocks)
            for message in recording.messages
        ]

    def cleared(self, upto: int, gone: set[int]) -> tuple[Item, ...]:
        """The messages with the results of some of them cleared."""
        return tuple(
            Item(f"c{number}", CLEARED_TOKENS) if number in gone else self.recording.item(number)
            for number in range(upto)
        )

    def size(self, items: Sequence[Item]) -> int:
        return self.recording.overhead + sum(item.tokens for item in items)


class KeepAll(_Baseline):
    """Nothing is ever taken out; as if the window had no end."""

    name = "keep all"

    def view(self, step: Step) -> View:
        """Everything so far."""
        return View(tuple(self.recording.item(number) for number in range(step.messages)))


class Summary(_Baseline):
    """One summary of everything but the newest tokens when a limit is passed, then again.

    pi's documented defaults: keep the newest 20,000 tokens, reserve 16,384 of the window.
    """

    def __init__(self, recording: Recording, *, trigger: int, keep: int, name: str) -> None:
        super().__init__(recording)
        self.trigger, self.keep, self.name = trigger, keep, name
        self.start, self.count = 0, 0

    def view(self, step: Step) -> View:
        """The last summary and what came after it; a new summary where that is too much."""
        items = self._items(step.messages)
        size = self.size(items)
        if size <= self.trigger:
            return View(items)
        place, kept = step.messages, 0
        while place > self.start + 1 and kept + self.recording.weights[place - 1] <= self.keep:
            place -= 1
            kept += self.recording.weights[place]
        while place < step.messages and self.is_result[place]:
            place += 1
        self.start, self.count = place, self.count + 1
        return View(self._items(step.messages), written=SUMMARY_TOKENS, cached_read=size)

    def _items(self, upto: int) -> tuple[Item, ...]:
        head = (Item(f"summary{self.count}", SUMMARY_TOKENS),) if self.count else ()
        return (*head, *(self.recording.item(number) for number in range(self.start, upto)))


class ClearToolUses(_Baseline):
    """Old results are cleared at each call that is above the trigger; the newest ``keep`` stay.

    Anthropic's ``clear_tool_uses_20250919`` (trigger 100,000 input tokens, keep 3, clear_at_least none): the client keeps the full
    history, so that the rule is applied anew at each call. LangChain's ``ClearToolUsesEdit`` has the same defaults.
    """

    def __init__(self, recording: Recording, *, trigger: int = 100_000, keep: int = 3, name: str) -> None:
        super().__init__(recording)
        self.trigger, self.keep, self.name = trigger, keep, name

    def view(self, step: Step) -> View:
        """The history, its older results cleared where all of it is above the trigger."""
        items = self.cleared(step.messages, set())
        if self.size(items) <= self.trigger:
            return View(items)
        results = [number for number in range(step.messages) if self.is_result[number]]
        return View(self.cleared(step.messages, set(results[: len(results) - self.keep])))


class Prune(_Baseline):
    """OpenCode's prune: the newest 40,000 tokens of results and the last 2 turns are protected; at least 20,000 must go.

    It runs after each turn of the person; a summary is made where the window overflows nonetheless.
    """

    name = "OpenCode prune 40k/20k"
    PROTECT, LEAST, TURNS = 40_000, 20_000, 2

    def __init__(self, recording: Recording) -> None:
        super().__init__(recording)
        self.gone: set[int] = set()
        self.pruned_at = 0
        self.start, self.count = 0, 0

    def view(self, step: Step) -> View:
        """The history without what was pruned after the last turn."""
        turn = sum(self.is_request[: step.messages])
        if turn > self.pruned_at:
            self.pruned_at = turn
            self._prune(step.messages)
        items = self._items(step.messages)
        if self.size(items) <= WINDOW - 32_000:
            return View(items)
        size = self.size(items)
        self.start, self.count = step.messages - 1, self.count + 1
        while self.start > 0 and self.is_result[self.start]:
            self.start -= 1
        return View(self._items(step.messages), written=SUMMARY_TOKENS, cached_read=size)

    def _items(self, upto: int) -> tuple[Item, ...]:
        head = (Item(f"summary{self.count}", SUMMARY_TOKENS),) if self.count else ()
        return (*head, *self.cleared(upto, self.gone)[self.start :])

    def _prune(self, upto: int) -> None:
        turns = kept = 0
        found: set[int] = set()
        for number in range(upto - 1, self.start - 1, -1):
            turns += self.is_request[number]
            if turns < self.TURNS or not self.is_result[number]:
                continue
            if number in self.gone:
                break
            kept += self.recording.weights[number]
            if kept > self.PROTECT:
                found.add(number)
        if sum(self.recording.weights[number] for number in found) > self.LEAST:
            self.gone |= found


class Rolling(_Baseline):
    """Qwen Code before its low watermark: the oldest results are cleared until it is at the trigger again."""

    name = "rolling: cleared back to the trigger"

    def __init__(self, recording: Recording, *, trigger: int = 100_000) -> None:
        super().__init__(recording)
        self.trigger = trigger
        self.gone: set[int] = set()

    def view(self, step: Step) -> View:
        """The history, with as many of the oldest results cleared as it takes."""
        items = self.cleared(step.messages, self.gone)
        size = self.size(items)
        for number in range(step.messages):
            if size <= self.trigger:
                break
            if self.is_result[number] and number not in self.gone:
                size -= self.recording.weights[number] - CLEARED_TOKENS
                self.gone.add(number)
        return View(self.cleared(step.messages, self.gone))


class Ranges(_Baseline):
    """Dynamic context pruning: above the nudge the model compresses the older half of the range to a tenth of it.

    The plugin's documented nudges are 50,000 and 150,000 tokens; the model itself writes the compressed text.
    """

    name = "DCP: ranges compressed by the model @100k"
    NUDGE, SHARE = 100_000, 0.1

    def __init__(self, recording: Recording) -> None:
        super().__init__(recording)
        self.start = 0
        self.blocks: list[Item] = []

    def view(self, step: Step) -> View:
        """The compressed ranges and what came after them."""
        items = self._items(step.messages)
        size = self.size(items)
        if size <= self.NUDGE:
            return View(items)
        half, taken, place = size / 2, 0, self.start
        while place < step.messages - 1 and taken < half:
            taken += self.recording.weights[place]
            place += 1
        while place < step.messages - 1 and self.is_result[place]:
            taken += self.recording.weights[place]
            place += 1
        written = round(self.SHARE * taken)
        self.start = place
        self.blocks.append(Item(f"block{len(self.blocks)}", written))
        return View(self._items(step.messages), written=written, cached_read=size)

    def _items(self, upto: int) -> tuple[Item, ...]:
        return (*self.blocks, *(self.recording.item(number) for number in range(self.start, upto)))


class Window(_Baseline):
    """The newest turns alone: what most loops do that count messages (``keep last N``)."""

    def __init__(self, recording: Recording, *, turns: int) -> None:
        super().__init__(recording)
        self.turns = turns
        self.name = f"sliding window of {turns} turns"

    def view(self, step: Step) -> View:
        """The messages from the beginning of the oldest turn that is kept."""
        starts = [number for number in range(step.messages) if self.is_request[number]]
        first = starts[-self.turns] if len(starts) >= self.turns else 0
        return View(tuple(self.recording.item(number) for number in range(first, step.messages)))


BASELINES: tuple[Callable[[Recording], Policy], ...] = (
    KeepAll,
    lambda recording: Summary(recording, trigger=180_000, keep=20_000, name="summary @180k, keep 20k (pi)"),
    lambda recording: Summary(recording, trigger=100_000, keep=20_000, name="summary @100k, keep 20k"),
    lambda recording: ClearToolUses(recording, name="clear tool uses @100k, keep 3 (Anthropic, LangChain)"),
    Prune,
    Rolling,
    Ranges,
    lambda recording: Window(recording, turns=10),
)
"""Each makes a policy for a recording."""
