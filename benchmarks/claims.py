"""Recognising known knowledge in other words: recall, false merges, and what finding costs among many known claims."""

from __future__ import annotations

import json
import random
import sys
import time
import tracemalloc
from typing import TYPE_CHECKING

from benchmarks.harness import REPOSITORY, Figure, Table, median, run
from daykeep.text.claims import KnownClaims, compare

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

PAIRS = REPOSITORY / "tests" / "text" / "claims" / "data"
SETS = (
    "development", "third", "fourth", "fifth", "seventh", "held", "sixth",
    "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
)  # fmt: skip
REFUSED = ("refused", "refused_second", "refused_third")
"""Pairs of what was refused with its like, and with near misses that turn its parts round."""
MIN_CHARS = 25
SIZES = (10_000, 40_000)
QUERIES = 500
BYTES_PER_MIB = 2**20


def _judged(name: str) -> list[tuple[str, int, int, int, int]]:
    """Per language: pairs of one knowledge and how many were recognised, pairs apart and how many were merged."""
    counts: dict[str, list[int]] = {}
    for line in (PAIRS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        pair = json.loads(line)
        merged = compare(pair["new"], pair["old"]).relation in {"same", "refines"}
        count = counts.setdefault(pair["language"], [0, 0, 0, 0])
        first = 0 if pair["expect"] == "same" else 2
        count[first] += 1
        count[first + 1] += merged
    return [(language, *count) for language, count in sorted(counts.items())]  # type: ignore[misc]


def _quality() -> tuple[Table, list[Figure]]:
    table = Table(
        "Pairs recognised and merged",
        ("set", "language", "same", "recognised", "apart", "merged"),
        notes=[
            "Every set was worked on after it was first judged, so these are not figures of unseen text.",
            "The last six sets when they were new, in turn: 90, 94, 92, 90, 82, 93 % recognised; 18, 10, 7, 7, 4, 10 % merged.",
        ],
    )
    figures = []
    totals = [0, 0, 0, 0]
    for name in SETS:
        rows = _judged(name)
        table.rows.extend((name, *row) for row in rows)
        same, recognised, apart, merged = (sum(int(row[column]) for row in rows) for column in range(1, 5))
        totals = [total + one for total, one in zip(totals, (same, recognised, apart, merged), strict=True)]
    refused = [0, 0, 0, 0]
    for name in REFUSED:
        rows = _judged(name)
        table.rows.extend((name, *row) for row in rows)
        refused = [one + sum(int(row[at]) for row in rows) for at, one in enumerate(refused, 1)]
    figures.append(Figure("recognised", 100 * totals[1] / totals[0], "%", 95.0))
    figures.append(Figure("merged", 100 * totals[3] / totals[2], "%", 2.0, at_least=False))
    figures.append(Figure("refused_recognised", 100 * refused[1] / refused[0], "%", 80.0))
    figures.append(Figure("refused_merged", 100 * refused[3] / refused[2], "%", 6.0, at_least=False))
    return table, figures


def _lines(data: Path | None, count: int) -> list[str]:
    """Lines of real logs, and the same with other numbers and words in other places when there are too few."""
    found: dict[str, None] = {}
    if data is not None:
        for row in (data / "distill" / "train.jsonl").read_text(encoding="utf-8").splitlines():
            for line in json.loads(row)["text"].split("\n"):
                if len(line) >= MIN_CHARS:
                    found[line] = None
    lines = list(found) or [
        json.loads(row)["old"] for row in (PAIRS / "held.jsonl").read_text("utf-8").splitlines()
    ]
    chance = random.Random(7)
    words = [word for line in lines for word in line.split()]
    while len(lines) < count:
        parts = chance.choice(lines).split()
        for _ in range(1 + len(parts) // 4):
            parts[chance.randrange(len(parts))] = chance.choice(words)
        lines.append(" ".join(parts))
    chance.shuffle(lines)
    return lines[:count]


def _costs(data: Path | None) -> tuple[Table, list[Figure]]:
    table = Table(
        "Costs among known claims", ("known", "add mean ms", "find mean ms", "find median ms", "MiB")
    )
    figures = []
    for size in SIZES:
        lines = _lines(data, size)
        started = time.process_time()
        known = KnownClaims((str(number), line) for number, line in enumerate(lines))
        add = 1_000 * (time.process_time() - started) / size
        chance = random.Random(3)
        spent = []
        for query in chance.sample(lines, QUERIES):
            words = query.split()
            chance.shuffle(words)
            started = time.process_time()
            known.find(" ".join(words[: max(3, len(words) - 2)]))
            spent.append(1_000 * (time.process_time() - started))
        mean = sum(spent) / len(spent)
        del known
        mebibytes = _memory(lines)
        table.rows.append((size, add, mean, median(spent), mebibytes))
        figures.append(Figure(f"add_{size}", add, "ms", 0.2, at_least=False))
        figures.append(Figure(f"find_{size}", mean, "ms", 1.0 if size == SIZES[0] else None, at_least=False))
        figures.append(Figure(f"memory_{size}", mebibytes, "MiB", 60.0, at_least=False))
    return table, figures


def _memory(lines: list[str]) -> float:
    tracemalloc.start()
    known = KnownClaims((str(number), line) for number, line in enumerate(lines))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / BYTES_PER_MIB if len(known) else 0.0


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Judge the pairs and time the index, in processor time."""
    quality, judged = _quality()
    costs, timed = _costs(options.data)
    return [quality, costs], [*judged, *timed]


if __name__ == "__main__":
    sys.exit(run("claims", "Known knowledge in other words", measure))
