from __future__ import annotations

import os

import pytest

from daykeep.files.leftovers import Leftover
from daykeep.files.locking.locks import acquire
from daykeep.files.replace import temp_leaf
from daykeep.files.store import Files

DAY = "memory/2026-03-10.md"
DEAD = 2**22 + 1  # larger than any process number Linux gives


@pytest.fixture
def files(tmp_path):
    files = Files(tmp_path)
    files.append(DAY, lambda _tail: b"- one\n")
    return files


def kinds(files):
    return [leftover.kind for leftover in files.leftovers()]


def mend(files):
    for leftover in files.leftovers():
        files.mend(leftover)


def test_a_healthy_root_has_none(files):
    files.replace("MEMORY.md", b"x\n", expected_sha256=None)
    files.update_state("memory/s.json", lambda value: {**value, "a": 1})
    assert files.leftovers() == []


def test_a_cut_tail_is_found_and_mended(files):
    lock = acquire(str(files.root), DAY, timeout_seconds=1, purpose="append")
    info = (files.root / DAY).stat()
    lock.say({"do": "append", "name": DAY, "offset": info.st_size, "inode": info.st_ino}, b"- two\n")
    with (files.root / DAY).open("ab") as stream:
        stream.write(b"- t")
    assert files.leftovers() == []  # its writer may still be at it: the lock is held
    lock.close()
    (leftover,) = files.leftovers()
    assert (leftover.kind, leftover.name) == ("cut-tail", DAY)
    files.mend(leftover)
    assert files.find_bytes(DAY) == b"- one\n"
    assert kinds(files) == ["quarantine"]
    mend(files)
    assert files.leftovers() == []
    files.mend(leftover)


def test_a_lock_record_of_a_dead_process_is_found_and_cleared(files):
    lock = acquire(str(files.root), "lease", timeout_seconds=1, purpose="beat")
    assert files.leftovers() == []
    lock._mutex.close()
    (leftover,) = files.leftovers()
    assert leftover == Leftover("stale-lock", "lease", f"process {os.getpid()} died before it was done")
    files.mend(leftover)
    assert files.leftovers() == []


@pytest.mark.parametrize("folder", ["", "memory", "memory/archive/2026", ".daykeep/spool/tmp"])
def test_a_temporary_file_of_a_dead_process_is_found_and_removed(files, folder):
    leaf = temp_leaf("MEMORY.md").replace(f".{os.getpid()}.", f".{DEAD}.")
    (files.root / folder).mkdir(parents=True, exist_ok=True)
    (files.root / folder / leaf).write_bytes(b"half")
    (leftover,) = files.leftovers()
    assert (leftover.kind, leftover.name) == ("temp", f"{folder}/{leaf}".lstrip("/"))
    files.mend(leftover)
    assert not (files.root / folder / leaf).exists()
    files.mend(leftover)


def test_a_temporary_file_in_use_is_left_out(files):
    (files.root / temp_leaf("MEMORY.md")).write_bytes(b"half")
    with files.lock("MEMORY.md"):
        assert files.leftovers() == []
    assert kinds(files) == ["temp"]


@pytest.mark.parametrize(
    "leaf", [".MEMORY.md.swp", ".#MEMORY.md", "a.tmp", ".a.tmp", ".MEMORY.md.12.tmp", ".a.md.1.zzzzzzzz.tmp"]
)
def test_temporary_files_of_others_are_none_of_ours(files, leaf):
    (files.root / leaf).write_bytes(b"x")
    assert files.leftovers() == []


def test_corrupt_state_that_was_set_aside_is_reported(files):
    (files.root / "memory/s.json").write_bytes(b"[]")
    files.update_state("memory/s.json", lambda value: {**value, "a": 1})
    (leftover,) = files.leftovers()
    assert leftover.kind == "corrupt"
    files.mend(leftover)
    assert files.leftovers() == []
    assert files.find_state("memory/s.json").value == {"a": 1}


def test_other_programs_folders_are_not_searched(files):
    for folder in (".git", "node_modules", "memory/.obsidian"):
        (files.root / folder).mkdir(parents=True)
        (files.root / folder / temp_leaf("a.md")).write_bytes(b"x")
    assert files.leftovers() == []


def test_a_lock_folder_full_of_junk_is_survived(files):
    for number, data in enumerate((b"", b"\0" * 5000, b"junk", os.urandom(9000))):
        (files.root / f".daykeep/locks/junk{number}.lock").write_bytes(data)
    os.mkfifo(files.root / ".daykeep/locks/pipe.lock")
    assert files.leftovers() == []
