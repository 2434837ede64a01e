"""From sums to probabilities, and from which sum on something counts."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression

from daykeep.distill.score.model import GRAIN

CORNERS = 33
LOWEST, HIGHEST = -6, 6
SHARE = 0.42
"""The share of what is worth keeping among the sections that readers were given (two sets: 0.40 and 0.47)."""


def at_share(wanted: np.ndarray, weight: np.ndarray, share: float = SHARE) -> np.ndarray:
    """Weights under which ``share`` of the rows are wanted ones, whatever the weights of unsure rows did to it."""
    mine, others = float(weight[wanted].sum()), float(weight[~wanted].sum())
    if not mine or not others:
        return weight
    return np.where(wanted, weight * share / mine, weight * (1 - share) / others) * (mine + others)


def fit_curve(sums: np.ndarray, wanted: np.ndarray, weight: np.ndarray) -> tuple[tuple[int, int], ...]:
    """Corners (sum, probability in ten-thousandths) of a logistic curve through out-of-fold sums (Platt)."""
    weight = at_share(wanted, weight)
    on = weight > 0
    model = LogisticRegression(C=1e3)
    model.fit(sums[on, None] / GRAIN, wanted[on], sample_weight=weight[on])
    slope, bias = max(float(model.coef_[0, 0]), 0.05), float(model.intercept_[0])
    return tuple(
        (round((logit - bias) / slope * GRAIN), round(10_000 / (1 + np.exp(-logit))))
        for logit in np.linspace(LOWEST, HIGHEST, CORNERS)
    )


def choose_threshold(sums: np.ndarray, wanted: np.ndarray, weight: np.ndarray, *, least: float = 0.0) -> int:
    """The sum from which on taking gives the best weighted F1 of those with a precision of ``least`` or more.

    Where nothing is that precise, the best F1 of all.
    """
    order = np.argsort(-sums, kind="stable")
    hits = np.cumsum(weight[order] * wanted[order])
    taken = np.cumsum(weight[order])
    total = float((weight * wanted).sum())
    value = 2 * hits / np.maximum(taken + total, 1e-9)
    precise = hits >= least * taken
    value = np.where(precise, value, -1) if precise.any() else value
    last = np.append(np.diff(sums[order]) != 0, True)
    best = int(np.argmax(np.where(last, value, -1)))
    following = sums[order][best + 1] if best + 1 < len(order) else sums[order][best] - 2
    return int(np.ceil((sums[order][best] + following) / 2))
