"""The size that a packet may have, in tokens or characters, and how it is shared among the packet's parts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKENS, CHARS = "tokens", "chars"

MINIMUM = {TOKENS: 800, CHARS: 3_000}
"""Smallest budgets: below them the frame of a packet leaves nothing for the files."""

_UNITS = {
    "": TOKENS,
    "t": TOKENS,
    "token": TOKENS,
    "tokens": TOKENS,
    "c": CHARS,
    "char": CHARS,
    "chars": CHARS,
} | {
    "character": CHARS,
    "characters": CHARS,
}


class Budget(NamedTuple):
    """An amount of ``tokens`` (as daykeep estimates them) or ``chars`` (Unicode code points)."""

    amount: int
    unit: str

    def cost(self, text: str) -> int:
        """What a text takes of the budget."""
        return count_tokens(text) if self.unit == TOKENS else len(text)


def parse_budget(text: str) -> Budget:
    """The budget that a text names; tokens where it names no unit. Raises UsageError.

    >>> parse_budget("12000 tokens"), parse_budget("40k chars")
    (Budget(amount=12000, unit='tokens'), Budget(amount=40000, unit='chars'))
    """
    found = re.fullmatch(r"\s*([0-9][0-9_,]{0,14})\s*(k?)\s*([A-Za-z]*)\s*", text, re.IGNORECASE)
    unit = _UNITS.get(found.group(3).lower()) if found else None
    if found is None or unit is None:
        raise UsageError(f'"{text}" is no budget', hint='write it like "12000 tokens" or "40000 chars"')
    amount = int(found.group(1).replace("_", "").replace(",", "")) * (1000 if found.group(2) else 1)
    if amount < MINIMUM[unit]:
        raise UsageError(f'a budget of "{text}" is too small', hint=f"give at least {MINIMUM[unit]} {unit}")
    return Budget(amount, unit)


def share_out(amount: int, needs: Sequence[tuple[int, int]]) -> list[int]:
    """What each of ``needs`` (weight, need) gets of ``amount``: its weighted share, and what others leave over.

    Nobody gets more than the need; all needs are met if they fit together. Pure and deterministic: what is left by
    rounding goes to the first that still needs it.

    >>> share_out(100, [(1, 10), (1, 80), (2, 80)])
    [10, 30, 60]
    """
    given = [0] * len(needs)
    waiting = [index for index, (_, need) in enumerate(needs) if need > 0]
    left = amount
    while waiting and left > 0:
        total = sum(needs[index][0] for index in waiting)
        round_left = left
        for index in waiting:
            weight, need = needs[index]
            part = min(need - given[index], round_left * weight // total)
            given[index] += part
            left -= part
        if left == round_left:
            index = waiting[0]
            part = min(needs[index][1] - given[index], left)
            given[index] += part
            left -= part
        waiting = [index for index in waiting if given[index] < needs[index][1]]
    return given
