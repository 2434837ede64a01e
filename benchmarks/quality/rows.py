"""Labelled sections from a file, and what came out of each of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.memory.items import LESSON, PROBLEM_FIX
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

NONE = "none"
PAIR_KINDS = frozenset({LESSON, PROBLEM_FIX})
NEEDED = ("file", "level", "heading", "parents", "text", "label", "essential")


class Judged(NamedTuple):
    """A labelled row beside what was extracted from its log.

    ``label`` is the kind that a person gave it, or ``none``; ``kind`` the kind of its best item, empty where nothing
    was extracted. ``gate_score`` is the best item's score (0 without one), ``score`` the probability that the section
    is worth keeping, extracted or not. ``wanted`` and ``taken`` are normalised lines. ``applied`` says whether an item
    would be written without a review.
    """

    row_id: str
    label: str
    language: str
    sure: bool
    kind: str
    score: float
    gate_score: float
    applied: bool
    wanted: frozenset[str]
    taken: frozenset[str]

    @property
    def durable(self) -> bool:
        """Whether a person would keep it."""
        return self.label != NONE

    @property
    def pair(self) -> bool:
        """Whether a person calls it a lesson, or a problem with its fix."""
        return self.label in PAIR_KINDS


def load_file(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSONL file of labelled sections.

    Raises OSError if it can't be read, ValueError naming the line if one isn't a row.
    """
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        row = json.loads(line)
        missing = [key for key in NEEDED if key not in row]
        if missing:
            raise ValueError(f"{path}:{number}: no {', '.join(missing)}")
        row.setdefault("id", f"{path.stem}-{number}")
        rows.append(row)
    return rows


def blank(row: dict[str, Any]) -> Judged:
    """A row from which nothing was extracted."""
    return Judged(
        row_id=str(row["id"]),
        label=str(row["label"]),
        language=str(row.get("lang", "und")),
        sure=row.get("confidence", "high") == "high",
        kind="",
        score=0.0,
        gate_score=0.0,
        applied=False,
        wanted=normalised(part for line in row["essential"] for part in line.split("\n")),
        taken=frozenset(),
    )


def normalised(lines: Iterable[str]) -> frozenset[str]:
    """Lines as they are compared, without those that say nothing."""
    return frozenset(normalise_line(line) for line in lines) - {""}
