"""The five steps of a compaction that loses nothing."""

from __future__ import annotations

import json
from datetime import date

import pytest

from daykeep.config import load_settings
from daykeep.files.store import Files
from daykeep.session.options.reading import make_options
from daykeep.session.records.changes import Wanted, register
from daykeep.session.records.store import change_register, load_register
from daykeep.session.units.group import group_units
from daykeep.session.watching.refresh import load_refreshes
from daykeep.transcripts.messages.read import read_conversation
from daykeep.triage.given.steps import compact

OPTIONS = make_options(load_settings([], environ={})[0], {})
DECISION = "Let's use PostgreSQL and not MySQL, because the reports need window functions."
TALK = "I looked at the module and thought about how it could be arranged in some other way. " * 12


@pytest.fixture
def files(tmp_path):
    files = Files(tmp_path)
    wanted = Wanted("user_pref", "user_preference", "Use Feishu notifications")
    change_register(files, "s1", lambda known: register(known, wanted, current_round=1))
    return files


def turns(folder, *said):
    rows = [
        {"role": role, "content": text} for one in said for role, text in (("user", one), ("assistant", TALK))
    ]
    path = folder / "messages.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    return group_units(read_conversation(path).messages)


@pytest.fixture
def units(tmp_path):
    return turns(tmp_path, DECISION, *["go on"] * 13)


def take(files, units, options=OPTIONS, **more):
    return compact(files, "s1", units, options=options, today=date(2026, 3, 16), **more)


def test_all_five_steps_are_taken(files, units):
    done = take(files, units, ratio=0.5)

    assert done.refresh.ids == ("user_pref",)
    assert [made.category for made in done.report.items][:2] == ["decision", "conversation"]
    assert done.report.items[0].text == DECISION
    assert done.report.tokens_after < done.report.tokens_before
    memory = files.read_document("memory/sessions/s1.md").text
    assert "PostgreSQL" in memory
    assert "Use Feishu notifications" in memory


def test_block_is_kept_with_the_newest_message(files, units):
    done = take(files, units)
    (kept,) = load_refreshes(files, "s1")
    assert kept.text == done.refresh.text
    assert kept.message == units[-1].last
    record = load_register(files, "s1").find("user_pref")
    assert record is not None
    assert record.refreshed == 14


def test_second_time_restates_nothing_and_writes_the_same_memory(files, units):
    take(files, units)
    before = files.find_bytes("memory/sessions/s1.md")
    assert take(files, units).refresh.text == ""
    assert files.find_bytes("memory/sessions/s1.md") == before


def test_steps_that_are_switched_off_are_not_taken(files, units):
    off = OPTIONS._replace(
        decay=OPTIONS.decay._replace(auto_refresh=False),
        compression=OPTIONS.compression._replace(enabled=False),
    )
    done = take(files, units, options=off)
    assert done.refresh.text == ""
    assert done.report.tokens_after == done.report.tokens_before


def test_session_without_turns_keeps_what_is_registered(files):
    done = take(files, ())
    assert done.report.items == ()
    assert done.kept > 0
