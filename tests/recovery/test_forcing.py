"""The disk says no when an entry is forced to it, after others may already have written behind it."""

from __future__ import annotations

import errno
import os

import pytest

from daykeep.errors import StorageError
from daykeep.files.store import Files
from tests.recovery.operations import DAY, entry, whole_entries


@pytest.fixture
def files(tmp_path):
    files = Files(tmp_path, lock_timeout_seconds=0.2)
    files.append(DAY, lambda _tail: entry(1))
    return files


@pytest.fixture
def fail_to_force(monkeypatch):
    """Make the next ``fsync`` fail, after something else has happened."""

    def arrange(meanwhile):
        def fsync(_descriptor):
            monkeypatch.undo()
            meanwhile()
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr(os, "fsync", fsync)

    return arrange


def test_an_entry_that_can_t_be_forced_is_taken_back(files, fail_to_force):
    fail_to_force(lambda: None)
    with pytest.raises(StorageError, match="device reports an error"):
        files.append(DAY, lambda _tail: entry(2))
    assert whole_entries(files.find_bytes(DAY)) == [1]
    assert files.leftovers() == []


def test_an_entry_that_others_wrote_behind_is_left_and_reported_as_failed(files, fail_to_force):
    fail_to_force(lambda: files.append(DAY, lambda _tail: entry(3)))
    with pytest.raises(StorageError):
        files.append(DAY, lambda _tail: entry(2))
    assert whole_entries(files.find_bytes(DAY)) == [1, 2, 3]


def test_the_cause_is_told_even_if_the_lock_can_t_be_had_again(files, fail_to_force):
    held = []
    fail_to_force(lambda: held.append(files.lock(DAY)))
    with pytest.raises(StorageError, match="device reports an error"):
        files.append(DAY, lambda _tail: entry(2))
    held[0].close()
    assert whole_entries(files.find_bytes(DAY)) in ([1], [1, 2])


def test_a_first_entry_that_can_t_be_forced_leaves_no_file(files, fail_to_force):
    fail_to_force(lambda: None)
    with pytest.raises(StorageError):
        files.append("memory/2026-03-11.md", lambda _tail: entry(1))
    assert files.kind("memory/2026-03-11.md") == "missing"
