"""Every test here runs with a home of its own, so that no setting of this machine's owner takes part."""

from __future__ import annotations

import pytest

from tests.git.playground import Playground, move_in


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    return move_in(tmp_path_factory.mktemp("home"), monkeypatch)


@pytest.fixture
def playground(tmp_path, home):
    return Playground(tmp_path / "work", home).start()


@pytest.fixture
def empty(tmp_path, home):
    return Playground(tmp_path / "work", home)
