"""``daykeep trust``: at a real terminal, and refused to everybody else."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.cli.learning import learn

AGENT_MARKS = ["CLAUDECODE", "CODEX_SANDBOX", "OPENCLAW_HOME", "CURSOR_AGENT", "GEMINI_CLI"]


def _at_terminal(root, *words: str, **environment: str) -> tuple[int, str]:
    """Run the command with a pseudo-terminal on all its ends; exit code and what it shows."""
    import pty

    ours, theirs = pty.openpty()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CODEX", "AI_"))
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "daykeep", *words], cwd=root, env={**kept, **environment},
        stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 65536):
            shown += part
    except OSError:  # Linux: the other end is closed
        pass
    os.close(ours)
    return process.wait(), shown.decode().replace("\r\n", "\n")


def _rows(root) -> list[dict]:
    path = root / "memory" / "decisions.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_person_at_a_terminal_approves_and_sees_what_changed(desk):
    root = learn(desk)
    (root / "SOUL.md").write_text((root / "SOUL.md").read_text() + "\nI like tea.\n")
    code, shown = _at_terminal(root, "trust", "SOUL.md", USER="ada")
    assert (code, shown.splitlines()[0]) == (0, "SOUL.md: approved as it is now")
    assert {"kind": "trust", "name": "SOUL.md", "by": "ada", "how": "trust"}.items() <= _rows(root)[
        -1
    ].items()
    assert _at_terminal(root, "trust", "SOUL.md")[1] == "SOUL.md: was approved already\n"


def test_change_since_the_last_approval_is_shown(desk):
    root = learn(desk)
    _at_terminal(root, "trust", "SOUL.md")
    (root / "SOUL.md").write_text((root / "SOUL.md").read_text() + "\nI like tea.\n")
    code, shown = _at_terminal(root, "trust", "SOUL.md")
    assert code == 0
    assert "  + I like tea." in shown


def test_without_a_terminal_it_is_refused_and_nothing_is_recorded(desk):
    root = learn(desk)
    before = _rows(root)
    done = subprocess.run(
        [sys.executable, "-m", "daykeep", "trust", "SOUL.md"], cwd=root, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 13
    assert "only a person" in done.stderr
    assert _rows(root) == before


@pytest.mark.parametrize("mark", AGENT_MARKS)
def test_agent_with_a_terminal_is_refused(desk, mark):
    root = learn(desk)
    before = _rows(root)
    assert _at_terminal(root, "trust", "SOUL.md", **{mark: "1"})[0] == 13
    assert _rows(root) == before


def test_file_that_needs_no_approval_is_exit_2(desk):
    root = learn(desk)
    code, shown = _at_terminal(root, "trust", "memory/2026-03-10.md")
    assert code == 2
    assert "needs no approval" in shown
