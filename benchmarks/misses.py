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
RETRIEVAL = "retrieval"
SEARCH = "search_scale"
EVIDENCE = "where one session holds the evidence 95 % are found, where several do about 63 %"
UNSURE = "the sections that people themselves were not sure of cost most of it: see the table by how sure people were"
KINDS = "some of what is found gets another kind than people gave it: see the table of kinds"
WORST_KIND = (
    "encoded bytes: into how many pieces base64 and hashes fall depends on the words of the vocabulary"
)
MISSES: tuple[Miss, ...] = (
    Miss(
        "triage_scale",
        "check of 10,000 turns",
        3.6,
        "looking at ten thousand turns for the first time, storing and logging each: a second check takes a sixth of it",
    ),
    Miss(
        "triage_scale",
        "the same where the view must fit",
        3.6,
        "looking at ten thousand turns for the first time, storing and logging each",
    ),
    Miss(
        "triage_quality",
        "session_all_in_view",
        0.95,
        "arguments of several lines are old text of edits, pieces of files written long before: a quarter of the characters can't hold them",
    ),
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
    Miss(
        "review",
        "approve_p95",
        125.0,
        "eighteen runs of git, of which two look for merges that nobody has approved: an edited file asks for them",
    ),
    Miss("tokens", "estimate for o200k_base, worst kind", 16.8, WORST_KIND),
    Miss("tokens", "estimate for cl100k_base, worst kind", 19.8, WORST_KIND),
    Miss("search_peers", "session recall@5, pooled, daykeep as a program", 90.3, EVIDENCE),
    Miss("claims", "find_10000", 1.06, "the parts of a claim are read too: who does what, and when"),
    Miss(RETRIEVAL, "session recall@5, pooled", 87.9, EVIDENCE),
    Miss(
        RETRIEVAL,
        "turn R@5 with vectors",
        78.6,
        "the offline model adds two points to what words find, not more",
    ),
    Miss(RETRIEVAL, "turn R@10 with vectors", 85.8, "a tenth of a point is missing, which is two questions"),
    Miss(
        SEARCH,
        "a question over 100,000 chunks, p50",
        10.0,
        "half of it weighs some hundred passages in Python, a third finds the candidates",
    ),
    Miss(
        SEARCH,
        "a question over 100,000 chunks, p95",
        19.0,
        "the slowest twentieth asks for several common words, which are in thousands of chunks",
    ),
    Miss(
        SEARCH,
        "a search as a process",
        138.0,
        "loading modules takes half of it, a look at each of ten thousand files a quarter",
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
