"""The arithmetic of a prompt cache: what it costs to carry a token, to write the rest anew, and when taking out pays.

All costs are in tokens at the price of fresh input. With ``r`` and ``w`` the prices of reading and writing, and ``c`` the chance
that the cache is cold at the next call: carrying a token for a call costs ``r(1-c) + wc``; each token behind the first change
that has to be written again costs ``(w-r)(1-c)`` more than if nothing had been changed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.economics.prices import Prices

FEW_GAPS = 5
"""Below so many gaps their share says little: one more that was warm and one that was cold are assumed."""


class Cost(NamedTuple):
    """What one change of the view costs once, and what it saves with each later call.

    ``removed`` is what goes, less the notes that come; ``rewritten`` what stays behind the first change. ``calls`` is how
    many later calls it takes until the change has paid for itself: 0 if at once, infinite if never.
    """

    carry: float
    premium: float
    removed: int
    rewritten: int
    once: float
    per_call: float

    @property
    def calls(self) -> float:
        """The later calls to break even."""
        if self.once <= 0:
            return 0.0
        return self.once / self.per_call if self.per_call > 0 else math.inf


def cold_share(gaps_seconds: Sequence[float], ttl_seconds: int) -> float:
    """How likely the cache is cold at the next call, from the pauses between this session's calls so far.

    >>> cold_share([5, 9, 700, 4, 8, 3, 6, 2], 300)
    0.2
    """
    if ttl_seconds <= 0:
        return 1.0
    cold = sum(1 for gap in gaps_seconds if gap > ttl_seconds)
    return (cold + 1) / (len(gaps_seconds) + 2) if cold else 1 / (len(gaps_seconds) + FEW_GAPS)


def carry_cost(prices: Prices, cold: float) -> float:
    """What it costs to keep one token for one more call."""
    return prices.read * (1 - cold) + prices.write * cold


def rewrite_premium(prices: Prices, cold: float) -> float:
    """What it costs to write a token again that the cache would have had."""
    return (prices.write - prices.read) * (1 - cold)


def cost_of(
    prices: Prices,
    *,
    removed: int,
    rewritten: int,
    cold: float = 0.0,
    decider: float = 0.0,
    writer: float = 0.0,
) -> Cost:
    """What a change costs and saves; ``decider`` and ``writer`` are what these models cost, in tokens of fresh input.

    >>> from daykeep.triage.economics.prices import ANTHROPIC
    >>> round(cost_of(ANTHROPIC, removed=20, rewritten=80).calls, 1)
    46.0
    """
    carry, premium = carry_cost(prices, cold), rewrite_premium(prices, cold)
    once = decider + writer + premium * max(0, rewritten)
    return Cost(carry, premium, removed, rewritten, once, carry * removed)


def best_batch(prices: Prices, *, protected: int, growth: int, cold: float = 0.0) -> float:
    """How many tokens to let come together before they are taken out, where ``protected`` ones are written again each time.

    The square root of ``2 · premium · protected · growth / carry``: the economic order quantity, with a rewrite as the cost
    of an order and ``growth`` tokens coming with each call.
    """
    carry = carry_cost(prices, cold)
    return math.sqrt(2 * rewrite_premium(prices, cold) * protected * growth / carry) if carry else 0.0
