"""Fitting the weights of the ranking."""

from __future__ import annotations

import numpy as np
import pytest

from daykeep.search.rank.weights import WEIGHTS
from training.ranking import Sample, fit, recall, report


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


def test_the_report_names_every_weight_and_judges_only_what_was_left_out():
    dealer = np.random.default_rng(5)
    halves = [[sample(dealer, size=len(WEIGHTS)) for _ in range(10)] for _ in range(2)]
    text = report(halves)
    assert text.count("fitted") == len(WEIGHTS) + 1
    assert "cover_subject" in text
