"""A known miss is shown, excused while it gets no worse, and taken off the list when its goal is met."""

from __future__ import annotations

import json

import pytest

from benchmarks import harness, misses, report
from benchmarks.harness import Figure, run
from benchmarks.misses import Miss, is_excused

KNOWN = (Miss("b", "quality", 0.7, "it is hard"),)


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(misses, "MISSES", KNOWN)
    monkeypatch.setattr(report, "MISSES", KNOWN)


@pytest.mark.parametrize(("value", "fine"), [(0.69, False), (0.7, True), (0.75, True)])
def test_miss_is_excused_until_it_gets_worse(known, value, fine):
    assert is_excused("b", "quality", value, at_least=True) is fine
    assert is_excused("b", "other", value, at_least=True) is False
    assert is_excused("c", "quality", value, at_least=True) is False


def test_miss_of_an_upper_bound_gets_worse_upwards(known):
    assert [is_excused("b", "quality", value, at_least=False) for value in (0.7, 0.71)] == [True, False]


@pytest.mark.parametrize(
    ("name", "value", "code"), [("quality", 0.72, 0), ("quality", 0.6, 1), ("other", 0.72, 1)]
)
def test_run_fails_for_what_is_missed_and_not_excused(known, capsys, name, value, code):
    assert run("b", "B", lambda _: ([], [Figure(name, value, "", 0.8)]), arguments=[]) == code
    assert "MISSED" in capsys.readouterr().out


def test_page_names_the_miss_and_its_reason(known):
    figure = {"value": 0.72, "unit": "", "goal": ">= 0.8", "met": False}
    machine = {"cores": 2, "processor": "P", "memory_gib": 4, "system": "Linux", "python": "3.11"}
    result = {
        "benchmark": "b",
        "title": "B",
        "date": "2026-01-02",
        "commit": "abc",
        "machine": machine,
        "tables": [],
    }
    text = report.render_page([{**result, "figures": {"quality": figure}}])
    assert "| quality | 0.72  | >= 0.8 | no |" in text
    assert "- **quality**: it is hard" in text


def test_json_without_a_file_is_all_that_is_printed(capsys):
    more = {"measures": {"n": 3}}
    assert run("b", "B", lambda _: ([], [Figure("f", 1.0, "x")], more), arguments=["--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["benchmark"], printed["measures"], printed["figures"]["f"]["value"]) == (
        "b",
        {"n": 3},
        1.0,
    )


def test_json_into_a_file_leaves_the_tables_on_the_screen(capsys, tmp_path):
    out = tmp_path / "deep" / "r.json"
    harness.run("b", "B", lambda _: ([], [Figure("f", 1.0, "x")]), arguments=["--json", str(out)])
    assert "f: 1.00 x" in capsys.readouterr().out
    assert json.loads(out.read_text(encoding="utf-8"))["title"] == "B"
