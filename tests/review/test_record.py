"""The commits that daykeep makes: their words, and what they keep out of git."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.errors import GitError
from daykeep.review.record import commit_days, commit_edits, commit_learned
from tests.git.playground import AUTHOR, NOON

TOKEN = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
OTHER = "gh" + "p_" + "Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2"


def test_commit_learned_says_how_much_from_when_and_names_items_and_sources(playground, history):
    playground.write("MEMORY.md", "- a\n- b\n")
    items = [
        ("aaaa11112222", "memory/2026-03-09.md:3-4", date(2026, 3, 9)),
        ("bbbb11112222", "memory/2026-03-15.md:7-7", date(2026, 3, 15)),
    ]
    new = commit_learned(history, ["MEMORY.md"], items, at=NOON, author=AUTHOR)
    commit = history.find(new)
    assert commit.subject == "Learned 2 things from 2026-03-09 to 2026-03-15"
    assert commit.trailers == (
        ("Daykeep-Item", "aaaa11112222"),
        ("Daykeep-Source", "memory/2026-03-09.md:3-4"),
        ("Daykeep-Item", "bbbb11112222"),
        ("Daykeep-Source", "memory/2026-03-15.md:7-7"),
    )


def test_commit_days_names_only_the_days_that_changed(playground, history):
    names = [f"memory/2026-03-{day:02}.md" for day in range(9, 13)]
    for name in names:
        playground.write(name, "log\n")
    first = commit_days(history, names[:1], at=NOON, author=AUTHOR)
    second = commit_days(history, names, at=NOON, author=AUTHOR)
    assert history.find(first).subject == "Log of 2026-03-09"
    assert history.find(second).subject == "Logs of 2026-03-10 to 2026-03-12"
    assert commit_days(history, names, at=NOON, author=AUTHOR) is None


def test_log_with_a_secret_stays_out_and_is_named_with_its_line(playground, history):
    playground.write("memory/2026-03-09.md", f"# Log\n\nthe token is {TOKEN}\n")
    playground.write("memory/2026-03-10.md", "# Log\n")
    problems: list[str] = []
    names = ["memory/2026-03-09.md", "memory/2026-03-10.md"]
    new = commit_days(history, names, at=NOON, author=AUTHOR, problems=problems)
    assert history.find(new).names == ("memory/2026-03-10.md",)
    (problem,) = problems
    assert problem.startswith('"memory/2026-03-09.md" is not committed: line 3 holds a secret (github')
    assert TOKEN not in problem
    assert TOKEN.encode() not in b"".join(
        path.read_bytes() for path in playground.root.rglob(".git/**/*") if path.is_file()
    )


def test_secret_that_git_holds_already_does_not_stop_the_file_but_a_second_one_does(playground, history):
    playground.write("memory/2026-03-09.md", f"{TOKEN}\n")
    playground.git("add", ".")
    playground.git("commit", "-qm", "mine")
    playground.write("memory/2026-03-09.md", f"{TOKEN}\nmore\n")
    assert commit_days(history, ["memory/2026-03-09.md"], at=NOON, author=AUTHOR)
    playground.write("memory/2026-03-09.md", f"{TOKEN}\nmore\n{OTHER}\n")
    problems: list[str] = []
    assert commit_days(history, ["memory/2026-03-09.md"], at=NOON, author=AUTHOR, problems=problems) is None
    assert "line 3" in problems[0]


def test_secret_in_a_file_name_or_message_does_not_reach_git(playground, history):
    playground.write(f"memory/{TOKEN}.md", "x\n")
    playground.write("a.md", "x\n")
    problems: list[str] = []
    new = commit_edits(history, [f"memory/{TOKEN}.md", "a.md"], at=NOON, author=AUTHOR, problems=problems)
    assert history.find(new).names == ("a.md",)
    assert TOKEN not in history.find(new).subject
    assert len(problems) == 1
    assert TOKEN not in problems[0]


def test_log_with_a_conflict_does_not_keep_the_others_back(playground, history):
    playground.write("memory/2026-03-09.md", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n")
    playground.write("memory/2026-03-10.md", "# Log\n")
    problems: list[str] = []
    names = ["memory/2026-03-09.md", "memory/2026-03-10.md"]
    new = commit_days(history, names, at=NOON, author=AUTHOR, problems=problems)
    assert history.find(new).subject == "Log of 2026-03-10"
    assert problems == ['"memory/2026-03-09.md" is not committed: line 1 starts a merge conflict']


def test_other_git_errors_are_not_swallowed(playground, history):
    playground.write(".git/MERGE_HEAD", playground.head())
    playground.write("memory/2026-03-10.md", "# Log\n")
    with pytest.raises(GitError, match="a merge is under way"):
        commit_days(history, ["memory/2026-03-10.md"], at=NOON, author=AUTHOR)
