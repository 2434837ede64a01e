"""A disk that is really full."""

from __future__ import annotations

import os
import subprocess

import pytest

from daykeep.errors import StorageError
from tests.recovery.operations import DAY, entry, files_at, whole_entries


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 256 kB of its own."""
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(tmp_path)]
    try:
        made = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        made = False
    if not made:
        pytest.skip("mounting a small file system needs rights that this process lacks")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


def fill(folder):
    with (folder / "filler").open("wb", buffering=0) as stream:
        try:
            while stream.write(b"x" * 4096):
                pass
        except OSError:
            pass


def test_append_on_a_full_disk_keeps_the_file_as_it_was(small_disk):
    files = files_at(small_disk, durable=True)
    acknowledged = []

    def append_until_it_fails():
        while True:
            files.append(DAY, lambda _tail: entry(len(acknowledged), 9_000))
            acknowledged.append(len(acknowledged))

    with pytest.raises(StorageError) as caught:
        append_until_it_fails()
    assert caught.value.exit_code == 14
    assert "disk is full" in caught.value.message
    data = files.find_bytes(DAY)
    assert len(acknowledged) > 3
    assert whole_entries(data) == acknowledged
    assert data.endswith(b"\n")


def test_append_goes_on_when_there_is_space_again(small_disk):
    files = files_at(small_disk, durable=True)
    files.append(DAY, lambda _tail: entry(1))
    fill(small_disk)
    with pytest.raises(StorageError):
        files.append(DAY, lambda _tail: entry(2, 9_000))
    os.unlink(small_disk / "filler")
    files.append(DAY, lambda _tail: entry(3, 9_000))
    assert whole_entries(files.find_bytes(DAY)) == [1, 3]
    assert files.leftovers() == []


def test_replace_and_state_on_a_full_disk_keep_the_old_file(small_disk):
    files = files_at(small_disk, durable=True)
    files.replace("MEMORY.md", b"old\n", expected_sha256=None)
    files.update_state("memory/state.json", lambda value: {**value, "a": 1})
    sha256 = files.read_document("MEMORY.md").sha256
    fill(small_disk)
    with pytest.raises(StorageError):
        files.replace("MEMORY.md", b"new\n" * 5_000, expected_sha256=sha256)
    with pytest.raises(StorageError):
        files.update_state("memory/state.json", lambda value: {**value, "b": "x" * 20_000})
    assert files.find_bytes("MEMORY.md") == b"old\n"
    assert files.find_state("memory/state.json").value == {"a": 1}
    os.unlink(small_disk / "filler")
    assert files.leftovers() == []
