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


QUALITY = "distill_quality"
SCALE = "distill_scale"
UNSURE = "the sections that people themselves were not sure of cost most of it: see the table by how sure people were"
KINDS = "some of what is found gets another kind than people gave it: see the table of kinds"
MISSES: tuple[Miss, ...] = (
    Miss(QUALITY, "any kind, F1", 0.75, UNSURE),
    Miss(QUALITY, "any kind, precision", 0.78, UNSURE),
    Miss(QUALITY, "lesson+fix, F1", 0.74, KINDS),
    Miss(QUALITY, "lesson+fix, precision", 0.8, KINDS),
    Miss(
        QUALITY,
        "lines, F1",
        0.66,
        "it follows the choice of sections: every line of a section that nobody would keep counts as wrong",
    ),
    Miss(
        QUALITY,
        "calibration error",
        0.09,
        "a bin holds some ten sections, and chance alone then makes about 0.09 of it",
    ),
    Miss(
        SCALE,
        "first run",
        21.2,
        "reading takes 4 ms of a log, comparing it in other words with all before it 3 ms",
    ),
    Miss(
        SCALE,
        "one log has grown",
        0.92,
        "thousands of waiting items are read and the record of all logs is written anew",
    ),
)


def find_miss(benchmark: str, figure: str) -> Miss | None:
    """The known miss of a figure."""
    return next((miss for miss in MISSES if (miss.benchmark, miss.figure) == (benchmark, figure)), None)


def is_excused(benchmark: str, figure: str, value: float, *, at_least: bool) -> bool:
    """Whether a missed goal is a known one, and its value no worse than what was reached before."""
    miss = find_miss(benchmark, figure)
    if miss is None:
        return False
    return value >= miss.reached if at_least else value <= miss.reached
