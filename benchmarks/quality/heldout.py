"""Judges rows by weights that were trained without the rows' workspace.

Needs what trains the scorer (the extra ``train``), and nothing of it is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchmarks.quality.verdicts import judge_row
from training.rows import load_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from benchmarks.quality.rows import Judged
    from daykeep.distill.score.model import Weights


def judge_held_out(
    data: Path, parts: Sequence[str], *, folds: int | None = None
) -> dict[str, list[tuple[dict[str, Any], Judged]]]:
    """The rows of each part, each with what weights extract that saw no row of its workspace.

    ``folds`` is how many groups the workspaces are dealt into; None leaves one out at a time. Rows that were written
    for the project teach every fold and are not judged.
    """
    found: dict[str, list[tuple[dict[str, Any], Judged]]] = {part: [] for part in parts}
    for rows, weights in held_out_weights(load_rows(data), parts, folds=folds):
        for row in rows:
            found[row["part"]].append((row, judge_row(row, weights=weights, dry_run=True)))
    return found


def held_out_weights(
    rows: Sequence[dict[str, Any]], parts: Sequence[str], *, folds: int | None = None
) -> Iterator[tuple[list[dict[str, Any]], Weights]]:
    """The rows of some workspaces, with weights that all other rows taught."""
    fit = import_module("training.fit")
    numpy = import_module("numpy")
    gathered = fit.gather(rows)
    judged = [row for row in rows if row["part"] in parts]
    names = sorted({row["workspace"] for row in judged})
    dealt = (
        fit.folds_of(numpy.array([row["workspace"] for row in judged]), folds)
        if folds
        else [[name] for name in names]
    )
    for fold in dealt:
        left_out = set(fold)
        weights = fit.fit_rows(gathered.pick(~numpy.isin(gathered.workspaces, fold)))
        yield [row for row in judged if row["workspace"] in left_out], weights
