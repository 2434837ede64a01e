"""Symbolic links swapped in between check and use never lead out of the root."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

from daykeep.errors import DaykeepError
from tests.recovery.operations import DAY, files_at
from tests.recovery.processes import REPOSITORY

SECRET = b"a stranger's key\n"


class Swapper:
    """The other side of the race (``swapper``)."""

    def __init__(self, root, outside):
        command = [sys.executable, "-m", "tests.recovery.swapper", str(root), str(outside)]
        self._process = subprocess.Popen(
            command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._process.stdout.readline()
        self.swaps = 0

    def stop(self):
        said, _ = self._process.communicate("stop\n")
        self.swaps = int(said)


def race_once(files, number):
    if number % 3 == 0:
        files.append(DAY, lambda _tail: b"- entry\n")
    elif number % 3 == 1:
        document = files.find_document(DAY)
        if document is not None:
            assert SECRET not in document.data
            files.replace(DAY, document.insert(1, ["- inserted"]), expected_sha256=document.sha256)
    else:
        assert SECRET not in (files.find_bytes("memory/secret.md") or b"")


def check_link_race(root, outside, rounds):
    (outside / "secret.md").write_bytes(SECRET)
    files = files_at(root)
    files.append(DAY, lambda _tail: b"- first\n")
    swapper = Swapper(root, outside)
    outcomes = Counter()
    try:
        for number in range(rounds):
            try:
                race_once(files, number)
                outcomes["done"] += 1
            except DaykeepError as error:
                outcomes[error.code] += 1
    finally:
        swapper.stop()
    assert sorted(os.listdir(outside)) == ["secret.md"]
    assert (outside / "secret.md").read_bytes() == SECRET
    assert outcomes["done"] > rounds / 20, outcomes
    assert outcomes["refused"] > rounds / 20, outcomes
    assert swapper.swaps > rounds / 20


@pytest.fixture
def outside(quick_folder):
    folder = quick_folder / "outside"
    folder.mkdir()
    return folder


@pytest.fixture
def root(quick_folder):
    folder = quick_folder / "workspace"
    folder.mkdir()
    return folder


def test_g21_links_swapped_in_a_race_never_lead_outside(root, outside):
    check_link_race(root, outside, rounds=10_000)


@pytest.mark.soak
def test_g21_two_hundred_thousand_rounds_of_the_link_race(root, outside):
    check_link_race(root, outside, rounds=200_000)
