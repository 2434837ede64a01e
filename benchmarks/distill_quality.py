"""How well distillation finds what a person would keep, beside plain keyword rules, on labelled sections of real logs.

Each section stands in a daily log of its own, and the whole pipeline runs on it: extract, mask, compare, gate,
propose. Two ways:

* ``--data FILE.jsonl``: the weights that ship, on the rows of a file, each in a workspace on disk.
* without a file: cross-validation. The rows under ``DAYKEEP_DATA`` are judged by weights that were trained without the
  row's workspace. Needs the packages that train the scorer (``pip install -e '.[train]'``).
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.harness import Figure, run
from benchmarks.quality import measures
from benchmarks.quality.heldout import judge_held_out
from benchmarks.quality.rows import load_file
from benchmarks.quality.rules import RULES
from benchmarks.quality.tables import JudgedSet, tables_of, traps_table, values_of
from benchmarks.quality.traps import plant_regions, plant_secrets
from benchmarks.quality.verdicts import judge_by_rule, judge_row
from daykeep.distill.plan import Rules
from training.rows import load_rows

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from benchmarks.harness import Results
    from benchmarks.quality.rows import Judged

TITLE = "Quality of distillation: what a person would keep"
PARTS = {"judged": ("gold_dev",), "train": ("train",), "both": ("gold_dev", "train")}
NAMES = {"gold_dev": "Judged set", "train": "Training set"}
HELD_OUT = "weights trained without the section's workspace"
SHIPPED = "the weights that ship"


def _parts(text: str) -> str:
    return "judged" if text == "gold" else text


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument(
        "--crossvalidate",
        type=_parts,
        choices=tuple(PARTS),
        default=None,
        help="which labelled sections are judged where --data names no file (default both)",
    )
    parser.add_argument(
        "--folds",
        type=int,
        default=None,
        help="deal the workspaces into so many groups (default: leave one workspace out at a time)",
    )


def measure_all(options: argparse.Namespace) -> Results:
    """Judge a file by the shipped weights, or the labelled sections by held-out ones."""
    if options.data is not None and options.data.is_file():
        rows = load_file(options.data)
        sets, planted = [judge_file(rows, options.data.name)], rows
    elif options.data is not None and options.data.is_dir():
        options.crossvalidate = options.crossvalidate or "both"
        sets, planted = cross_validate(options.data, PARTS[options.crossvalidate], options.folds)
    else:
        sys.exit("no labelled sections: name a file with --data FILE.jsonl, or their folder in DAYKEEP_DATA")
    caught = {"a secret": plant_secrets(planted), "lines in a region that is skipped": plant_regions(planted)}
    gate = Rules().gate
    tables = [table for judged in sets for table in tables_of(judged, gate)]
    figures = figures_of(sets[0].rows, gate)
    figures += [
        Figure("planted secrets copied", caught["a secret"].copied, "secrets", 0, at_least=False),
        Figure(
            "lines copied from skipped regions",
            caught["lines in a region that is skipped"].copied,
            "lines",
            0,
            at_least=False,
        ),
    ]
    values = {judged.name: values_of(judged, gate) for judged in [*sets, *_shipped(options, planted)]}
    traps = {name: one._asdict() for name, one in caught.items()}
    return [*tables, traps_table(caught)], figures, {"measures": values, "traps": traps}


def _shipped(options: argparse.Namespace, rows: Sequence[dict[str, Any]]) -> list[JudgedSet]:
    """The first part by the shipped weights, which it taught: for comparing versions, not for judging."""
    if options.data.is_file():
        return []
    notes = ["these sections taught the weights: the figures flatter, and serve to notice what gets worse"]
    name = f"{NAMES[PARTS[options.crossvalidate][0]]}, shipped weights"
    return [JudgedSet(name, SHIPPED, [judge_row(row, dry_run=True) for row in rows], {}, notes)]


def judge_file(rows: Sequence[dict[str, Any]], name: str) -> JudgedSet:
    """The rows of a file, each in a workspace of its own, by the shipped weights."""
    known = _taught()
    seen = sum(1 for row in rows if _key(row) in known)
    notes = (
        [f"{seen:,} of these sections are among those that taught the weights: the figures flatter"]
        if seen
        else []
    )
    judged = [judge_row(row) for row in rows]
    return JudgedSet(name, SHIPPED, judged, _by_rules(rows), notes)


def cross_validate(
    data: Path, parts: Sequence[str], folds: int | None
) -> tuple[list[JudgedSet], list[dict[str, Any]]]:
    """The parts, judged by held-out weights, and the rows of the first part."""
    found = judge_held_out(data, parts, folds=folds)
    how = HELD_OUT if folds is None else f"{HELD_OUT}, in {folds} groups"
    sets = []
    for part in parts:
        rows = [row for row, _ in found[part]]
        sets.append(JudgedSet(NAMES[part], how, [judged for _, judged in found[part]], _by_rules(rows)))
    return sets, [row for row, _ in found[parts[0]]]


def _by_rules(rows: Sequence[dict[str, Any]]) -> dict[str, list[Judged]]:
    return {f"keyword rules, {rule.name}": [judge_by_rule(row, rule) for row in rows] for rule in RULES}


def _taught() -> set[str]:
    """The sections that taught the shipped weights, as far as they are at hand."""
    data = os.environ.get("DAYKEEP_DATA")
    return {_key(row) for row in load_rows(Path(data) if data else None)}


def _key(row: dict[str, Any]) -> str:
    return json.dumps([row["heading"], row["text"]])


def figures_of(rows: Sequence[Judged], gate: float) -> list[Figure]:
    """The figures that have goals, from the first set that was judged."""
    durable, pairs = measures.durable(rows), measures.pairs(rows)
    above = measures.gate(rows, gate)
    sure = measures.durable([row for row in rows if row.sure])
    error = measures.calibration_error(rows)
    return [
        Figure("any kind, F1", durable.f1, "", 0.82),
        Figure("any kind, precision", durable.precision, "", 0.80),
        Figure("lesson+fix, F1", pairs.f1, "", 0.82),
        Figure("lesson+fix, precision", pairs.precision, "", 0.85),
        Figure("high confidence, F1", sure.f1, "", 0.90),
        Figure("lines, F1", measures.lines(rows).f1, "", 0.72),
        Figure("at the gate, precision", above.precision, "", 0.93),
        Figure("at the gate, covered", above.recall, "", 0.30),
        Figure("calibration error", error, "", 0.06, at_least=False),
        Figure("weakest language, share of recall", measures.weakest_language(rows)[1], "", 0.60),
    ]


if __name__ == "__main__":
    sys.exit(run("distill_quality", TITLE, measure_all, options=add_options))
