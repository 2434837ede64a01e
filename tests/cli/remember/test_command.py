"""``daykeep remember``: what people say becomes a typed note, at once, and waits for a person."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import at_terminal
from tests.cli.waiting import rows

AT = ("--at", "2026-04-06T10:00")
REFUSED = 13
RULE = "Don't mock the database"

SCENES = [
    ("我是后端工程师，主要用 Go 和 Python", "user", "主要用 Go 和 Python"),
    ("我们周四前要冻结合并，移动端要发布分支", "project", "2026-04-09"),
    ("bug 跟踪用 Linear 的 INGEST 项目", "reference", "INGEST"),
    ("不要用 console.log，用 debug 库", "feedback", "debug 库"),
    ("I'm a backend engineer, mostly Go and Python", "user", "mostly Go and Python"),
    ("We freeze merges by Thursday, then mobile cuts a release branch", "project", "2026-04-09"),
    ("Bugs are tracked in the Linear project INGEST", "reference", "INGEST"),
    ("Don't use console.log, use the debug library", "feedback", "debug library"),
]


def set_up(desk, language="en"):
    assert desk.run("init", "work", "--lang", language, "--zone", "UTC").code == 0
    return desk.folder / "work"


def keep(desk, root, text, *more):
    said = desk.run("remember", text, "--json", *AT, *more, where=root)
    assert said.code == 0, said.err + said.out
    return said.json


def waiting(desk, root):
    listed = desk.run("review", "list", "--json", where=root).json["proposals"]
    return {proposal["target"]: proposal["items"][0]["id"] for proposal in listed}


@pytest.mark.parametrize(("text", "kind", "holds"), SCENES)
def test_what_people_say_becomes_a_note_of_the_right_type_with_absolute_dates(desk, text, kind, holds):
    root = set_up(desk)
    said = keep(desk, root, text)
    note = (root / said["name"]).read_text(encoding="utf-8")
    assert (said["action"], said["type"], said["status"]) == ("create", kind, "unreviewed")
    assert f"type: {kind}\n" in note
    assert holds in note
    assert "周四" not in note
    assert "Thursday" not in note
    assert said["type_reason"]
    assert said["index_line"] in (root / "memory/notes/INDEX.md").read_text(encoding="utf-8")


def test_reason_and_use_stand_in_a_note_about_how_to_work(desk):
    root = set_up(desk)
    said = keep(
        desk, root, f"{RULE} because production broke last time", "--apply", "in every integration test"
    )
    note = (root / said["name"]).read_text()
    assert "**Why:** production broke last time" in note
    assert "**How to apply:** in every integration test" in note


def test_changed_dates_are_listed_with_what_was_said(desk):
    root = set_up(desk)
    said = desk.run("remember", "We ship on Thursday", *AT, where=root)
    assert "“Thursday” is 2026-04-09" in said.out
    assert keep(desk, root, "The audit begins on Friday")["dates"][0]["first"] == "2026-04-10"


@pytest.mark.parametrize(
    ("zone", "at", "said", "day"),
    [
        ("Asia/Shanghai", "2026-04-05T15:00Z", "We freeze merges tomorrow", "2026-04-06"),
        ("Asia/Shanghai", "2026-04-05T17:00Z", "We freeze merges tomorrow", "2026-04-07"),
        ("America/Havana", "2026-03-08T04:30Z", "We freeze merges tomorrow", "2026-03-08"),
        ("America/Havana", "2026-03-08T05:30Z", "We freeze merges tomorrow", "2026-03-09"),
        ("America/New_York", "2026-11-02T04:30Z", "We froze merges yesterday", "2026-10-31"),
        ("America/New_York", "2026-12-31T20:00Z", "We freeze merges tomorrow", "2027-01-01"),
    ],
    ids=["east before midnight", "east after midnight", "before a gap", "behind a gap", "day of 25 hours", "year"],
)  # fmt: skip
def test_days_are_those_of_the_users_zone(desk, zone, at, said, day):
    assert desk.run("init", "work", "--lang", "en", "--zone", zone).code == 0
    root = desk.folder / "work"
    done = desk.run("remember", said, "--json", "--dry-run", "--at", at, where=root)
    assert [found["first"] for found in done.json["dates"]] == [day]


def test_text_comes_from_standard_input(desk, monkeypatch):
    root = set_up(desk)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RULE.encode())))
    assert keep(desk, root, "-")["statement"]["rule"] == RULE


def test_same_thing_in_other_words_changes_the_note_instead_of_adding_one(desk):
    root = set_up(desk)
    first = keep(desk, root, "Don't use console.log, use the debug library")
    again = keep(desk, root, "不要用 console.log，用 debug 库")
    assert (again["action"], again["name"]) == ("none", first["name"])
    assert again["similar"]["reason"]
    assert len(list((root / "memory/notes").glob("*.md"))) == 2  # the note and the index


def test_what_the_project_tells_by_itself_is_refused_with_the_reason_and_nothing_is_written(desk):
    root = set_up(desk)
    said = desk.run("remember", "The function parse_config is defined in src/config.py", where=root)
    assert (said.code, "not remembered" in said.err) == (REFUSED, True)
    assert not (root / "memory/notes/INDEX.md").exists()
    assert (
        desk.run("remember", "The function parse_config is in src/config.py", "--anyway", where=root).code
        == REFUSED
    )


def test_dry_run_shows_the_note_and_writes_nothing(desk):
    root = set_up(desk)
    said = keep(desk, root, RULE, "--dry-run")
    assert (said["action"], said["dry_run"], said["commit"]) == ("create", True, None)
    assert not (root / said["name"]).exists()
    assert waiting(desk, root) == {}


def test_dry_run_is_told_as_what_would_be(desk):
    root = set_up(desk)
    words = ("remember", RULE, *AT)
    assert desk.run(*words, "--dry-run", where=root).out.startswith("Would be kept as memory/notes/")
    assert desk.run(*words, where=root).out.startswith("Kept as memory/notes/")
    told = desk.run(*words, "--why", "it hid a bug", "--dry-run", where=root).out
    assert told.startswith("Would change memory/notes/")


def test_what_is_known_in_other_words_is_shown_as_the_note_says_it(desk):
    root = set_up(desk)
    keep(desk, root, RULE)
    told = desk.run("remember", "不要 mock 数据库", *AT, where=root).out
    assert told.startswith("Known already:")
    assert f"\n  the note says: {RULE}\n" in told
    assert "the note says" not in desk.run("remember", RULE, *AT, where=root).out


def test_user_as_origin_is_not_believed_of_a_program(desk):
    root = set_up(desk)
    said = desk.run("remember", RULE, "--origin", "user", *AT, where=root)
    assert "counts only at a person's own terminal" in said.err
    assert "status: unreviewed" in next((root / "memory/notes").glob("don*.md")).read_text()


def test_person_at_a_terminal_keeps_a_reviewed_note_and_nothing_waits(desk):
    root = set_up(desk)
    code, shown = at_terminal(root, "remember", RULE, *AT, USER="ada")
    note = next((root / "memory/notes").glob("don*.md"))
    assert (code, "Committed as" in shown) == (0, True), shown
    assert "status: reviewed" in note.read_text()
    assert waiting(desk, root) == {}
    assert desk.run("verify", where=root).code == 0
    assert rows(root, "trust")[-1]["by"] == "ada"


def test_note_is_committed_alone_and_history_and_why_tell_of_it(desk):
    root = set_up(desk)
    (root / "mine.txt").write_text("mine")
    said = keep(desk, root, RULE)
    (event,) = desk.run("history", "--json", "--limit", "1", where=root).json["commits"]
    assert (event["id"], event["kind"]) == (said["commit"], "remembered")
    assert "mine.txt" not in event["names"]
    told = desk.run("why", RULE, "--json", where=root).json
    assert (told["name"], told["written"]["id"]) == (said["name"], said["commit"])
    assert [(one["origin"], one["day"]) for one in told["asked"]] == [("agent", "2026-04-06")]


def test_remembering_is_taken_back_by_its_commit_with_the_line_of_the_index(desk):
    root = set_up(desk)
    keep(desk, root, "Drink tea in the morning", "--type", "user")
    said = keep(desk, root, RULE)
    assert desk.run("revert", said["commit"], where=root).code == 0
    assert not (root / said["name"]).exists()
    index = (root / "memory/notes/INDEX.md").read_text()
    assert (RULE in index, "tea" in index) == (False, True)


def test_secret_is_masked_before_it_reaches_the_disk(desk):
    root = set_up(desk)
    token = "ghp" + "_" + "a1B2" * 9
    said = keep(desk, root, f"The deploy token is {token}, ask Ada", "--type", "reference")
    assert said["masked"] == ["github-pat"]
    assert token not in (root / said["name"]).read_text()


def test_stranger_never_changes_a_note_and_its_words_stay_out_of_the_index(desk):
    root = set_up(desk)
    first = keep(desk, root, RULE)
    other = keep(desk, root, "Always mock the database", "--origin", "web", "--type", "feedback")
    assert other["name"] != first["name"]
    assert "Always mock" not in (root / "memory/notes/INDEX.md").read_text()


def test_place_without_a_workspace_needs_none(desk):
    folder = desk.folder / "elsewhere"
    folder.mkdir()
    assert desk.run("remember", RULE, where=folder).code == 3
    said = desk.run("remember", RULE, "--to", "user", "--json", *AT, where=folder)
    assert (said.code, said.json["status"]) == (0, "unreviewed")
    assert (desk.folder / "home/.claude/memory/feedback.md").exists()
    made = desk.run("remember", "--init", "--to", "project", "--cwd", str(folder), where=folder)
    assert (made.code, (folder / ".claude/memory/MEMORY.md").exists()) == (0, True)
    kept = desk.run("remember", RULE, "--to", "project", "--form", "single", "--json", *AT, where=folder)
    assert (folder / ".claude/memory" / kept.json["name"]).read_text().count("Don't mock") >= 1
    assert desk.run("remember", RULE, "--to", "claude", *AT, where=folder).code == 0


def test_form_that_is_not_followed_is_said(desk):
    words = ("remember", RULE, "--to", "user", *AT)
    assert "notes stand there" not in desk.run(*words, "--form", "collected").err
    said = desk.run(*words, "--form", "single")
    assert "notes stand there already, one file for each type: that form counts, not --form" in said.err


@pytest.mark.parametrize("to", ["claude", "project", "user"])
def test_init_names_notes_that_stand_in_no_index(desk, to):
    folder = desk.folder / "elsewhere"
    folder.mkdir()
    words = ("--to", to, "--form", "single", "--json", *AT)
    kept = desk.run("remember", RULE, *words, where=folder).json
    index = Path(kept["root"]) / "MEMORY.md"
    line = index.read_text()
    index.unlink()
    made = desk.run("remember", "--init", "--to", to, "--json", where=folder)
    assert str(index) in made.json["made"]
    assert index.read_text() == line
    assert desk.run("remember", "--init", "--to", to, "--json", where=folder).json["made"] == []


def test_workspace_that_is_named_and_is_not_there_is_an_error_wherever_the_note_goes(desk):
    said = desk.run("remember", RULE, "--to", "user", "--workspace", str(desk.folder / "nowhere"))
    assert said.code == 3
    assert not (desk.folder / "home/.claude").exists()


def test_collecting_files_are_refused_where_each_note_is_reviewed_by_itself(desk):
    root = set_up(desk)
    assert desk.run("remember", RULE, "--form", "collected", where=root).code == 2
