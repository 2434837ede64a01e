"""A workspace with a real repository, and a home of its own."""

from __future__ import annotations

from datetime import datetime

import pytest

from daykeep.distill.run import Place as DistillPlace
from daykeep.distill.run import Report, Rules, Window, distill
from daykeep.files.store import Files
from daykeep.git.history import History, open_history
from tests.git.playground import AUTHOR, NOON, Playground, move_in


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    return move_in(tmp_path_factory.mktemp("home"), monkeypatch)


@pytest.fixture
def playground(tmp_path, home):
    return Playground(tmp_path / "work", home).start()


@pytest.fixture
def files(playground):
    return Files(playground.root)


@pytest.fixture
def history(playground) -> History:
    found = open_history(playground.root)
    assert isinstance(found, History)
    return found


@pytest.fixture
def learn(playground, files, history):
    """Write a log and distil it; the commit, and the items by their first line in memory."""
    playground.write("MEMORY.md", "# Memory\n\n## Lessons\n")

    def run(name: str, text: str, at: datetime = NOON) -> Report:
        playground.write(name, text)
        place = DistillPlace("MEMORY.md", "en", at, history, AUTHOR, rules=Rules(profile="classic"))
        return distill(files, Window(None, None), place)

    return run


@pytest.fixture
def empty(tmp_path, home):
    return Playground(tmp_path / "work", home)
