"""The log of checks: what is appended can be read back, and says why."""

import json

import pytest

from daykeep.files.store import Files
from daykeep.transcripts.usage.usage import read_usage
from daykeep.triage.economics.cost import cost_of
from daykeep.triage.economics.prices import ANTHROPIC
from daykeep.triage.economics.realised import compare, predict
from daykeep.triage.economics.verdict import Situation, weigh
from daykeep.triage.log.book import LogBook
from daykeep.triage.log.record import Header, Judge, Judged, Made, check_record, outcome_record, unit_record
from daykeep.triage.log.why import why_lines
from daykeep.triage.model import Decision, Distribution, Gate
from daykeep.triage.trigger.trigger import Trigger

HEADER = Header("2026-11-30T10:00:00Z", "s1", "K1", "abc")
TRIGGER = Trigger(True, "above", "12,300 tokens", 12_300, 10_000, 6_000, "usage", 900, 12_000)
LIKELY = Distribution("U3", {"keep": 0.1, "drop": 0.8, "compress": 0.05, "archive": 0.05}, confidence=0.73)
DECISION = Decision(
    "U3", "drop", "archive", "it holds an order number", (Gate("fact veto", False, "ord_91"),), LIKELY
)
JUDGED = Judged("U3", "f00d", 120, clipped=True, coverage=0.4)


def records():
    cost = cost_of(ANTHROPIC, removed=5_000, rewritten=7_000)
    verdict = weigh(Situation(12_300, window=200_000), cost, ttl_seconds=300)
    whole = check_record(
        HEADER, TRIGGER, judge=Judge("rules", "1"), outcome="committed", reason="above", counts={"archive": 1},
        tokens_after=7_000, cost=cost, verdict=verdict, prediction=predict(prefix=100, rewritten=7_000),
    )  # fmt: skip
    return [whole, unit_record(HEADER, JUDGED, DECISION, Made(stored_id="A1", validation={"missing": ["7"]}))]


def test_what_was_appended_is_read_back_by_kind_check_and_unit(tmp_path):
    book = LogBook(Files(tmp_path), "s")
    book.append(records())
    assert [one["outcome"] for one in book.checks()] == ["committed"]
    assert [one["final"] for one in book.units("K1")] == ["archive"]
    assert book.units("K2") == []
    assert book.of_unit("U3")[0]["margin"] == 0.7
    assert book.of_unit("U4") == []


def test_every_record_is_json_that_any_reader_takes(tmp_path):
    LogBook(Files(tmp_path), "s").append(records())
    lines = (tmp_path / "s" / "log.jsonl").read_text().splitlines()
    assert len(lines) == len(records())
    for line in lines:
        json.loads(line, parse_constant=lambda name: (_ for _ in ()).throw(ValueError(name)))


def test_a_change_that_never_pays_has_no_number_of_calls():
    cost = cost_of(ANTHROPIC, removed=0, rewritten=7_000)
    verdict = weigh(Situation(12_300), cost, ttl_seconds=300)
    made = check_record(
        HEADER,
        TRIGGER,
        judge=Judge("rules", "1"),
        outcome="waited",
        reason="",
        counts={},
        cost=cost,
        verdict=verdict,
    )
    assert made["economics"]["calls"] is None
    assert made["economics"]["verdict"] == "wait"


def test_a_damaged_line_is_a_problem_and_hides_nothing(tmp_path):
    book = LogBook(Files(tmp_path), "s")
    book.append(records())
    with (tmp_path / "s" / "log.jsonl").open("a") as stream:
        stream.write("{broken\n")
    book.append(records())
    found, problems = book.read()
    assert len(found) == 4
    assert [problem.line for problem in problems] == [3]


def test_an_outcome_keeps_what_was_predicted_beside_what_came(tmp_path):
    book = LogBook(Files(tmp_path), "s")
    usage = read_usage(
        {"input_tokens": 0, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 7_000}
    )
    book.append([outcome_record(HEADER, compare(predict(prefix=100, rewritten=7_000), usage), ["U3"])])
    assert book.outcomes()[0]["error"] == 0
    assert book.outcomes()[0]["recalled"] == ["U3"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("probabilities", {"drop": "high"}),
        ("coverage", "x"),
        ("validation", ["7"]),
        ("check_id", 5),
        ("trigger", {"tokens": []}),
        ("predicted", {"cached": None}),
        ("predicted", {"cached": float("inf")}),
        ("counts", [1]),
        ("tokens_after", {"a": "b"}),
    ],
)
def test_record_that_another_hand_changed_is_named_and_passed_over(tmp_path, name, value):
    book = LogBook(Files(tmp_path), "s")
    check, unit = records()
    damaged = {**(unit if name in {"probabilities", "coverage", "validation"} else check), name: value}
    book.append([check, unit, damaged])
    assert (book.checks(), book.of_unit("U3")) == ([check], [unit])
    found, problems = book.read()
    assert len(found) == 2
    assert [problem.line for problem in problems] == [3]


def test_why_names_the_suggestion_each_gate_and_what_was_made(tmp_path):
    book = LogBook(Files(tmp_path), "s")
    book.append(records())
    said = "\n".join(why_lines("U3", book.of_unit("U3")))
    for part in ("archive: it holds an order number", "suggested drop (drop 0.80", "confidence 0.73", "40 %",
                 "stopped  fact veto: ord_91", "daykeep recall A1", "missing in the note: 7"):  # fmt: skip
        assert part in said


def test_why_of_a_unit_that_no_check_judged_says_so():
    assert why_lines("U9", []) == ["No check has judged U9: it is as it was said."]
