import pytest

pytest.importorskip("sklearn", reason="the train extra is not installed (scripts/train_scorer installs it)")

import numpy as np

from daykeep.distill.score.model import render_weights
from training.calibrate import at_share, choose_threshold, fit_curve
from training.crossvalidate import crossvalidate
from training.figures import count, judged, report
from training.fit import fit, folds_of, gather, sums
from training.rows import NONE, load_rows


@pytest.fixture(scope="module")
def rows():
    own = [row for row in load_rows() if row["part"] == "own"]
    return own[::4]


def test_same_rows_teach_the_same_weights_byte_for_byte(rows):
    assert render_weights(fit(rows)) == render_weights(fit(rows))


def test_fitted_sums_are_those_of_the_run_time(rows):
    from daykeep.distill.score.judge import Judge

    gathered = gather(rows)
    weights = fit(rows)
    judge = Judge(weights)
    fitted = sums(weights.heads["durable"], gathered.sections)
    run = [judge.judge(sample.reading).total for sample in gathered.samples]
    assert np.abs(fitted - np.array(run)).max() <= 6  # each of five spaces is rounded down once


def test_left_out_workspaces_are_judged_better_than_by_chance(rows):
    renamed = [
        row | {"workspace": f"w{place % 3}", "part": "gold_dev" if place % 2 else "own"}
        for place, row in enumerate(rows)
    ]
    own = [row | {"workspace": "own-" + row["workspace"]} if row["part"] == "own" else row for row in renamed]
    results = list(crossvalidate(own, folds=3))
    assert len(results) == sum(row["part"] == "gold_dev" for row in own)
    found = [judged(row, extraction) for row, extraction in results]
    _, precision, recall = count(found, lambda one: one.row["label"] != NONE, lambda one: bool(one.kind))
    share = sum(one.row["label"] != NONE for one in found) / len(found)
    assert precision > share + 0.1
    assert recall > 0.5
    assert "durable F1" in report(results)


def test_folds_hold_every_workspace_once_and_are_of_like_size():
    names = np.array(["a"] * 9 + ["b"] * 5 + ["c"] * 4 + ["d"])
    assert folds_of(names, 2) == [["a", "d"], ["b", "c"]]


def test_threshold_lies_between_the_last_taken_and_the_first_left():
    sums_found, wanted = np.array([900, 800, 100, -500]), np.array([True, True, False, False])
    assert 100 < choose_threshold(sums_found, wanted, np.ones(4)) <= 800


def test_threshold_keeps_to_a_precision_where_one_reaches_it():
    found, wanted = np.array([900, 800, 100, 50, -500]), np.array([True, False, True, True, False])
    assert choose_threshold(found, wanted, np.ones(5)) <= 50
    assert 800 < choose_threshold(found, wanted, np.ones(5), least=0.9) <= 900
    assert (
        choose_threshold(found, ~wanted, np.ones(5), least=0.9) <= -500
    )  # never that precise: the best of all


def test_weights_are_brought_to_a_share():
    wanted = np.array([True, False, False, False])
    weight = at_share(wanted, np.ones(4), 0.5)
    assert weight[wanted].sum() == pytest.approx(weight[~wanted].sum())


def test_curve_rises_through_the_observed_shares():
    chance = np.random.default_rng(1)
    found = chance.normal(0, 1500, 4000)
    wanted = chance.random(4000) < 1 / (1 + np.exp(-found / 1000))
    corners = {
        round(probability / 10_000, 1): total
        for total, probability in fit_curve(found, wanted, np.ones(4000))
    }
    assert abs(corners[0.5]) < 700
