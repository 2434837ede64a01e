"""The benchmark of quality: its two ways, its figures, and that the shipped weights keep what was measured."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import distill_quality
from benchmarks.distill_quality import TITLE, add_options, figures_of, judge_file, measure_all
from benchmarks.harness import run
from benchmarks.quality import measures
from benchmarks.quality.heldout import held_out_weights
from benchmarks.quality.rows import load_file
from benchmarks.quality.verdicts import judge_row
from benchmarks.report import load_results
from tests.benchmarks.samples import LESSON, ROWS
from training.rows import load_rows

DATA = os.environ.get("DAYKEEP_DATA")
NEEDS_DATA = pytest.mark.skipif(not DATA, reason="DAYKEEP_DATA is not set: no labelled sections at hand")
NEEDS_TRAINING = pytest.mark.skipif(
    find_spec("sklearn") is None, reason="what trains the scorer is not installed (pip install -e '.[train]')"
)
SLACK = 0.03
"""By so much a figure may differ before the benchmark has to be run again."""


def write_rows(path, rows=ROWS):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def run_with(*arguments):
    return run("distill_quality", TITLE, measure_all, options=add_options, arguments=arguments)


def test_file_is_judged_by_the_shipped_weights(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("DAYKEEP_DATA", raising=False)
    run_with("--data", str(write_rows(tmp_path / "mine.jsonl")), "--json")
    result = json.loads(capsys.readouterr().out)
    values = result["measures"]["mine.jsonl"]
    assert (values["weights"], values["n"], values["notes"]) == ("the weights that ship", 4, [])
    assert values["durable"]["wanted"] == 2
    assert set(values["baselines"]) == {
        "keyword rules, strict",
        "keyword rules, generous",
        "keyword rules, in 12 languages",
    }
    assert values["baselines"]["keyword rules, strict"]["lesson_fix"]["hits"] == 1
    assert set(values["languages"]) == {"en", "zh"}
    assert sum(one["n"] for one in values["reliability"]) == 4
    assert result["traps"]["a secret"]["planted"] == 2
    assert result["figures"]["planted secrets copied"]["goal"] == "<= 0"


def test_rows_that_taught_the_weights_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(distill_quality, "load_rows", lambda data: [LESSON])
    judged = judge_file(load_file(write_rows(tmp_path / "mine.jsonl")), "mine.jsonl")
    assert judged.notes == [
        "1 of these sections are among those that taught the weights: the figures flatter"
    ]


def test_without_sections_it_says_where_to_name_them(monkeypatch):
    monkeypatch.delenv("DAYKEEP_DATA", raising=False)
    with pytest.raises(SystemExit, match="--data FILE"):
        run_with()


@NEEDS_DATA
@NEEDS_TRAINING
def test_held_out_weights_never_saw_the_workspace(monkeypatch):
    rows = [row for row in load_rows(Path(DATA)) if row["part"] == "gold_dev"]
    seen = []
    from training import fit

    monkeypatch.setattr(fit, "fit_rows", lambda picked: seen.append(set(picked.workspaces.tolist())))
    left_out = [
        {row["workspace"] for row in some} for some, _ in held_out_weights(rows, ("gold_dev",), folds=4)
    ]
    assert [one & two for one, two in zip(seen, left_out, strict=True)] == [set()] * 4
    assert set.union(*left_out) == {row["workspace"] for row in rows}


@NEEDS_DATA
def test_shipped_weights_are_as_good_as_the_kept_result_says():
    kept = next(result for result in load_results() if result["benchmark"] == "distill_quality")
    rows = [row for row in load_rows(Path(DATA), own=False) if row["part"] == "gold_dev"]
    judged = [judge_row(row, dry_run=True) for row in rows]
    wanted = kept["measures"]["Judged set, shipped weights"]
    assert measures.durable(judged).f1 >= wanted["durable"]["f1"] - SLACK
    assert measures.pairs(judged).f1 >= wanted["lesson_fix"]["f1"] - SLACK
    assert measures.lines(judged).f1 >= wanted["lines"]["f1"] - SLACK


@pytest.mark.soak
@NEEDS_DATA
@NEEDS_TRAINING
def test_held_out_figures_are_as_good_as_the_kept_result_says(capsys):
    run_with("--crossvalidate", "judged", "--data", str(DATA), "--json")
    now = json.loads(capsys.readouterr().out)["measures"]["Judged set"]
    kept = next(result for result in load_results() if result["benchmark"] == "distill_quality")
    for name in ("durable", "lesson_fix", "high_confidence", "lines"):
        assert now[name]["f1"] >= kept["measures"]["Judged set"][name]["f1"] - SLACK, name


def test_figures_without_rows_are_no_error():
    assert {figure.name for figure in figures_of([], 0.9)} >= {"any kind, F1", "at the gate, covered"}
