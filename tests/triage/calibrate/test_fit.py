"""Fitting gates to labelled turns."""

from __future__ import annotations

import pytest

from daykeep.triage.calibrate.fit import FEWEST, NEVER, calibrate, fit_gate, measure
from daykeep.triage.calibrate.labels import Labelled
from daykeep.triage.calibrate.lines import calibration_lines


def row(
    drop: float, label: str = "drop", *, facts: bool | None = None, pinned: bool = False, tokens: int = 10
) -> Labelled:
    shares = {"keep": 1 - drop, "compress": 0.0, "archive": 0.0, "drop": drop}
    return Labelled(shares, label, label != "drop" if facts is None else facts, tokens, pinned)


def test_the_gate_is_the_least_at_which_harm_stays_within_the_target() -> None:
    rows = [row(0.95)] * 200 + [row(0.8), row(0.8, "keep")] + [row(0.6, "keep")] * 20
    gate = fit_gate(rows, "drop", 0.01, lambda one: one.bears_facts)
    assert gate.gate == pytest.approx(0.8)
    assert (gate.passing, gate.harmful) == (202, 1)
    strict = fit_gate(rows, "drop", 0.0, lambda one: one.bears_facts)
    assert strict.gate == pytest.approx(0.95)


def test_equal_probabilities_pass_together() -> None:
    rows = [row(0.9)] * 60 + [row(0.9, "keep")] * 40
    assert fit_gate(rows, "drop", 0.01, lambda one: one.bears_facts).gate == NEVER


def test_too_few_suggestions_fit_no_gate() -> None:
    gate = fit_gate([row(0.9)] * (FEWEST - 1), "drop", 0.01, lambda one: one.bears_facts)
    assert gate.gate is None
    assert not gate.enough
    assert fit_gate([row(0.9)] * FEWEST, "drop", 0.01, lambda one: one.bears_facts).enough


def test_a_decider_that_is_always_right_half_of_the_time_it_says_so_has_no_error() -> None:
    rows = [row(0.75)] * 75 + [row(0.75, "keep")] * 25
    found = measure(rows, "drop")
    assert found.ece == pytest.approx(0.0)
    assert found.brier == pytest.approx(0.75 * 0.25)
    assert [(bin_.low, bin_.turns, bin_.share) for bin_ in found.bins] == [(0.7, 100, 0.75)]


def test_a_decider_that_is_sure_and_wrong_has_a_large_error() -> None:
    assert measure([row(0.95, "keep")] * 10, "drop").ece == pytest.approx(0.95)


def test_a_probability_of_one_falls_into_the_last_bin() -> None:
    assert measure([row(1.0)], "drop").bins[0].high == 1.0


def test_the_plainest_policies_stand_beside_the_fitted_gate() -> None:
    rows = [row(0.9)] * 50 + [row(0.2, "keep")] * 50 + [row(0.9, "keep", pinned=True)] * 5
    found = calibrate(rows)
    nulls = {null.name: null for null in found.nulls}
    assert (nulls["drop all that isn't pinned"].drops, nulls["drop all that isn't pinned"].harmful) == (
        100,
        50,
    )
    assert nulls["keep all"].tokens == 0
    assert (nulls["drop by the fitted gate"].drops, nulls["drop by the fitted gate"].harmful) == (50, 0)
    assert found.rows == 105


def test_a_skewed_scale_gets_a_gate_of_its_own() -> None:
    """All probabilities of keeping lie below 0.3, yet they rank the turns: a fitted gate uses the ranking, a fixed one can't."""
    rows = [row(0.97)] * 80 + [row(0.85, "keep")] * 60
    gate = next(one for one in calibrate(rows).gates if one.action == "drop")
    assert gate.gate == pytest.approx(0.97)
    assert gate.harmful == 0


def test_the_lines_name_gates_reliability_and_the_plainest_policies() -> None:
    text = "\n".join(calibration_lines(calibrate([row(0.9)] * 50 + [row(0.2, "keep")] * 50)))
    assert "gate_drop: 0.9" in text
    assert "gate_compress: as it is" in text
    assert "calibration error" in text
    assert "drop all that isn't pinned" in text
    assert "gate_drop: 1  (no gate" in "\n".join(calibration_lines(calibrate([row(0.9, "keep")] * 50)))


def test_no_rows_at_all_are_no_error() -> None:
    assert calibrate([]).ece == 0.0
