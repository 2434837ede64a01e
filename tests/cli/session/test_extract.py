import json

import pytest

TALK = [
    {"role": "user", "content": "Deploy to staging"},
    {"role": "assistant", "content": "Deployed."},
    {"role": "user", "content": "Don't deploy on Fridays, because nobody is around to roll back."},
    {"role": "assistant", "content": "OK."},
]


@pytest.fixture
def told(work, run):
    (work / "talk.json").write_text(json.dumps(TALK), encoding="utf-8")
    run("ingest", "talk.json", "--id", "s")
    return work


def test_extract_keeps_a_note_that_waits_and_reads_nothing_twice(told, ask, desk):
    data = ask("extract", "--session", "s")
    (one,) = data["statements"]
    assert (one["type"], one["statement"]["rule"], one["turn"]) == (
        "feedback",
        "Don't deploy on Fridays",
        "U2",
    )
    assert (one["action"], one["refused"], data["read"]) == ("create", None, 4)
    note = (told / one["note"]).read_text(encoding="utf-8")
    assert "status: unreviewed" in note
    assert "nobody is around to roll back" in note
    waiting = desk.run("review", "--json", where=told).json
    assert one["proposal"] in json.dumps(waiting)
    assert ask("extract", "--session", "s")["statements"] == []


def test_extract_in_dry_run_writes_nothing(told, run):
    before = sorted(path for path in told.rglob("*") if path.is_file())
    answer = run("extract", "--session", "s", "--dry-run")
    assert "feedback: Don't deploy on Fridays" in answer.out
    assert "why: nobody is around to roll back" in answer.out
    assert answer.out.rstrip().endswith("Nothing was written.")
    assert sorted(path for path in told.rglob("*") if path.is_file()) == before


def test_extract_says_so_when_nothing_lasts(work, run):
    (work / "talk.json").write_text(json.dumps([*TALK[:2]]), encoding="utf-8")
    run("ingest", "talk.json", "--id", "s")
    assert run("extract", "--session", "s").out == "The user stated nothing new that lasts.\n"


def test_extract_needs_a_session(run):
    assert "there is no session" in run("extract", code=2).err
