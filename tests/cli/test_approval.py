"""Approval is a person's act: what passes for one at a real terminal, and everything that does not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from daykeep.review.verdict.approval import APPROVAL_FILE, render_passphrase
from tests.cli.terminal import at_terminal
from tests.cli.waiting import BULLET, one, rows, set_up, waiting

WORDS = "seven grey herons"
AGENTS = [
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_PROJECT_DIR",
    "CODEX_SANDBOX",
    "OPENCLAW_SESSION",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "HERMES_HOME",
    "DAYKEEP_HOOK",
    "DAYKEEP_MCP",
]


@pytest.fixture
def queued(desk):
    root = set_up(desk)
    return root, one(root)


def _keep_passphrase(desk):
    folder = desk.folder / "home" / ".config" / "daykeep"
    folder.mkdir(parents=True)
    (folder / APPROVAL_FILE).write_bytes(render_passphrase(WORDS, salt=os.urandom(16)))
    return folder


def _piped(root, *words, text="", **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CODEX"))}
    return subprocess.run(
        [sys.executable, "-m", "daykeep", *words], cwd=root, env={**kept, **environment},
        input=text, capture_output=True, text=True, check=False,
    )  # fmt: skip


def _untouched(root, proposal):
    assert waiting(root) == {item.id for item in proposal.items}
    assert BULLET not in (root / "MEMORY.md").read_text()


def test_flag_does_not_approve(queued):
    root, proposal = queued
    answer = _piped(root, "review", "approve", "--yes", proposal.id)
    assert (answer.returncode, "only a person" in answer.stderr) == (13, True)
    _untouched(root, proposal)


def test_answer_in_a_pipe_does_not_approve(queued):
    root, proposal = queued
    assert _piped(root, "review", "approve", proposal.id, text="y\n" * 9).returncode == 13
    _piped(root, "review", text="y" * 9)
    _untouched(root, proposal)


def test_environment_does_not_approve(queued):
    root, proposal = queued
    answer = _piped(root, "review", "approve", proposal.id, DAYKEEP_REVIEW_APPROVAL="terminal")
    assert answer.returncode == 4
    assert _piped(root, "review", "approve", proposal.id, DAYKEEP_YES="1", USER="ada").returncode == 13
    _untouched(root, proposal)


@pytest.mark.parametrize("mark", AGENTS)
def test_agent_hook_or_server_does_not_approve_even_at_a_terminal(queued, mark):
    root, proposal = queued
    code, shown = at_terminal(root, "review", "approve", proposal.id, **{mark: "1"})
    assert (code, f"{mark} is set" in shown) == (13, True)
    _untouched(root, proposal)


def test_program_with_a_terminal_of_its_own_fails_without_the_passphrase(queued, desk):
    root, proposal = queued
    _keep_passphrase(desk)
    typed = [("Passphrase", f"{guess}\n") for guess in ("yes", "y", "hunter22")]
    code, shown = at_terminal(root, "review", "approve", proposal.id, typed=typed)
    assert (code, "wrong 3 times" in shown) == (13, True)
    _untouched(root, proposal)


def test_agent_with_the_passphrase_and_a_terminal_is_refused_all_the_same(queued, desk):
    root, proposal = queued
    _keep_passphrase(desk)
    code, shown = at_terminal(root, "review", "approve", proposal.id, CODEX_SANDBOX="seatbelt")
    assert (code, "Passphrase" in shown) == (13, False)
    _untouched(root, proposal)


def test_person_with_the_passphrase_approves_and_it_is_not_shown(queued, desk):
    root, proposal = queued
    _keep_passphrase(desk)
    code, shown = at_terminal(
        root, "review", "approve", proposal.id, typed=[("Passphrase", f"{WORDS}\n"), ("Approve it?", "y\n")]
    )
    assert (code, WORDS in shown) == (0, False)
    assert BULLET in (root / "MEMORY.md").read_text()
    (row,) = rows(root, "approved")
    assert (row["proof"], row["how"]) == ("passphrase", "review")


def test_record_of_an_approval_says_that_a_terminal_was_all_that_was_asked_for(queued):
    root, proposal = queued
    assert at_terminal(root, "review", "approve", proposal.id, typed=[("Approve it?", "y\n")])[0] == 0
    (root / "SOUL.md").write_text("I like tea.\n")
    assert at_terminal(root, "trust", "SOUL.md")[0] == 0
    assert [row["proof"] for row in (*rows(root, "approved"), rows(root, "trust")[-1])] == ["terminal"] * 2


def test_sitting_asks_for_the_passphrase_once(queued, desk):
    root, _ = queued
    _keep_passphrase(desk)
    code, shown = at_terminal(root, "review", typed=[("Passphrase", f"{WORDS}\n"), ("q end", "y")])
    assert (code, shown.count("Passphrase")) == (0, 1)
    assert BULLET in (root / "MEMORY.md").read_text()


def test_trust_asks_for_the_passphrase_too(desk):
    root = set_up(desk)
    _keep_passphrase(desk)
    (root / "SOUL.md").write_text("I like tea.\n")
    typed = [("Passphrase", f"{guess}\n") for guess in ("a", "b", "c")]
    assert at_terminal(root, "trust", "SOUL.md", typed=typed)[0] == 13
    assert at_terminal(root, "trust", "SOUL.md", typed=[("Passphrase", f"{WORDS}\n")])[0] == 0


def test_setup_is_walked_through_at_a_terminal_and_refused_elsewhere(desk):
    root = set_up(desk)
    assert _piped(root, "review", "--setup", text=f"{WORDS}\n{WORDS}\n").returncode == 13
    typed = [("New passphrase", f"{WORDS}\n"), ("Once more", f"{WORDS}\n")]
    code, shown = at_terminal(root, "review", "--setup", typed=typed)
    assert (code, "every approval asks" in shown, WORDS in shown) == (0, True, False)
    assert at_terminal(root, "review", "list", "--setup")[0] == 2
