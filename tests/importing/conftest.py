"""A workspace with a repository, into which memories are imported."""

from __future__ import annotations

import pytest

from daykeep.app import open_workspace
from tests.git.playground import Playground, move_in


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    return move_in(tmp_path_factory.mktemp("home"), monkeypatch)


@pytest.fixture
def workspace(tmp_path, home):
    """A workspace that was opened at noon of one day."""
    playground = Playground(tmp_path / "work", home).start()
    playground.write("AGENTS.md", "# Agents\n")
    playground.write("SOUL.md", "# Soul\n")
    playground.write("MEMORY.md", "# Memory\n\n- The cellar floods every spring\n")
    playground.git("add", "-A")
    playground.git("commit", "-qm", "Begin")
    return open_workspace(playground.root, environ={}, at="2026-03-10 12:00")
