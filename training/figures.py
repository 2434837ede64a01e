"""How well extraction does on judged rows: figures for sections, kinds, lines and the gate."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.distill.score.model import PAIRED
from training.rows import NONE, essential_numbers, log_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from daykeep.distill.outcomes import Extraction

GATE = 0.9


class Judged(NamedTuple):
    """A row and what was extracted from it: the kind and score of its best item (or "" and 0), and the lines."""

    row: dict[str, Any]
    kind: str
    score: float
    lines: frozenset[int]
    essential: frozenset[int]


def judged(row: dict[str, Any], extraction: Extraction) -> Judged:
    """Look only at what was extracted from the row's own text."""
    log = log_of(row)
    items = [
        item for item in extraction.items if any(log.first <= line.number <= log.last for line in item.lines)
    ]
    best = max(items, key=lambda item: item.score, default=None)
    lines = frozenset(line.number for item in items for line in item.lines)
    kind, score = (best.kind, best.score) if best else ("", 0.0)
    return Judged(row, kind, score, lines, frozenset(essential_numbers(row)))


def f_score(hits: int, taken: int, wanted: int) -> tuple[float, float, float]:
    """F1, precision and recall; 0 where there is nothing to divide by.

    >>> f_score(1, 2, 1)
    (0.6666666666666666, 0.5, 1.0)
    """
    precision, recall = hits / taken if taken else 0.0, hits / wanted if wanted else 0.0
    both = precision + recall
    return (2 * precision * recall / both if both else 0.0), precision, recall


def count(
    rows: Sequence[Judged], wanted: Callable[[Judged], bool], taken: Callable[[Judged], bool]
) -> tuple[float, float, float]:
    """F1, precision and recall of a question about rows."""
    hits = sum(1 for row in rows if wanted(row) and taken(row))
    return f_score(hits, sum(map(taken, rows)), sum(map(wanted, rows)))


def count_lines(rows: Sequence[Judged]) -> tuple[float, float, float]:
    """F1, precision and recall of lines over all rows."""
    hits = sum(len(row.lines & row.essential) for row in rows)
    return f_score(hits, sum(len(row.lines) for row in rows), sum(len(row.essential) for row in rows))


def _durable(row: Judged) -> bool:
    return row.row["label"] != NONE


def report(results: Iterable[tuple[dict[str, Any], Extraction]]) -> str:
    """The figures of judged rows as text."""
    rows = [judged(row, extraction) for row, extraction in results]
    parts = {
        "judged set": [row for row in rows if row.row["part"] == "gold_dev"],
        "training core": [
            row for row in rows if row.row["part"] == "train" and row.row["stratum"] in {"cue", "nocue"}
        ],
    }
    lines = []
    for name, part in parts.items():
        sure = [row for row in part if row.row["confidence"] == "high"]
        for title, some in ((name, part), (f"{name}, readers sure", sure)):
            if some:
                lines += [f"{title} ({len(some)} sections)", *_figures(some)]
        recall = Counter(row.row["lang"] for row in part if _durable(row) and row.kind)
        wanted = Counter(row.row["lang"] for row in part if _durable(row))
        spelled = ", ".join(f"{lang} {recall[lang]}/{total}" for lang, total in wanted.most_common())
        lines.append(f"  found by language: {spelled}")
    return "\n".join(lines)


def _figures(rows: Sequence[Judged]) -> list[str]:
    durable = count(rows, _durable, lambda row: bool(row.kind))
    paired = count(rows, lambda row: row.row["label"] in PAIRED, lambda row: row.kind in PAIRED)
    found = [row for row in rows if row.kind and _durable(row)]
    right = sum(1 for row in found if row.kind == row.row["label"])
    _, sure, cover = count(rows, _durable, lambda row: row.score >= GATE)
    spell = "{:.3f} (precision {:.2f}, recall {:.2f})".format
    return [
        f"  durable F1 {spell(*durable)}",
        f"  lesson or fix F1 {spell(*paired)}",
        f"  lines F1 {spell(*count_lines(rows))}",
        f"  kind right for {right} of {len(found)} found",
        f"  at a score of {GATE}: precision {sure:.2f}, covering {cover:.0%} of what is durable",
    ]
