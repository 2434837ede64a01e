import pytest

from benchmarks.quality import measures
from benchmarks.quality.measures import Score
from benchmarks.quality.rows import blank
from tests.benchmarks.samples import row


def judged(label="none", kind="", score=0.0, **changes):
    return blank(row(label))._replace(kind=kind, score=score, gate_score=score if kind else 0.0, **changes)


ROWS = [
    judged("lesson", "lesson", 0.95),
    judged("problem_fix", "decision", 0.75),
    judged("fact", "", 0.15),
    judged("none", "lesson", 0.55),
    judged("none", "", 0.05),
]


def test_any_kind_counts_whatever_was_extracted():
    assert measures.durable(ROWS) == Score(hits=2, taken=3, wanted=3)


def test_lesson_and_fix_need_one_of_the_two_kinds_on_both_sides():
    assert measures.pairs(ROWS) == Score(hits=1, taken=2, wanted=2)


def test_rates_of_nothing_are_zero():
    assert (Score(0, 0, 0).precision, Score(0, 0, 0).recall, Score(0, 0, 0).f1) == (0, 0, 0)


def test_lines_are_counted_over_all_rows_together():
    rows = [
        judged("lesson", "lesson", wanted=frozenset("ab"), taken=frozenset("bc")),
        judged("none", "lesson", taken=frozenset("xyz")),
    ]
    assert measures.lines(rows) == Score(hits=1, taken=5, wanted=2)


def test_gate_counts_items_from_the_threshold_on():
    assert measures.gate(ROWS, 0.75) == Score(hits=2, taken=2, wanted=3)
    assert measures.gate(ROWS, 0.95) == Score(hits=1, taken=1, wanted=3)


def test_calibration_error_is_the_distance_weighted_by_rows():
    rows = [
        judged("lesson", score=0.9),
        judged("none", score=0.9),
        judged("none", score=0.1),
        judged("none", score=1.0),
    ]
    assert [(one.rows, one.share) for one in measures.reliability(rows)] == [
        (1, 0.0),
        (3, pytest.approx(1 / 3)),
    ]
    assert measures.calibration_error(rows) == pytest.approx(0.25 * 0.1 + 0.75 * (2.8 / 3 - 1 / 3))


def test_weakest_language_has_rows_enough_and_its_recall_over_that_of_all():
    rows = [judged("fact", "fact", language="en") for _ in range(3)] + [judged("fact", language="ja")]
    rows += [judged("fact", "fact", language="zh"), judged("fact", language="zh")]
    assert measures.weakest_language(rows, enough=2) == ("zh", pytest.approx(0.5 / (4 / 6)))
    assert measures.weakest_language(rows) == ("", 1.0)


def test_kinds_say_what_was_found_under_its_own_name():
    table = {
        name: rest for name, *rest in measures.by_kind(ROWS, ("lesson", "problem_fix", "decision", "fact"))
    }
    assert table["lesson"] == [1, 1, 1, 2]
    assert table["problem_fix"] == [1, 1, 0, 0]
    assert table["fact"] == [1, 0, 0, 0]
    assert table["none"] == [2, 1, 1, 0]
