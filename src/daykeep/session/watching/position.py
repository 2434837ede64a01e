"""Where a piece of information stands in a context, and whether models may read it less well there. Pure, advisory.

What is known: one 2023 study found that models of that year used the middle of a long context less than its ends (Liu et
al., "Lost in the Middle", arXiv 2307.03172). Later measurements found no such curve in some models, and that it is
strongest while the input fills at most half of the window; beyond that the start fades and the distance from the end
counts (arXiv 2508.07479). A position is therefore a reason to restate something, never a forecast of errors.
"""

from __future__ import annotations

from typing import NamedTuple

from daykeep.errors import UsageError

DANGER_ZONE = (0.3, 0.7)
"""The middle of a context, both bounds included, as shares of its length."""

_EXACTLY = 1e-9
"""Bounds are included though 0.3 has no exact binary fraction."""

HALF_FULL = 0.5
"""Up to this share of the window the middle counts; above it the distance from the end."""

SAFE, MIDDLE, FAR = "safe", "middle", "far-from-end"
EVIDENCE = "mixed"
"""How well founded the warning is: studies disagree, and the effect differs between models."""


class Position(NamedTuple):
    """Where something stands: ``status`` is ``safe``, ``middle`` or ``far-from-end``.

    ``share`` is its place from 0.0 (start) to 1.0 (end), ``fill`` the share of the window that the context fills (None:
    the window is not known, and the zone is used), ``from_end`` the tokens behind it.
    """

    status: str
    position: int
    total: int
    share: float
    fill: float | None
    from_end: int
    zone: tuple[float, float]
    evidence: str = EVIDENCE

    @property
    def is_at_risk(self) -> bool:
        """Whether it would be better restated at the end."""
        return self.status != SAFE


def check_position(
    position: int, total: int, *, window: int | None = None, zone: tuple[float, float] = DANGER_ZONE
) -> Position:
    """Whether information at ``position`` of ``total`` tokens stands where models may read it less well.

    While the context fills at most half of the window (or the window is not known), the zone counts, both bounds
    included; above that, whatever is farther from the end than the zone's upper bound. Raises UsageError for a place
    outside of the context and for a zone that is none.

    >>> check_position(1500, 5000).status, check_position(1499, 5000).status, check_position(3500, 5000).status
    ('middle', 'safe', 'middle')
    >>> check_position(100, 150_000, window=200_000).status, check_position(140_000, 150_000, window=200_000).status
    ('far-from-end', 'safe')
    """
    low, high = zone
    if total < 1 or not 0 <= position <= total:
        raise UsageError(
            f"position {position} is not within a context of {total} tokens",
            hint="--position counts from 0 to --total",
        )
    if not 0 <= low <= high <= 1:
        raise UsageError(f"a zone has two bounds from 0 to 1 in their order, not {low} and {high}")
    if window is not None and window < 1:
        raise UsageError(f"a window has at least one token, not {window}")
    share, fill = position / total, None if window is None else total / window
    status = SAFE
    if fill is not None and fill > HALF_FULL:
        status = FAR if share <= high + _EXACTLY else SAFE
    elif low - _EXACTLY <= share <= high + _EXACTLY:
        status = MIDDLE
    return Position(status, position, total, share, fill, total - position, zone)
