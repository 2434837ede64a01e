"""docs/benchmarks.md is what the kept results say, and every benchmark has a kept result."""

from __future__ import annotations

from typing import Any

from benchmarks.misses import MISSES, is_excused
from benchmarks.report import PAGE, RESULTS, load_results, render_page
from tests.docs.pages import REPOSITORY

NOT_BENCHMARKS = {"__init__", "harness", "report", "misses", "appenders", "loggen", "threads"}


def test_page_is_what_the_results_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_page(load_results()), "run python -m benchmarks.report"


def test_every_benchmark_has_a_kept_result() -> None:
    names = {path.stem for path in (REPOSITORY / "benchmarks").glob("*.py")} - NOT_BENCHMARKS
    assert names == {path.stem for path in RESULTS.glob("*.json")}
    for result in load_results():
        assert result["commit"], result["benchmark"]
        assert not result["commit"].endswith("+"), (
            f"{result['benchmark']} was measured with changes on top of the commit"
        )


def kept_figures() -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (result["benchmark"], name): figure
        for result in load_results()
        for name, figure in result["figures"].items()
    }


def test_every_goal_is_met_in_the_kept_results_or_its_miss_is_known_and_no_worse() -> None:
    figures = kept_figures()
    missed = [key for key, figure in figures.items() if figure["met"] is False]
    assert [
        key
        for key in missed
        if not is_excused(*key, figures[key]["value"], at_least=figures[key]["goal"].startswith(">="))
    ] == []
    assert sum(1 for figure in figures.values() if figure["met"]) >= 10


def test_every_known_miss_is_still_a_miss() -> None:
    figures = kept_figures()
    known = [(miss.benchmark, miss.figure) for miss in MISSES]
    assert len(known) == len(set(known))
    assert [key for key in known if key not in figures or figures[key]["met"] is not False] == []
    assert [miss.figure for miss in MISSES if len(miss.why) < 40] == [], "say why"


def test_numbers_verdicts_and_pipes_are_rendered() -> None:
    table = {"title": "T", "columns": ["way", "n"], "rows": [["a|b", 1234], ["c", 0.5]], "notes": ["a note"]}
    machine = {"cores": 2, "processor": "P", "memory_gib": 4, "system": "Linux", "python": "3.11"}
    figures = {"speed": {"value": 1.0, "unit": "x", "goal": "<= 2", "met": True}}
    result = {
        "benchmark": "b",
        "title": "B",
        "date": "2026-01-02T00:00:00Z",
        "commit": "abc",
        "machine": machine,
    }
    text = render_page([{**result, "tables": [table], "figures": figures}])
    assert "| a\\|b | 1,234 |\n| c | 0.50 |\n" in text
    assert "| speed | 1.00 x | <= 2 | yes |" in text
    assert "measured on 2026-01-02 at commit `abc`" in text
