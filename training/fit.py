"""Learns the scorer's weights from labelled rows; the same rows give the same weights, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from daykeep.distill.score.model import GRAIN, Head, Weights
from daykeep.memory.items import KINDS
from training.calibrate import choose_threshold, fit_curve
from training.matrices import Table, line_table, samples_of, section_table
from training.rows import NONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.matrices import Sample

INNER_FOLDS = 7
PAIR_KINDS = ("lesson", "problem_fix")


class Settings(NamedTuple):
    """What was chosen by cross-validation over workspaces.

    ``strength`` is the inverse of the penalty, ``feature_scale`` how cheap features are against words, ``rarity``
    caps what a rare feature gains; a word counts from ``word_workspaces`` workspaces on. ``low`` and ``uncertain`` and
    ``own`` weigh rows of low confidence, of the uncertain stratum, and written for this project. ``effect`` scales
    the intercept that each workspace has while fitting.
    """

    strength: float = 3.0
    feature_scale: float = 0.05
    rarity: float = 3.0
    word_workspaces: int = 3
    low: float = 0.5
    uncertain: float = 0.5
    own: float = 0.5
    effect: float = 0.5
    line_strength: float = 3.0
    line_scale: float = 0.05


CHOSEN = Settings()


class Rows(NamedTuple):
    """Everything that is fitted on: samples, their tables and how much each weighs."""

    samples: list[Sample]
    sections: Table
    lines: Table
    line_of: np.ndarray
    labels: np.ndarray
    essential: np.ndarray
    workspaces: np.ndarray
    weight: np.ndarray
    judged: np.ndarray
    """How much a row counts for calibration and thresholds: what looks like ordinary logs counts most."""

    def pick(self, on: np.ndarray) -> Rows:
        """The rows where ``on`` is true."""
        places = np.flatnonzero(on)
        lines = np.flatnonzero(on[self.line_of])
        renumbered = np.cumsum(on) - 1
        return Rows(
            [self.samples[place] for place in places],
            self.sections.pick(places),
            self.lines.pick(lines),
            renumbered[self.line_of[lines]],
            self.labels[places],
            self.essential[lines],
            self.workspaces[places],
            self.weight[places],
            self.judged[places],
        )


def gather(rows: Sequence[dict[str, Any]], settings: Settings = CHOSEN) -> Rows:
    """Read the rows once; :func:`fit_rows` and cross-validation pick from the result."""
    samples = samples_of(rows)
    of = [rows[sample.row] for sample in samples]
    line_of = np.array(
        [place for place, sample in enumerate(samples) for _ in sample.reading.lines], dtype=int
    )
    essential = [line.number in sample.essential for sample in samples for line in sample.reading.lines]
    workspaces = np.array([row["workspace"] for row in of])
    return Rows(
        samples,
        section_table(samples),
        line_table(samples),
        line_of,
        np.array([sample.label for sample in samples]),
        np.array(essential, dtype=bool),
        workspaces,
        _row_weights(of, workspaces, settings),
        np.array([_judged_weight(row) for row in of]),
    )


def _row_weights(of: Sequence[dict[str, Any]], workspaces: np.ndarray, settings: Settings) -> np.ndarray:
    base = np.array(
        [
            settings.own
            if row["part"] == "own"
            else (1.0 if row["confidence"] == "high" else settings.low)
            * (settings.uncertain if row["stratum"] == "uncertain" else 1.0)
            for row in of
        ]
    )
    given = np.array([row["part"] != "own" for row in of])
    totals = {name: base[workspaces == name].sum() for name in sorted(set(workspaces))}
    shares = np.array([10 * totals[name] ** -0.5 for name in workspaces])
    return np.where(given, base * shares, base)


def _judged_weight(row: dict[str, Any]) -> float:
    if row["part"] == "own":
        return 0.0
    if row["part"] == "gold_dev":
        return 3.0
    return 1.0 if row["stratum"] in {"cue", "nocue"} else 0.2


def fit(rows: Sequence[dict[str, Any]], settings: Settings = CHOSEN) -> Weights:
    """The weights that the rows teach, as ``extract_full`` takes them."""
    return fit_rows(gather(rows, settings), settings)


def fit_rows(rows: Rows, settings: Settings = CHOSEN) -> Weights:
    """The weights of gathered rows; calibration and thresholds come from folds by workspace inside them."""
    heads = {name: head for name, (head, _) in _fit_heads(rows, settings).items()}
    durable, pair, line = (
        np.zeros(len(rows.samples)),
        np.zeros(len(rows.samples)),
        np.zeros(len(rows.line_of)),
    )
    for fold in folds_of(rows.workspaces, INNER_FOLDS):
        test = np.isin(rows.workspaces, fold)
        inner, held = rows.pick(~test), rows.pick(test)
        if not len(held.samples):
            continue
        fitted = _fit_heads(inner, settings, only=("durable", "lesson_fix", "line"))
        durable[test] = sums(fitted["durable"][0], held.sections)
        pair[test] = sums(fitted["lesson_fix"][0], held.sections)
        line[test[rows.line_of]] = sums(fitted["line"][0], held.lines)
    kept = rows.labels != NONE
    keep = choose_threshold(durable, kept, rows.judged)
    return Weights(
        heads,
        fit_curve(durable, kept, rows.judged),
        keep,
        _choose_pair(rows, durable, pair, keep),
        _choose_line(rows, line),
    )


def _choose_pair(rows: Rows, durable: np.ndarray, pair: np.ndarray, keep: int) -> int:
    wanted = np.isin(rows.labels, PAIR_KINDS)
    found = np.where(durable >= keep, pair, pair.min() - 1)
    return choose_threshold(found, wanted, rows.judged)


def _choose_line(rows: Rows, line: np.ndarray) -> int:
    durable = (rows.labels != NONE)[rows.line_of]
    return choose_threshold(line[durable], rows.essential[durable], rows.judged[rows.line_of][durable])


def folds_of(workspaces: np.ndarray, count: int) -> list[list[str]]:
    """Workspaces dealt into folds of like size, the largest first; the same every time."""
    names, sizes = np.unique(workspaces, return_counts=True)
    folds: list[list[str]] = [[] for _ in range(count)]
    loads = [0] * count
    for place in sorted(range(len(names)), key=lambda p: (-sizes[p], names[p])):
        lightest = loads.index(min(loads))
        folds[lightest].append(str(names[place]))
        loads[lightest] += int(sizes[place])
    return folds


def sums(head: Head, table: Table) -> np.ndarray:
    """The sums of a head over a table, in thousandths of a logit, as the run time adds them up (up to rounding)."""
    words = np.zeros(table.words.shape[1])
    for bucket, weight in head.words.items():
        words[bucket] = weight
    total: np.ndarray = head.bias + table.features @ np.array(head.features) + np.floor(table.words @ words)
    return total


def _fit_heads(
    rows: Rows, settings: Settings, only: Sequence[str] | None = None
) -> dict[str, tuple[Head, None]]:
    durable = rows.labels != NONE
    pairs = np.isin(rows.labels, PAIR_KINDS)
    found: dict[str, tuple[Head, None]] = {}
    if only is None or "durable" in only:
        found["durable"] = (_fit_head(rows.sections, durable, rows.weight, rows.workspaces, settings), None)
    if only is None or "lesson_fix" in only:
        found["lesson_fix"] = (_fit_head(rows.sections, pairs, rows.weight, rows.workspaces, settings), None)
    if only is None or "line" in only:
        on = np.flatnonzero(durable[rows.line_of])
        sizes = np.bincount(rows.line_of, minlength=len(rows.samples))
        weight = (rows.weight / np.sqrt(np.maximum(sizes, 1)))[rows.line_of]
        line_settings = settings._replace(
            strength=settings.line_strength, feature_scale=settings.line_scale, word_workspaces=2
        )
        found["line"] = (
            _fit_head(
                rows.lines.pick(on),
                rows.essential[on],
                weight[on],
                rows.workspaces[rows.line_of][on],
                line_settings,
            ),
            None,
        )
    for kind in KINDS:
        if only is None or kind in only:
            on = np.flatnonzero(durable)
            found[kind] = (
                _fit_head(
                    rows.sections.pick(on),
                    rows.labels[on] == kind,
                    rows.weight[on],
                    rows.workspaces[on],
                    settings,
                ),
                None,
            )
    return found


def _fit_head(
    table: Table, wanted: np.ndarray, weight: np.ndarray, workspaces: np.ndarray, settings: Settings
) -> Head:
    """A logistic regression with an intercept for each workspace, which is dropped afterwards."""
    if wanted.all() or not wanted.any():
        return Head(GRAIN * (9 if wanted.any() else -9), (0,) * table.features.shape[1], {})
    share = np.asarray(table.features.mean(0)).ravel()
    spread = np.sqrt(np.maximum(share * (1 - share), 0))
    scale = (
        np.where(spread > 1e-4, np.minimum(1 / (spread + 1e-6), settings.rarity), 0) * settings.feature_scale
    )
    names = sorted(set(workspaces))
    places = [names.index(name) for name in workspaces]
    effects = csr_matrix(
        (np.full(len(places), settings.effect), (np.arange(len(places)), places)),
        shape=(len(places), len(names)),
    )
    reach = np.asarray(((effects.T @ (table.words != 0).astype(float)) > 0).sum(0)).ravel()
    kept = np.flatnonzero(reach >= settings.word_workspaces)
    matrix = hstack([table.features.multiply(scale[None, :]), table.words[:, kept], effects]).tocsr()
    model = LogisticRegression(
        C=settings.strength, solver="liblinear", dual=True, max_iter=1000, tol=1e-4, random_state=0
    )
    model.fit(matrix, wanted, sample_weight=weight)
    learned = model.coef_[0]
    width = table.features.shape[1]
    features = np.rint(learned[:width] * scale * GRAIN).astype(int)
    words = np.rint(learned[width : width + len(kept)] * GRAIN).astype(int)
    return Head(
        int(np.rint(model.intercept_[0] * GRAIN)),
        tuple(features.tolist()),
        {int(bucket): int(word) for bucket, word in zip(kept, words, strict=True) if word},
    )
