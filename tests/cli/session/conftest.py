"""A workspace in which the commands of sessions are tried."""

from __future__ import annotations

import pytest


@pytest.fixture
def work(desk):
    assert desk.run("init", "work", "--lang", "en", "--zone", "UTC").code == 0
    return desk.folder / "work"


@pytest.fixture
def run(desk, work):
    def call(*words, code=0):
        answer = desk.run("session", *words, where=work)
        assert answer.code == code, answer.err
        return answer

    return call


@pytest.fixture
def ask(run):
    def call(*words):
        return run(*words, "--json").json

    return call
