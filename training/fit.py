"""Learns the scorer's weights from labelled rows; the same rows give the same weights, byte for byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from daykeep.distill.score.features import SECTION_FEATURES
from daykeep.distill.score.judge import pair_sum
from daykeep.distill.score.model import GRAIN, PAIRED, Head, Weights
from daykeep.distill.score.tokens import BUCKETS, SPACES
from daykeep.memory.items import KINDS
from training.calibrate import at_share, choose_threshold, fit_curve
from training.matrices import Table, gate_table, line_table, samples_of, section_table
from training.rows import NONE, OWN_PREFIX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.matrices import Sample

INNER_FOLDS = 7
OPENING_SPACES = SPACES.index("opening")
"""From here on the spaces hold the first words of lines."""
LEAST_WORD = 25
"""Words that weigh less (in thousandths of a logit, before the root) are left out of the file."""


BLOCK_SCALES = {
    "heading": 2.0, "parent": 0.5, "above": 1.5, "some": 0.2, "several": 0.2, "many": 0.5, "third": 0.5, "most": 0.5,
    "label": 0.25, "last": 0.5, "first": 0.8, "lead": 1.5, "label_or_heading": 1.5, "line": 0.4, "lines": 0.4,
    "chars": 0.5, "per_line": 0.5, "parents": 3.0, "concepts": 0.5, "peak": 0.5, "count": 0.4, "shape:h_number": 0.4,
    "shape:h_colon_end": 2.0, "shape:labelled_pair": 0.5,
}  # fmt: skip
"""How cheap a block of section features, or one feature of it, is against the others (1)."""
WORD_SCALES = (0.5, 0.6, 0.6, 0.5, 1.0)
"""How cheap words of each space are."""


class Settings(NamedTuple):
    """What was chosen by cross-validation over workspaces.

    ``strength`` is the inverse of the penalty, ``feature_scale`` how cheap features are against words, ``rarity``
    caps what a rare feature gains; a word counts from ``word_workspaces`` workspaces on. ``low`` and ``uncertain`` and
    ``own`` weigh rows of low confidence, of the uncertain stratum, and written for this project; ``own_features`` and
    ``own_words`` are how freely the own rows may differ from all others. ``effect`` scales the intercept that each
    workspace has while fitting; no opening word weighs more than ``word_cap`` logits, however few lines a section has;
    ``gate_loss`` is the share of kept sections that the first look may lose. Sections are kept from the sum on that finds
    most at ``keep_precision``, where ``keep_share`` of all sections are worth keeping.
    """

    strength: float = 3.0
    feature_scale: float = 0.05
    rarity: float = 3.0
    word_workspaces: int = 3
    low: float = 0.3
    uncertain: float = 0.5
    own: float = 1.0
    own_features: float = 2.0
    own_words: float = 2.0
    effect: float = 0.5
    kind_strength: float = 3.0
    line_strength: float = 3.0
    line_scale: float = 0.05
    blocks: tuple[tuple[str, float], ...] = tuple(BLOCK_SCALES.items())
    words: tuple[float, ...] = WORD_SCALES
    word_cap: float = 0.6
    line_words: float = 0.5
    keep_precision: float = 0.8
    keep_share: float = 0.47
    gate_loss: float = 0.005


CHOSEN = Settings()


class Rows(NamedTuple):
    """Everything that is fitted on: samples, their tables and how much each weighs."""

    samples: list[Sample]
    sections: Table
    gates: Table
    lines: Table
    line_of: np.ndarray
    labels: np.ndarray
    essential: np.ndarray
    workspaces: np.ndarray
    weight: np.ndarray
    judged: np.ndarray
    """How much a row counts for calibration and thresholds: what looks like ordinary logs counts most."""
    usual: np.ndarray
    """The same for what is kept: 1 for ordinary logs, however sure the reader was, and 0 for all others."""

    def pick(self, on: np.ndarray) -> Rows:
        """The rows where ``on`` is true."""
        places = np.flatnonzero(on)
        lines = np.flatnonzero(on[self.line_of])
        renumbered = np.cumsum(on) - 1
        return Rows(
            [self.samples[place] for place in places],
            self.sections.pick(places),
            self.gates.pick(places),
            self.lines.pick(lines),
            renumbered[self.line_of[lines]],
            self.labels[places],
            self.essential[lines],
            self.workspaces[places],
            self.weight[places],
            self.judged[places],
            self.usual[places],
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
        gate_table(samples),
        line_table(samples),
        line_of,
        np.array([sample.label for sample in samples]),
        np.array(essential, dtype=bool),
        workspaces,
        _row_weights(of, workspaces, settings),
        _counted([_judged_weight(row) for row in of]),
        _counted([_usual_weight(row) for row in of]),
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


def _counted(given: list[float]) -> np.ndarray:
    """What counts; where there are own rows only, all of them do."""
    weights = np.array(given)
    return weights if weights.any() else np.ones(len(given))


def _usual_weight(row: dict[str, Any]) -> float:
    return float(row["part"] == "gold_dev" or (row["part"] == "train" and row["stratum"] in {"cue", "nocue"}))


def _judged_weight(row: dict[str, Any]) -> float:
    if row["part"] == "own":
        return 0.0
    sure = 1.0 if row["confidence"] == "high" else 0.2
    if row["part"] == "gold_dev":
        return 3.0 * sure
    return sure * (1.0 if row["stratum"] in {"cue", "nocue"} else 0.2)


def fit(rows: Sequence[dict[str, Any]], settings: Settings = CHOSEN) -> Weights:
    """The weights that the rows teach, as ``extract_full`` takes them."""
    return fit_rows(gather(rows, settings), settings)


def fit_rows(rows: Rows, settings: Settings = CHOSEN) -> Weights:
    """The weights of gathered rows; calibration and thresholds come from folds by workspace inside them."""
    heads = _fit_heads(rows, settings)
    names = [name for name in heads if name != "line"]
    found = {name: np.zeros(len(rows.samples), dtype=int) for name in names}
    line = np.zeros(len(rows.line_of), dtype=int)
    for fold in folds_of(rows.workspaces, INNER_FOLDS):
        test = np.isin(rows.workspaces, fold)
        inner, held = rows.pick(~test), rows.pick(test)
        if not held.judged.any():
            continue  # own rows alone: they don't count for what is chosen below
        fitted = _fit_heads(inner, settings)
        for name in names:
            found[name][test] = sums(fitted[name], held.gates if name == "gate" else held.sections)
        line[test[rows.line_of]] = sums(fitted["line"], held.lines)
    kept = rows.labels != NONE
    usual = at_share(kept, rows.usual, settings.keep_share)
    keep = choose_threshold(found["durable"], kept, usual, least=settings.keep_precision)
    curve = fit_curve(found["durable"], kept, rows.judged)
    gate = _choose_gate(rows, found, keep, settings)
    return Weights(heads, curve, gate, keep, _choose_pair(rows, found, keep), _choose_line(rows, line))


def _choose_gate(rows: Rows, found: dict[str, np.ndarray], keep: int, settings: Settings) -> int:
    """The sum that all but a small share of the sections to keep reach, out of their fold."""
    passing = found["gate"][(found["durable"] >= keep) & (rows.judged > 0)]
    return int(np.floor(np.quantile(passing, settings.gate_loss))) if len(passing) else -(10**9)


def _choose_pair(rows: Rows, found: dict[str, np.ndarray], keep: int) -> int:
    pairs = np.array(
        [
            pair_sum(durable, pair, {name: int(found[name][place]) for name in KINDS})
            for place, (durable, pair) in enumerate(zip(found["durable"], found["lesson_fix"], strict=True))
        ]
    )
    below = pairs.min() - 1
    return choose_threshold(
        np.where(found["durable"] >= keep, pairs, below), np.isin(rows.labels, PAIRED), rows.judged
    )


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


def _fit_heads(rows: Rows, settings: Settings, only: Sequence[str] | None = None) -> dict[str, Head]:
    durable = rows.labels != NONE
    everything, kept = np.arange(len(durable)), np.flatnonzero(durable)
    questions = {
        "durable": (everything, durable),
        "lesson_fix": (everything, np.isin(rows.labels, PAIRED)),
        **{kind: (kept, rows.labels[kept] == kind) for kind in KINDS},
    }
    scales = _block_scales(settings)
    found = {}
    for name, (on, wanted) in questions.items():
        if only is None or name in only:
            weighed = Weighed(rows.sections.pick(on), wanted, rows.weight[on], rows.workspaces[on])
            tuned = settings._replace(strength=settings.kind_strength) if name in KINDS else settings
            found[name] = _fit_head(weighed, scales, np.array(settings.words), tuned)
    if only is None or "gate" in only:
        weighed = Weighed(rows.gates, durable, rows.weight, rows.workspaces)
        scales = np.full(rows.gates.features.shape[1], settings.feature_scale)
        found["gate"] = _fit_head(weighed, scales, np.array(settings.words), settings)
    if only is None or "line" in only:
        on = np.flatnonzero(durable[rows.line_of])
        sizes = np.bincount(rows.line_of, minlength=len(rows.samples))
        weight = (rows.weight / np.sqrt(np.maximum(sizes, 1)))[rows.line_of]
        weighed = Weighed(
            rows.lines.pick(on), rows.essential[on], weight[on], rows.workspaces[rows.line_of][on]
        )
        tuned = settings._replace(strength=settings.line_strength)
        scales = np.full(rows.lines.features.shape[1], settings.line_scale)
        found["line"] = _fit_head(weighed, scales, np.full(len(settings.words), settings.line_words), tuned)
    return found


class Weighed(NamedTuple):
    """What one head is fitted on: texts, the answers, how much each counts and the workspace it is from."""

    table: Table
    wanted: np.ndarray
    weight: np.ndarray
    workspaces: np.ndarray


def _block_scales(settings: Settings) -> np.ndarray:
    given = dict(settings.blocks)
    scales = [given.get(name, given.get(name.partition(":")[0], 1.0)) for name in SECTION_FEATURES]
    return settings.feature_scale * np.array(scales)


def _fit_head(rows: Weighed, scales: np.ndarray, word_scales: np.ndarray, settings: Settings) -> Head:
    """A logistic regression with what is only true of one workspace, or of the own rows, taken out afterwards."""
    table, wanted = rows.table, rows.wanted
    if wanted.all() or not wanted.any():
        return Head(GRAIN * (9 if wanted.any() else -9), (0,) * table.features.shape[1], {})
    share = np.asarray(table.features.mean(0)).ravel()
    spread = np.sqrt(np.maximum(share * (1 - share), 0))
    scale = np.where(spread > 1e-4, np.minimum(1 / (spread + 1e-6), settings.rarity), 0) * scales
    names = {name: place for place, name in enumerate(sorted(set(rows.workspaces)))}
    places = np.array([names[name] for name in rows.workspaces])
    effects = csr_matrix((np.full(len(places), settings.effect), (np.arange(len(places)), places)))
    reach = np.asarray(((effects.T @ (table.words != 0).astype(float)) > 0).sum(0)).ravel()
    kept = np.flatnonzero(reach >= settings.word_workspaces)
    word_scale = word_scales[kept // BUCKETS]
    features, words = (
        table.features.multiply(scale[None, :]),
        table.words[:, kept].multiply(word_scale[None, :]),
    )
    own = np.array([float(name.startswith(OWN_PREFIX)) for name in rows.workspaces])[:, None]
    parts = [features, words, effects]
    if own.any():
        parts += [features.multiply(own * settings.own_features), words.multiply(own * settings.own_words)]
    model = LogisticRegression(
        C=settings.strength, solver="liblinear", dual=True, max_iter=1000, tol=1e-3, random_state=0
    )
    model.fit(hstack(parts).tocsr(), wanted, sample_weight=rows.weight)
    learned, width = model.coef_[0], table.features.shape[1]
    whole = np.rint(learned[:width] * scale * GRAIN).astype(int)
    weighed = learned[width : width + len(kept)] * word_scale
    capped = np.where(kept // BUCKETS >= OPENING_SPACES, settings.word_cap, np.inf)
    word_weights = np.rint(np.clip(weighed, -capped, capped) * GRAIN).astype(int)
    return Head(
        int(np.rint(model.intercept_[0] * GRAIN)),
        tuple(whole.tolist()),
        {
            int(bucket): int(word)
            for bucket, word in zip(kept, word_weights, strict=True)
            if abs(word) >= LEAST_WORD
        },
    )
