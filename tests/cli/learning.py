"""A workspace that has learned something, with a real repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.cli.setting_up import Desk

LOG = "memory/2026-03-10.md"
LESSON = "Set a limit on every request"


def learn(desk: Desk, *options: str) -> Path:
    """Make a workspace, log a lesson on 2026-03-10, distil it on the fifteenth; the workspace's folder."""
    assert desk.run("init", "work", "--lang", "en", "--zone", "UTC", *options).code == 0
    root = desk.folder / "work"
    said = desk.run("log", LESSON, "--kind", "lesson", "--at", "2026-03-10 14:00", where=root)
    assert said.code == 0, said.err
    said = desk.run("distill", "--all", "--profile", "classic", "--at", "2026-03-15 23:00", where=root)
    assert said.code == 0, said.err
    return root


def git(root: Path, *arguments: str) -> str:
    """Run git in the workspace as a person named Ada."""
    identity = {
        f"GIT_{role}_{field}": value
        for role in ("AUTHOR", "COMMITTER")
        for field, value in (("NAME", "Ada"), ("EMAIL", "ada@example.com"))
    }
    done = subprocess.run(
        ["git", *arguments],
        cwd=root,
        env={**os.environ, **identity},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
