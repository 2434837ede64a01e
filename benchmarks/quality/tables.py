"""The figures of judged rows as tables for a page and as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.harness import Table
from benchmarks.quality import measures
from daykeep.memory.items import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.quality.measures import Bin, Score
    from benchmarks.quality.rows import Judged
    from benchmarks.quality.traps import Caught

OURS = "daykeep"


class JudgedSet(NamedTuple):
    """A set of rows under a name, judged by daykeep and by each keyword rule; ``how`` says by which weights."""

    name: str
    how: str
    rows: Sequence[Judged]
    rules: Mapping[str, Sequence[Judged]]
    notes: Sequence[str] = ()


def tables_of(judged: JudgedSet, gate: float) -> list[Table]:
    """Quality beside the keyword rules, sure and unsure rows, languages, kinds, and what a score means."""
    return [
        _quality(judged),
        _certainty(judged, gate),
        _languages(judged),
        _kinds(judged),
        _reliability(judged),
    ]


def _quality(judged: JudgedSet) -> Table:
    kept = sum(1 for row in judged.rows if row.durable)
    columns = ("", "found", "lesson+fix P", "R", "F1", "any kind P", "R", "F1", "lines P", "R", "F1")
    table = Table(
        f"{judged.name}: {judged.how}",
        columns,
        notes=[
            f"{len(judged.rows):,} labelled sections, {kept:,} of them worth keeping; found: sections with an item",
            (
                "P precision, R recall; lesson+fix: the kind of the best item, and the label, is one of the two; lines: all "
                "taken lines, as they stand in the log, against all lines that a person would keep"
            ),
            *judged.notes,
        ],
    )
    for name, rows in ((OURS, judged.rows), *judged.rules.items()):
        scores = (measures.pairs(rows), measures.durable(rows), measures.lines(rows))
        rates = [rate for score in scores for rate in (score.precision, score.recall, score.f1)]
        table.rows.append((name, sum(1 for row in rows if row.kind), *rates))
    return table


def _certainty(judged: JudgedSet, gate: float) -> Table:
    table = Table(
        f"{judged.name}: by how sure people were",
        (
            "rows",
            "sections",
            "worth keeping",
            "any kind P",
            "R",
            "F1",
            f"at the gate {gate:g}",
            "P",
            "covered",
        ),
        notes=[
            (
                "at the gate: sections whose best item reaches it, so that no review is needed; covered: their share of what is "
                "worth keeping"
            )
        ],
    )
    sure = [row for row in judged.rows if row.sure]
    unsure = [row for row in judged.rows if not row.sure]
    for name, rows in (("all", judged.rows), ("high confidence", sure), ("low confidence", unsure)):
        score, above = measures.durable(rows), measures.gate(rows, gate)
        rates = (score.precision, score.recall, score.f1)
        table.rows.append((name, len(rows), score.wanted, *rates, above.taken, above.precision, above.recall))
    return table


def _languages(judged: JudgedSet) -> Table:
    columns = ("language", "worth keeping", "found", "P", "R", "F1", "lesson+fix", "P", "R")
    table = Table(f"{judged.name}: languages", columns)
    for name, (score, pair) in measures.by_language(judged.rows).items():
        rates = (score.precision, score.recall, score.f1)
        table.rows.append((name, score.wanted, score.taken, *rates, pair.wanted, pair.precision, pair.recall))
    return table


def _kinds(judged: JudgedSet) -> Table:
    table = Table(
        f"{judged.name}: kinds",
        ("label", "sections", "found", "found as that kind", "called so"),
        notes=[
            "none: not worth keeping; found as that kind: rightly left; called so: sections given this kind"
        ],
    )
    table.rows.extend(measures.by_kind(judged.rows, KINDS))
    return table


def _reliability(judged: JudgedSet) -> Table:
    error = measures.calibration_error(judged.rows)
    table = Table(
        f"{judged.name}: what a score means",
        ("score", "sections", "mean score", "worth keeping"),
        notes=[f"expected calibration error over {measures.BINS} bins: {error:.3f}"],
    )
    for one in measures.reliability(judged.rows):
        table.rows.append((f"{one.low:.1f} to {one.high:.1f}", one.rows, one.score, one.share))
    return table


def traps_table(caught: Mapping[str, Caught]) -> Table:
    """What was planted and what of it was copied."""
    table = Table(
        "What must never be copied",
        ("planted", "logs", "own lines stored", "copied"),
        notes=[
            (
                "looked for in every byte that a run writes: MEMORY.md, proposals, records, state; own lines stored: logs "
                "where the line with the secret, or any line beside the region, was stored"
            )
        ],
    )
    table.rows.extend((name, one.planted, one.stored, one.copied) for name, one in caught.items())
    return table


def values_of(judged: JudgedSet, gate: float) -> dict[str, Any]:
    """Everything in the tables as plain values by name."""
    rows = judged.rows
    above = measures.gate(rows, gate)
    weakest, share = measures.weakest_language(rows)
    return {
        "weights": judged.how,
        "notes": list(judged.notes),
        "n": len(rows),
        "lesson_fix": _rates(measures.pairs(rows)),
        "durable": _rates(measures.durable(rows)),
        "high_confidence": _rates(measures.durable([row for row in rows if row.sure])),
        "lines": _rates(measures.lines(rows)),
        "gate": {
            "threshold": gate,
            "precision": _round(above.precision),
            "coverage": _round(above.recall),
            "count": above.taken,
            "applied": sum(1 for row in rows if row.applied),
        },
        "ece": _round(measures.calibration_error(rows)),
        "reliability": [_bin(one) for one in measures.reliability(rows)],
        "languages": {
            name: {"durable": _rates(score), "lesson_fix": _rates(pair)}
            for name, (score, pair) in measures.by_language(rows).items()
        },
        "weakest_language": {"language": weakest, "share_of_recall": _round(share)},
        "kinds": {name: _kind(*counts) for name, *counts in measures.by_kind(rows, KINDS)},
        "baselines": {
            name: {
                "lesson_fix": _rates(measures.pairs(some)),
                "durable": _rates(measures.durable(some)),
                "lines": _rates(measures.lines(some)),
            }
            for name, some in judged.rules.items()
        },
    }


def _bin(one: Bin) -> dict[str, float | int]:
    return {
        "low": one.low,
        "high": one.high,
        "n": one.rows,
        "score": _round(one.score),
        "kept": _round(one.share),
    }


def _kind(count: int, found: int, right: int, called: int) -> dict[str, int]:
    return {"n": count, "found": found, "right": right, "called": called}


def _rates(score: Score) -> dict[str, float | int]:
    return {
        "precision": _round(score.precision),
        "recall": _round(score.recall),
        "f1": _round(score.f1),
        "hits": score.hits,
        "found": score.taken,
        "wanted": score.wanted,
    }


def _round(value: float) -> float:
    return round(value, 4)
