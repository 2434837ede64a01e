import pytest

from benchmarks.quality.rows import load_file
from benchmarks.quality.rules import STRICT
from benchmarks.quality.verdicts import judge_by_rule, judge_row, run_in_workspace
from daykeep.distill.plan import Rules
from daykeep.distill.score.model import load_weights
from tests.benchmarks.samples import LESSON, PAIR, PLAN, ROWS, STATUS, row
from training.rows import log_of


@pytest.mark.parametrize("sample", ROWS, ids=lambda sample: sample["id"])
def test_a_dry_run_gives_the_same_verdict(sample):
    assert judge_row(sample, dry_run=True) == judge_row(sample)


def test_other_weights_are_used_for_one_run_only():
    shipped = load_weights()
    nothing = shipped._replace(keep=10**9)
    before = judge_row(LESSON)
    other = judge_row(LESSON, weights=nothing)  # what is filed as a lesson is proposed whatever the weights
    assert other.score != before.score
    assert judge_row(LESSON) == before


def test_labelled_lesson_is_found_with_its_line():
    judged = judge_row(LESSON)
    assert judged.kind == "lesson"
    assert judged.wanted <= judged.taken
    assert judged.score == judged.gate_score > 0.5


def test_section_without_items_has_a_score_and_no_kind():
    judged = judge_row(STATUS)
    assert (judged.kind, judged.gate_score, judged.taken) == ("", 0.0, frozenset())
    assert 0 < judged.score < 0.5


def test_gate_decides_what_is_applied():
    log = log_of(LESSON)
    low, high = (run_in_workspace(log, rules=Rules(gate=gate)) for gate in (0.01, 1.0))
    assert ([one.status for one in low.outcomes], [one.status for one in high.outcomes]) == (
        ["added"],
        ["proposed"],
    )
    assert b"never restart the gateway" in low.written
    assert b"never restart the gateway" in high.written


def test_a_log_of_the_archive_stands_under_its_day():
    archived = judge_row({**LESSON, "file": "memory/archive/2026-02-05.md"})
    assert archived == judge_row(LESSON)


def test_keyword_rule_is_certain_of_what_it_takes():
    judged = judge_by_rule(PAIR, STRICT)
    assert (judged.kind, judged.score, judged.taken) == ("problem_fix", 1.0, judged.wanted)
    assert judge_by_rule(PLAN, STRICT).kind == ""


def test_file_of_rows_names_the_line_that_is_none(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('\n{"file": "memory/2026-03-10.md", "level": 2}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"rows\.jsonl:2: no heading, parents, text, label, essential"):
        load_file(path)


def test_low_confidence_is_read_from_the_row():
    assert [judge_row(sample).sure for sample in (STATUS, PLAN)] == [True, False]
    assert judge_row({key: value for key, value in row().items() if key != "confidence"}).sure
