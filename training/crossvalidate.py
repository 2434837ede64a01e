"""Judges the scorer on workspaces that it was not trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from daykeep.distill.extract.full import extract_full
from training.fit import CHOSEN, fit_rows, folds_of, gather
from training.rows import log_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.distill.outcomes import Extraction
    from training.fit import Settings


def crossvalidate(
    rows: Sequence[dict[str, Any]],
    *,
    folds: int | None = None,
    settings: Settings = CHOSEN,
    parts: Sequence[str] = ("gold_dev", "train"),
) -> Iterator[tuple[dict[str, Any], Extraction]]:
    """Each row of ``parts`` with what is extracted from its log by weights that never saw its workspace.

    ``folds`` None leaves one workspace out at a time; the project's own rows are in every training fold.
    """
    gathered = gather(rows, settings)
    judged = np.array([row["part"] in parts for row in rows])
    names = np.array([row["workspace"] for row in rows])
    own = {row["workspace"] for row in rows if row["part"] == "own"}
    wanted = np.array(sorted(set(names[judged]) - own))
    dealt = (
        folds_of(np.array([n for n in names if n in set(wanted)]), folds)
        if folds
        else [[name] for name in wanted]
    )
    for fold in dealt:
        weights = fit_rows(gathered.pick(~np.isin(gathered.workspaces, fold)), settings)
        for row, mine in zip(rows, judged & np.isin(names, fold), strict=True):
            if mine:
                log = log_of(row)
                yield row, extract_full(log.name, log.day, log.lines, weights=weights)
