"""Summaries of turns full of injections: what is made of the turns' own sentences holds no order."""

import json

import pytest

from daykeep.files.store import Files
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.checks.source import read_source
from daykeep.triage.run.ask import KEPT
from daykeep.triage.run.desk import Desk
from daykeep.triage.summary.check import run_summary
from daykeep.triage.summary.extractive import extract_summary
from daykeep.triage.summary.write import SHAPE
from tests.triage.injection.leaks import CASES, conversation, leaks
from tests.triage.injection.test_view import AT_ONCE, GROUPS, messages
from tests.triage.run.desks import NOW, ask, staff


def test_no_order_is_in_a_summary_of_the_turns_that_carry_it():
    found = []
    for place, case in enumerate(CASES):
        sources = {unit.id: read_source(unit.parts) for unit in conversation(case, place)}
        text = extract_summary(sources, SHAPE._replace(share=0)).text
        found += [(case.text, line) for line in text.split("\n") if leaks(case, line)]
    assert found == []


@pytest.mark.parametrize("first", GROUPS[::3])
def test_no_order_is_in_the_summary_that_a_session_gets(tmp_path, first):
    cases = CASES[first : first + AT_ONCE]
    desk = Desk(Files(tmp_path), "s")
    desk.sessions.new(at=NOW, session_id="s")
    desk.sessions.ingest("s", read_conversation(json.dumps(messages(cases)).encode()))
    report = run_summary(desk, ask(must_fit=False), staff())
    assert report.outcome != KEPT, report.reason
    assert "ord_" in report.summary
    assert [
        (case.text, line) for case in cases for line in report.summary.split("\n") if leaks(case, line)
    ] == []
