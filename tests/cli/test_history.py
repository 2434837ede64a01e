"""``daykeep history`` on a real repository and without one."""

from __future__ import annotations

import json
import re
import shutil

from tests.cli.learning import LESSON, LOG, git, learn


def test_history_says_what_was_learned_and_from_where(desk):
    root = learn(desk)
    answer = desk.run("history", where=root)
    assert answer.code == 0
    learned = next(line for line in answer.out.splitlines() if "Learned" in line)
    assert learned.startswith("2026-03-15 23:00")
    assert learned.endswith("learned     Learned 1 thing from 2026-03-10")
    assert LESSON in answer.out
    assert re.search(rf"from {LOG}:\d+$", answer.out, re.MULTILINE), "one line is no range"
    assert "Log of 2026-03-10" in answer.out


def test_history_in_json_has_kind_items_and_lines(desk):
    root = learn(desk)
    commits = desk.run("history", "--json", "--limit", "1", where=root).json["commits"]
    assert [commit["kind"] for commit in commits] == ["learned"]
    (item,) = commits[0]["items"]
    assert item["source"].startswith(LOG)
    assert any(LESSON in line for line in item["lines"])
    assert (
        commits[0]["names"] == ["MEMORY.md", "memory/decisions.jsonl", "memory/sources.jsonl"]
        or "MEMORY.md" in commits[0]["names"]
    )


def test_history_of_one_file_shows_its_commits_only(desk):
    root = learn(desk)
    lines = [
        line for line in desk.run("history", LOG, where=root).out.splitlines() if not line.startswith(" ")
    ]
    assert len(lines) == 1
    assert "Log of 2026-03-10" in lines[0]


def test_memory_as_of_a_day_is_as_it_was_and_goes_to_stdout_alone(desk):
    root = learn(desk)
    now = (root / "MEMORY.md").read_text()
    later = desk.run("history", "--as-of", "2026-03-15", where=root)
    assert later.out == now
    assert re.search(
        r"MEMORY.md at the end of 2026-03-15: commit \w{10} of 2026-03-15 23:00$", later.err.strip()
    )
    early = desk.run("history", "--as-of", "2026-03-14", "--json", where=root)
    assert (early.code, early.json["error"]["code"]) == (5, "document")
    lines = desk.run("history", "MEMORY.md", "--as-of", "2026-03-16", "--json", where=root).json["lines"]
    assert lines == now.splitlines()


def test_history_without_a_repository_is_off_and_says_so(desk):
    root = learn(desk)
    shutil.rmtree(root / ".git")
    answer = desk.run("history", where=root)
    assert answer.code == 9
    assert "history is off: no git repository here" in answer.err
    assert "git init" in answer.err
    failed = desk.run("history", "--json", where=root)
    assert (failed.code, failed.json["error"]["code"]) == (9, "git")


def test_history_that_is_switched_off_says_so(desk):
    root = learn(desk, "--no-git")
    answer = desk.run("history", where=root)
    assert (answer.code, "history is off: switched off in the settings" in answer.err) == (9, True)


def test_history_of_an_ignored_file_says_that_git_ignores_it(desk):
    root = learn(desk)
    (root / ".gitignore").write_text("private.md\n")
    (root / "private.md").write_text("x")
    answer = desk.run("history", "private.md", where=root)
    assert answer.out == "Nothing is recorded yet.\n"
    assert "git ignores private.md" in answer.err


def test_hidden_characters_in_a_commit_message_are_spelled_out(desk):
    root = learn(desk)
    message = "Evil \u202etxt\x1b[31m"
    (root / "MEMORY.md").write_text("# Memory\n")
    git(root, "commit", "-qam", message)
    out = desk.run("history", where=root).out
    assert "\u202e" not in out
    assert "\x1b" not in out
    assert "[U+202E]" in out
    assert json.loads(desk.run("history", "--json", where=root).out)["ok"]


def test_file_that_is_nowhere_is_said_to_be_so(desk):
    root = learn(desk)
    answer = desk.run("history", "NOPE.md", where=root)
    assert answer.code == 5
    assert 'there is no "NOPE.md", and the history knows none' in answer.err
