"""Every test here runs with a home of its own, so that no setting of this machine's owner takes part."""

from __future__ import annotations

import os

import pytest

from tests.git.playground import Playground, clean_environment


@pytest.fixture(autouse=True)
def home(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(("GIT_", "XDG_")):
            monkeypatch.delenv(name)
    for name, value in clean_environment(folder).items():
        monkeypatch.setenv(name, value)
    return folder


@pytest.fixture
def playground(tmp_path, home):
    return Playground(tmp_path / "work", home).start()


@pytest.fixture
def empty(tmp_path, home):
    return Playground(tmp_path / "work", home)
