"""Questions of our own over the sample workspace: the answer is among the first three, and what isn't there isn't found."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from daykeep.files.store import Files
from daykeep.search.answer import Answer, Asking, Searcher
from daykeep.search.index import Pace
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.workspace.layout import read_layout

SAMPLE = Path(__file__).parents[3] / "scripts" / "sample"
QUESTIONS = Path(__file__).parents[1] / "questions.jsonl"
TODAY = date(2026, 11, 30)
FIRST = 3
LEAST_SHARE = 0.9


class Question(NamedTuple):
    """A question, the type that it is of, the lines of which one must be found, and the day it asks about."""

    ask: str
    type: str
    lines: tuple[str, ...]
    day: str


def questions() -> list[Question]:
    rows = map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())
    return [Question(row["ask"], row["type"], tuple(row["lines"]), row.get("day", "")) for row in rows]


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    root = tmp_path_factory.mktemp("sample") / "workspace"
    shutil.copytree(SAMPLE, root)
    files = Files(root)
    source = WorkspaceSource(files, read_layout(files))
    with Searcher([source], files=files, folder=None, pace=lambda _: Pace(0)) as searcher:
        return [(one, searcher.answer(one.ask, Asking(TODAY, limit=FIRST))) for one in questions()]


def is_found(question: Question, answer: Answer) -> bool:
    return any(
        line in hit.text or line in " ".join(hit.heading) for hit in answer.hits for line in question.lines
    )


def test_there_are_at_least_forty_questions_of_every_type_in_both_languages():
    asked = questions()
    there = [one for one in asked if one.lines]
    assert len(there) >= 40
    assert {one.type for one in asked} == {"settings", "history", "knowledge", "absent"}
    assert sum(not one.ask.isascii() for one in there) >= 10
    assert sum(not one.ask.isascii() for one in asked if not one.lines) >= 3


def test_every_line_that_is_asked_for_stands_in_the_sample():
    texts = "\n".join(path.read_text(encoding="utf-8") for path in SAMPLE.rglob("*.md"))
    assert [line for one in questions() for line in one.lines if line not in texts] == []


def test_nine_of_ten_answers_are_among_the_first_three(answers):
    asked = [(one, answer) for one, answer in answers if one.lines]
    missed = [one.ask for one, answer in asked if not is_found(one, answer)]
    assert len(missed) <= (1 - LEAST_SHARE) * len(asked), missed


def test_what_is_not_there_is_not_found(answers):
    wrong = [
        (one.ask, [hit.place for hit in answer.hits])
        for one, answer in answers
        if not one.lines and answer.hits
    ]
    assert wrong == []


def test_a_question_about_a_day_is_answered_from_that_day(answers):
    for one, answer in answers:
        if one.day:
            assert answer.days is not None, one.ask
            assert answer.hits[0].day == date.fromisoformat(one.day), one.ask
