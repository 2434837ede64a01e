"""Fitting the weights of the ranking."""

from __future__ import annotations

import pytest

pytest.importorskip("scipy", reason="the train extra is not installed (scripts/train_scorer installs it)")

import numpy as np

from daykeep.search.rank.weights import WEIGHTS
from training.ranking import Sample, fit, judge, recall, report


def sample(dealer, *, size=3, sign=0, passages=12):
    """A question whose answer has the largest value of one sign, and noise in the others."""
    signs = dealer.random((passages, size))
    return Sample(signs, [int(signs[:, sign].argmax())], 1)


def test_the_sign_that_marks_the_answers_gets_the_weight():
    dealer = np.random.default_rng(7)
    weights = fit([sample(dealer, sign=1) for _ in range(80)])
    assert weights[1] > 3 * max(abs(weights[0]), abs(weights[2]))


def test_recall_counts_answers_that_no_passage_holds_as_missed():
    signs = np.array([[1.0], [0.5], [0.0]])
    assert recall([Sample(signs, [0, 2], 4)], np.array([1.0]), first=2) == pytest.approx(25)
    assert recall([Sample(signs, [0, 2], 4)], np.array([-1.0]), first=1) == pytest.approx(25)


def test_a_stronger_penalty_keeps_the_weights_smaller():
    dealer = np.random.default_rng(3)
    samples = [sample(dealer) for _ in range(20)]
    assert np.linalg.norm(fit(samples, penalty=50)) < np.linalg.norm(fit(samples, penalty=0.1))


def test_questions_with_several_answers_are_judged_apart():
    found, lost = np.array([[1.0], [0.0]]), np.array([[0.0]] + [[1.0]] * 20)
    judged = judge([Sample(found, [0], 1), Sample(lost, [0], 1, several=True)], np.array([1.0]))
    assert judged == (50, 50, 0)


def test_the_report_names_every_weight_and_every_way_to_leave_out_half_of_the_conversations():
    dealer = np.random.default_rng(5)
    halves = [[sample(dealer, size=len(WEIGHTS)) for _ in range(4)] for _ in range(4)]
    lines = report(halves).splitlines()
    ways = [line.split("  ")[0] for line in lines if " shipped " in line][:6]
    assert ways == ["1 2", "1 3", "1 4", "2 3", "2 4", "3 4"]
    assert lines[1].split()[:5] == ["1", "2", "3", "4", "fitted"]
    assert [line.split()[0] for line in lines[-len(WEIGHTS) :]] == list(WEIGHTS._fields)


def test_the_report_judges_by_what_was_not_fitted():
    dealer = np.random.default_rng(9)
    size = len(WEIGHTS)
    halves = [[sample(dealer, size=size, sign=place) for _ in range(40)] for place in (0, 0, 1, 1)]
    rows = [line.split() for line in report(halves).splitlines() if " fitted " in line]
    values = {tuple(row[:4]): float(row[5]) for row in rows if row[0].isdigit()}
    assert values["1", "3", "2", "4"] > values["1", "2", "3", "4"]
