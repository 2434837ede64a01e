"""Goals that the kept results are known to miss: what is reached instead, and why.

A goal that is missed and does not stand here fails the tests. So does one that stands here and is met, or whose
figure has become worse than what is written down: a known miss may only get better.
"""

from __future__ import annotations

from typing import NamedTuple


class Miss(NamedTuple):
    """A known miss: the benchmark and its figure, the value that it must not fall behind, and the reason."""

    benchmark: str
    figure: str
    reached: float
    why: str


MISSES: tuple[Miss, ...] = ()


def find_miss(benchmark: str, figure: str) -> Miss | None:
    """The known miss of a figure."""
    return next((miss for miss in MISSES if (miss.benchmark, miss.figure) == (benchmark, figure)), None)


def is_excused(benchmark: str, figure: str, value: float, *, at_least: bool) -> bool:
    """Whether a missed goal is a known one, and its value no worse than what was reached before."""
    miss = find_miss(benchmark, figure)
    if miss is None:
        return False
    return value >= miss.reached if at_least else value <= miss.reached
