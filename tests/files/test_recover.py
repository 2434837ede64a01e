"""What the next writer finds of one that died; the dying itself is in ``tests/recovery``."""

from __future__ import annotations

import os

import pytest

from daykeep.files.locking.locks import acquire
from daykeep.files.store import Files

DAY = "memory/2026-03-10.md"
OLD, ANNOUNCED = b"- one\n", b"- two " + b"x" * 5000 + b"\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / DAY).write_bytes(OLD)
    return Files(tmp_path)


def die_while_writing(files, written, *, created=False):
    """Leave what a writer leaves that was killed after ``written`` of its bytes."""
    path = files.root / DAY
    if created:
        path.unlink()
    lock = acquire(str(files.root), DAY, timeout_seconds=1, purpose="append")
    inode, size = (None, 0) if created else (path.stat().st_ino, len(OLD))
    lock.say({"do": "append", "name": DAY, "offset": size, "inode": inode}, ANNOUNCED)
    with path.open("ab") as stream:
        stream.write(written)
    lock.close()


def append(files, data=b"- three\n"):
    return files.append(DAY, lambda _tail: data)


@pytest.mark.parametrize("length", [1, 5, 4096, len(ANNOUNCED) - 1])
def test_a_cut_tail_goes_to_quarantine_before_the_next_entry(files, length):
    die_while_writing(files, ANNOUNCED[:length])
    done = append(files)
    assert files.find_bytes(DAY) == OLD + b"- three\n"
    assert files.find_bytes(done.quarantined) == ANNOUNCED


def test_a_whole_tail_stays(files):
    die_while_writing(files, ANNOUNCED)
    assert append(files).quarantined is None
    assert files.find_bytes(DAY) == OLD + ANNOUNCED + b"- three\n"


def test_a_writer_that_died_before_its_first_byte_left_nothing(files):
    die_while_writing(files, b"")
    assert append(files).quarantined is None
    assert files.find_bytes(DAY) == OLD + b"- three\n"
    assert files.leftovers() == []


def test_a_cut_first_entry_takes_the_new_file_with_it(files):
    die_while_writing(files, ANNOUNCED[:7], created=True)
    files.lock(DAY).close()
    assert files.kind(DAY) == "missing"


@pytest.mark.parametrize("tail", [b"- twist", b"- tw\n", b"- two" + b"x" * 6000, b"other"])
def test_a_tail_that_is_not_the_announced_one_belongs_to_somebody_else(files, tail):
    die_while_writing(files, tail)
    assert append(files).quarantined is None
    end = b"" if tail.endswith(b"\n") else b"\n"
    assert files.find_bytes(DAY) == OLD + tail + end + b"- three\n"


def test_a_prefix_in_a_file_that_an_editor_saved_stays(files):
    die_while_writing(files, ANNOUNCED[:7])
    new = files.root / "memory/editor.tmp"
    new.write_bytes((files.root / DAY).read_bytes())
    os.replace(new, files.root / DAY)
    assert append(files).quarantined is None
    assert files.find_bytes(DAY) == OLD + ANNOUNCED[:7] + b"\n- three\n"


def test_a_prefix_that_a_person_left_of_an_entry_an_hour_later_stays(files):
    die_while_writing(files, ANNOUNCED[:7])
    stamp = (files.root / DAY).stat().st_mtime + 3600
    os.utime(files.root / DAY, (stamp, stamp))
    assert append(files).quarantined is None
    assert files.find_bytes(DAY) == OLD + ANNOUNCED[:7] + b"\n- three\n"


def test_a_file_that_was_cut_or_removed_meanwhile_is_left_alone(files):
    die_while_writing(files, ANNOUNCED[:7])
    (files.root / DAY).write_bytes(b"-")
    append(files)
    assert files.find_bytes(DAY) == b"-\n- three\n"
    die_while_writing(files, b"")
    (files.root / DAY).unlink()
    append(files)
    assert files.find_bytes(DAY) == b"- three\n"


def test_the_intent_of_a_twin_is_settled_in_the_twins_file(files):
    (files.root / "memory/2026-03-10.MD").write_bytes(b"- twin\n")
    die_while_writing(files, ANNOUNCED[:7])
    files.append("memory/2026-03-10.MD", lambda _tail: b"- more\n")
    assert files.find_bytes(DAY) == OLD
    assert files.find_bytes("memory/2026-03-10.MD") == b"- twin\n- more\n"


def test_settling_twice_does_nothing_more(files):
    die_while_writing(files, ANNOUNCED[:7])
    files.lock(DAY).close()
    kept = files.list_names(".daykeep/data/quarantine")
    files.lock(DAY).close()
    assert files.list_names(".daykeep/data/quarantine") == kept
    assert len(kept) == 1


def test_reading_is_not_disturbed_by_a_broken_lock_file(files):
    files.lock(DAY).close()
    (lock_file,) = (files.root / ".daykeep/locks").iterdir()
    for junk in (b"", b"\0" * 9000, b"junk", b"x" * 100_000, lock_file.read_bytes()[:100]):
        lock_file.write_bytes(junk)
        append(files)
    assert files.find_bytes(DAY) == OLD + b"- three\n" * 5
    assert files.leftovers() == []
