from collections import Counter

import pytest

from daykeep.memory.items import KINDS
from training.rows import NONE, OWN_PREFIX, essential_numbers, load_rows, log_of

OWN = [row for row in load_rows() if row["part"] == "own"]


def row(**changes):
    return {
        "file": "memory/2026-01-05.md", "level": 3, "heading": "Fix", "parents": ["", "Day", "Work"], "text": "a\nb",
        "label": "lesson", "essential": ["b"],
    } | changes  # fmt: skip


def test_row_stands_in_a_log_below_its_headings():
    log = log_of(row())
    assert log.lines == ["# Day", "## Work", "### Fix", "a", "b"]
    assert (log.first, log.last, log.day.isoformat()) == (4, 5, "2026-01-05")
    assert essential_numbers(row()) == {5}


def test_row_without_heading_is_its_text_alone():
    log = log_of(row(level=0, heading="", parents=[]))
    assert (log.lines, log.first) == (["a", "b"], 1)


def test_own_rows_are_well_formed_and_differ():
    assert len(OWN) > 1000
    for one in OWN:
        assert one["label"] in {*KINDS, NONE}
        assert one["workspace"].startswith(OWN_PREFIX)
        assert (one["label"] == NONE) == (not one["essential"])
        assert set(one["essential"]) <= set(one["text"].split("\n")), one["id"]
    assert [
        text for text, times in Counter((o["heading"], o["text"]) for o in OWN).items() if times > 1
    ] == []


def test_own_rows_cover_many_languages_and_every_kind():
    languages = Counter(one["lang"] for one in OWN)
    assert len([language for language, count in languages.items() if count >= 10]) >= 14
    assert min(Counter(one["label"] for one in OWN).values()) >= 50


@pytest.mark.parametrize("text", ["", "{}", '{"label": 1'])
def test_line_that_is_no_row_is_an_error_or_nothing(tmp_path, text):
    folder = tmp_path / "distill"
    folder.mkdir()
    for name in ("gold_dev.jsonl", "train.jsonl"):
        (folder / name).write_text(text, encoding="utf-8")
    if text.endswith("1"):
        with pytest.raises(ValueError, match="Expecting"):
            load_rows(tmp_path, own=False)
    else:
        assert all("label" not in one for one in load_rows(tmp_path, own=False))
