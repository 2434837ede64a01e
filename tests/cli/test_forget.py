"""``daykeep forget``: asked of a person, queued for an agent, and not brought back by the next distillation."""

from __future__ import annotations

import subprocess

import pytest

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.review.stores.joined import open_store
from tests.cli.learning import LESSON, LOG, git, learn
from tests.cli.terminal import at_terminal


def _memory(root):
    return (root / "MEMORY.md").read_text()


def test_person_is_shown_the_lines_and_asked(desk):
    root = learn(desk)
    log = (root / LOG).read_bytes()
    code, shown = at_terminal(
        root, "forget", "limit on every", typed=[("Forget this line?", "y\n")], USER="ada"
    )
    assert (code, f"{LOG}:" in shown, "Forgot 1 line." in shown) == (0, True, True)
    assert LESSON not in _memory(root)
    assert (root / LOG).read_bytes() == log
    assert "Forgot 1 line of memory" in git(root, "log", "-1", "--format=%s")


def test_why_says_who_forgot_and_brought_back_a_line_and_what_showed_that_they_are_a_person(desk):
    root = learn(desk)
    assert at_terminal(root, "forget", "limit on every", "--yes", USER="ada")[0] == 0
    chain = desk.run("why", LESSON, "--json", where=root).json["chain"]
    assert [(step["what"], step["by"], step["proof"]) for step in chain[1:]] == [
        ("forgotten", "ada", "terminal")
    ]
    assert "  forgotten by ada (terminal) " in desk.run("why", LESSON, where=root).out
    assert at_terminal(root, "revert", chain[-1]["item"], USER="bea")[0] == 0
    assert "  brought back by bea (terminal) " in desk.run("why", LESSON, where=root).out


def test_person_who_says_no_keeps_everything(desk):
    root = learn(desk)
    before = _memory(root)
    assert at_terminal(root, "forget", "limit on every", typed=[("Forget this line?", "n\n")])[0] == 0
    assert _memory(root) == before


@pytest.mark.parametrize("profile", ["classic", "full"])
def test_next_distillation_does_not_bring_it_back_in_these_or_other_words(desk, profile):
    root = learn(desk)
    assert at_terminal(root, "forget", "limit on every", "--yes")[0] == 0
    desk.run("distill", "--all", "--profile", profile, "--at", "2026-03-22 23:00", where=root)
    assert LESSON not in _memory(root)
    said = desk.run(
        "log",
        "Always set a limit on each request",
        "--kind",
        "lesson",
        "--at",
        "2026-03-18 10:00",
        where=root,
    )
    assert said.code == 0
    desk.run("distill", "--all", "--profile", "full", "--at", "2026-03-22 23:00", where=root)
    assert "limit" not in _memory(root)


def test_agent_gets_a_proposal_and_memory_stays(desk):
    root = learn(desk)
    before = _memory(root)
    said = desk.run("forget", "limit on every", "--yes", "--json", where=root)
    assert (said.code, said.json["forgotten"], len(said.json["proposals"])) == (0, 0, 1)
    assert _memory(root) == before
    assert "forget" in desk.run("review", "list", where=root).out
    code, _ = at_terminal(
        root, "review", "approve", said.json["proposals"][0], "--yes", typed=[("Approve it?", "y\n")]
    )
    assert (code, LESSON in _memory(root)) == (0, False)


def test_what_an_agent_asked_to_forget_and_a_person_forgot_is_shown_as_gone(desk):
    root = learn(desk)
    (waiting,) = desk.run("forget", "limit on every", "--json", where=root).json["proposals"]
    assert at_terminal(root, "forget", "limit on every", "--yes")[0] == 0
    assert "its lines are gone already" in desk.run("review", "show", waiting, where=root).out


def test_agent_is_not_let_at_the_history(desk):
    root = learn(desk)
    assert desk.run("forget", "limit on every", "--purge-history", where=root).code == 13
    assert at_terminal(root, "forget", "limit on every", "--purge-history", "--yes", CLAUDECODE="1")[0] == 13
    assert LESSON in _memory(root)


def test_dry_run_changes_nothing(desk):
    root = learn(desk)
    before = _memory(root)
    said = desk.run("forget", LESSON, "--dry-run", "--json", where=root)
    assert [line["name"] for line in said.json["lines"]] == ["MEMORY.md"]
    assert _memory(root) == before
    assert desk.run("review", "list", "--json", where=root).json["waiting"] == 0


def test_list_item_can_be_given_as_it_stands_there(desk):
    root = learn(desk)
    assert desk.run("forget", f"- {LESSON}", "--dry-run", where=root).code == 0


def test_nothing_found_is_a_usage_error(desk):
    root = learn(desk)
    assert desk.run("forget", "the moon is green", where=root).code == 2


def test_purge_removes_decided_proposals_and_says_what_it_can_not_reach(desk):
    root = learn(desk)
    said = desk.run("forget", LESSON, "--json", where=root)
    proposal = said.json["proposals"][0]
    at_terminal(root, "review", "approve", proposal, typed=[("Approve it?", "y\n")])
    assert open_store(Files(root), open_history(root)).find(proposal) is not None
    head = git(root, "rev-parse", "HEAD")
    code, shown = at_terminal(root, "forget", LESSON, "--purge-history", "--yes")
    assert (code, "Removed 1 decided proposal" in shown) == (0, True)
    for word in ("does not rewrite", "git filter-repo", "clones, remotes, backups", "git gc"):
        assert word in shown
    assert open_store(Files(root), open_history(root)).find(proposal) is None
    assert git(root, "rev-parse", "HEAD") == head
    assert (
        subprocess.run(["git", "fsck", "--strict"], cwd=root, check=False, capture_output=True).returncode
        == 0
    )


def test_without_git_forgetting_works_and_the_purge_finds_its_files(desk):
    root = learn(desk, "--no-git")
    code, shown = at_terminal(root, "forget", LESSON, "--yes", "--purge-history")
    assert (code, "Removed 0 decided proposals" in shown) == (0, True)
    assert LESSON not in _memory(root)
