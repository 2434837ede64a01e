"""``daykeep archive`` on a real workspace."""

from __future__ import annotations

from tests.cli.learning import LESSON, LOG, git, learn

MOVED = "memory/archive/2026/2026-03-10.md"
LATER = ("--at", "2026-11-30 09:00")


def test_dry_run_says_what_would_move_and_writes_nothing(desk):
    root = learn(desk)
    head = git(root, "rev-parse", "HEAD")
    answer = desk.run("archive", "--dry-run", *LATER, where=root)
    assert answer.code == 0
    assert answer.out == f"Would move 1 log to the archive.\n  {LOG} -> {MOVED}\n"
    assert (root / LOG).is_file()
    assert git(root, "rev-parse", "HEAD") == head


def test_moved_log_is_committed_and_why_follows_it(desk):
    root = learn(desk)
    answer = desk.run("archive", *LATER, "--json", where=root)
    assert answer.code == 0
    assert answer.json["moved"] == [{"name": LOG, "to": MOVED}]
    assert answer.json["commit"] == git(root, "rev-parse", "HEAD").strip()
    assert not (root / LOG).exists()
    said = desk.run("why", LESSON, where=root).out
    assert f"from {LOG}:4, archived on 2026-11-30, now in {MOVED}:4" in said
    assert desk.run("distill", "--all", *LATER, "--json", where=root).json["read"] == []
    assert desk.run("archive", *LATER, where=root).out == "No log to move.\n"


def test_what_was_not_distilled_stays_with_the_reason(desk):
    root = learn(desk)
    assert desk.run("log", "one more", "--at", "2026-03-11 10:00", where=root).code == 0
    answer = desk.run("archive", *LATER, where=root)
    assert "1 stays:\n  memory/2026-03-11.md: it is not distilled yet\n" in answer.out
    assert "`daykeep distill --all` distils what was left." in answer.out


def test_days_win_over_the_setting(desk):
    root = learn(desk)
    early = ("--at", "2026-03-20 09:00")
    assert desk.run("archive", *early, "--json", where=root).json["moved"] == []
    assert len(desk.run("archive", "--days", "5", *early, "--json", where=root).json["moved"]) == 1
