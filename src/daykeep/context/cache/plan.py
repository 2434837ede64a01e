"""Decides where cache breakpoints go: at most four, where the text before them stays the same, and none without effect.

The rules are those of Anthropic's prompt caching: the cached prefix runs over tools, then the system prompt, then the
messages; a breakpoint finds an earlier one at most 20 blocks before it; a longer time to live may not follow a shorter
one; thinking and empty text can't carry a breakpoint; below a size that depends on the model nothing is cached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daykeep.context.cache.minimums import Minimum

MOST_POINTS = 4
LOOKBACK_BLOCKS = 20
SHORT, LONG = "5m", "1h"
TTLS = (SHORT, LONG)
"""Times to live; writing costs 1.25 times the input price with the short one, twice with the long one."""

TOOLS, STATIC, SYSTEM, OPENING, CONVERSATION, END = (
    "tools",
    "static",
    "system",
    "opening",
    "conversation",
    "end",
)
"""What a block belongs to, in the order of the prefix."""


class Slot(NamedTuple):
    """One block in the order of the prefix. ``given`` is the time to live of a breakpoint that it carries already."""

    label: str
    group: str
    tokens: int
    can_carry: bool = True
    given: str = ""


class Point(NamedTuple):
    """A breakpoint at the block of this number: everything up to and with it, ``tokens`` in all, is cached for ``ttl``."""

    block: int
    label: str
    tokens: int
    ttl: str
    reason: str
    is_given: bool = False


class Plan(NamedTuple):
    """The breakpoints in order, what was changed about those that were there, and what else is to be known."""

    points: tuple[Point, ...]
    changes: tuple[str, ...]
    notes: tuple[str, ...]


def plan_breakpoints(slots: Sequence[Slot], minimum: Minimum, *, static_ttl: str = SHORT) -> Plan:
    """The breakpoints for these blocks.

    Those that the blocks carry already stay, the last four of them if they are more. The places left go to the end of
    the conversation, the static part (for ``static_ttl``), the opening message, then the conversation every 20 blocks
    backwards, and the system prompt.
    """
    return _Planning(slots, minimum, static_ttl).plan()


class _Planning:
    """One plan in the making: chosen blocks with time to live and reason."""

    def __init__(self, slots: Sequence[Slot], minimum: Minimum, static_ttl: str) -> None:
        self.slots = slots
        self.minimum = minimum
        self.static_ttl = static_ttl
        self.changes: list[str] = []
        self.notes: list[str] = []
        self.chosen: dict[int, tuple[str, str]] = {}
        self.sums: list[int] = []
        for slot in slots:
            self.sums.append(slot.tokens + (self.sums[-1] if self.sums else 0))

    def plan(self) -> Plan:
        given = self._keep_given()
        if self.slots and self.sums[-1] < self.minimum.tokens:
            self.notes.append(
                f"about {self.sums[-1]:,} tokens in all: below {self.minimum.tokens:,} nothing is cached"
            )
        for index, ttl, reason in self._wanted():
            self._choose(index, ttl, reason)
        if self.slots and not self.minimum.is_known:
            self.notes.append(
                f"from where on this model caches is not known: {self.minimum.tokens:,} tokens assumed"
            )
        self._say_reach()
        ttls = self._descending(given)
        points = [
            Point(i, self.slots[i].label, self.sums[i], ttls[i], self.chosen[i][1], i in given)
            for i in sorted(self.chosen)
        ]
        return Plan(tuple(points), tuple(self.changes), tuple(dict.fromkeys(self.notes)))

    def _keep_given(self) -> set[int]:
        """Take over the breakpoints that are there: valid ones, the last four."""
        valid = []
        for index, slot in enumerate(self.slots):
            if slot.given and slot.can_carry:
                valid.append(index)
            elif slot.given:
                self.changes.append(f"dropped the breakpoint at {slot.label}: such a block can't carry one")
        for index in valid[:-MOST_POINTS]:
            self.changes.append(
                f"dropped the breakpoint at {self.slots[index].label}: {len(valid)} were given, {MOST_POINTS} are allowed"
            )
        kept = valid[-MOST_POINTS:]
        self.chosen = {index: (self.slots[index].given, "was there already") for index in kept}
        return set(kept)

    def _wanted(self) -> Iterator[tuple[int, str, str]]:
        last = self._last_of(CONVERSATION)
        opening = self._last_of(OPENING)
        if last is not None:
            yield last, SHORT, "the conversation so far"
        for group, ttl, reason in (
            (STATIC, self.static_ttl, "the static part"),
            (OPENING, SHORT, "the session"),
        ):
            index = self._last_of(group)
            if index is not None:
                yield index, ttl, reason
        if last is not None:
            yield from self._steps(last, opening if opening is not None else self._last_of(SYSTEM))
        index = self._last_of(SYSTEM)
        if index is not None:
            yield index, SHORT, "the system prompt"

    def _steps(self, last: int, start: int | None) -> Iterator[tuple[int, str, str]]:
        """Blocks that divide a long conversation so that each looks back to the one before."""
        least = start if start is not None else -1
        at = last
        while at - least > LOOKBACK_BLOCKS:
            step = next((i for i in range(at - LOOKBACK_BLOCKS, at) if self.slots[i].can_carry), None)
            if step is None:
                return
            yield step, SHORT, f"within {LOOKBACK_BLOCKS} blocks of the next one"
            at = step

    def _last_of(self, group: str) -> int | None:
        """The last block of a group that can carry a breakpoint."""
        found = (i for i in range(len(self.slots) - 1, -1, -1) if self.slots[i].group == group)
        return next((i for i in found if self.slots[i].can_carry), None)

    def _choose(self, index: int, ttl: str, reason: str) -> None:
        if index in self.chosen or len(self.chosen) >= MOST_POINTS:
            return
        if self.sums[index] < self.minimum.tokens:
            if self.sums[-1] >= self.minimum.tokens:
                self.notes.append(
                    f"no breakpoint behind {reason}: about {self.sums[index]:,} tokens up to there, "
                    f"the model caches from {self.minimum.tokens:,}"
                )
            return
        self.chosen[index] = (ttl, reason)

    def _say_reach(self) -> None:
        """Say how many blocks the next turn may add before its breakpoints no longer find these, if that is little."""
        blocks = sum(slot.group == CONVERSATION for slot in self.slots)
        reach = LOOKBACK_BLOCKS * sum(self.slots[i].group == CONVERSATION for i in self.chosen)
        if 0 < reach < blocks:
            self.notes.append(f"a turn that adds more than {reach} blocks misses what was cached before it")

    def _descending(self, given: Iterable[int]) -> dict[int, str]:
        """The times to live, none longer than one before it: ours are raised, given ones lowered."""
        order = sorted(self.chosen)
        ttls = {index: self.chosen[index][0] for index in order}
        kept = set(given)
        for position, index in enumerate(order):
            if ttls[index] != LONG:
                continue
            before = order[:position]
            if any(ttls[each] != LONG and each in kept for each in before):
                ttls[index] = SHORT
                self.changes.append(
                    f"the breakpoint at {self.slots[index].label} lives {SHORT}: a longer time may not follow a shorter one"
                )
            else:
                ttls.update(dict.fromkeys(before, LONG))
        return ttls
