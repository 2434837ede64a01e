from __future__ import annotations

import pytest

from daykeep.errors import DocumentError, RefusedError
from daykeep.files.encoding import decode
from daykeep.files.spool import NEW, waiting_ids
from daykeep.files.store import Files

DAY = "memory/2026-03-10.md"


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path, lock_timeout_seconds=0.2)


def spool(files, *entries, name=DAY):
    """Deliver entries while the lock is held."""
    with files.lock(name):
        for data in entries:
            done = files.append(name, lambda _tail, data=data: data, wait=False)
            assert done.spooled
            assert done.name == name


def with_heading(data):
    return lambda tail: data if tail.size else b"# 2026-03-10\n\n" + data


def test_spooled_entries_wait_and_are_merged_in_order_before_the_next_one(files):
    spool(files, b"- one\n", b"- two\n")
    assert files.kind(DAY) == "missing"
    assert len(waiting_ids(str(files.root))) == 2
    files.append(DAY, lambda _tail: b"- three\n")
    lines = files.read_document(DAY).texts
    assert sorted(lines[:2]) == ["- one", "- two"]
    assert lines[2:] == ["- three"]
    assert waiting_ids(str(files.root)) == []
    assert files.merge_spool() == 0


def test_a_spooled_first_entry_brings_the_heading_only_once(files):
    with files.lock(DAY):
        for data in (b"- one\n", b"- two\n"):
            files.append(DAY, with_heading(data), wait=False)
    files.append(DAY, with_heading(b"- three\n"))
    assert files.read_document(DAY).texts.count("# 2026-03-10") == 1
    assert files.read_document(DAY).texts[0] == "# 2026-03-10"


def test_a_foreign_tail_is_ended_before_a_merged_entry(files):
    (files.root / "memory").mkdir()
    (files.root / DAY).write_bytes(b"a\r\nno end")
    spool(files, b"- one\n")
    assert files.merge_spool() == 1
    assert files.find_bytes(DAY) == b"a\r\nno end\r\n- one\n"


def test_a_spooled_entry_is_written_in_the_files_encoding(files):
    (files.root / "memory").mkdir()
    (files.root / DAY).write_bytes("\ufeff日\n".encode("utf-16-le"))
    spool(files, "- 新\n".encode())
    files.merge_spool()
    assert decode(files.find_bytes(DAY)).texts == ["日", "- 新"]


def test_merging_leaves_alone_what_is_held(files):
    spool(files, b"- one\n")
    spool(files, b"- other\n", name="memory/other.md")
    with files.lock(DAY):
        assert files.merge_spool() == 1
    assert files.find_bytes("memory/other.md") == b"- other\n"
    assert files.merge_spool() == 1


def test_a_damaged_entry_stays_in_the_spool_and_is_reported(files):
    spool(files, b"- one\n", b"- two\n")
    first, _ = waiting_ids(str(files.root))
    path = files.root / NEW / first
    path.write_bytes(path.read_bytes()[:-1] + b"X")
    assert files.merge_spool() == 1
    (leftover,) = files.leftovers()
    assert (leftover.kind, leftover.name) == ("spool", f"{NEW}/{first}")
    assert "damaged" in leftover.detail
    files.mend(leftover)
    assert [leftover.kind for leftover in files.leftovers()] == ["quarantine"]


def test_an_entry_of_nothing_is_no_spool_file(files):
    with files.lock(DAY):
        files.append(DAY, lambda _tail: b"", wait=False)
    files.merge_spool()
    assert files.kind(DAY) == "missing"


def test_the_spool_takes_no_name_that_may_not_be_made(files):
    with files.lock("memory/a:b.md"), pytest.raises(RefusedError):
        files.append("memory/a:b.md", lambda _tail: b"- x\n", wait=False)
    (files.root / "memory").mkdir(exist_ok=True)
    (files.root / DAY).mkdir()
    with files.lock(DAY), pytest.raises(DocumentError):
        files.append(DAY, lambda _tail: b"- x\n", wait=False)


def test_what_is_merged_and_not_yet_removed_is_not_merged_again(files):
    """A process that died between the entry and the removal of its spool file left the id in the lock record."""
    from daykeep.files.locking.locks import acquire

    spool(files, b"- one\n")
    (entry_id,) = waiting_ids(str(files.root))
    (files.root / "memory").mkdir(exist_ok=True)
    (files.root / DAY).write_bytes(b"- one\n")
    lock = acquire(str(files.root), DAY, timeout_seconds=1, purpose="append", announce=False)
    lock.finish(entry_id)
    lock.close()
    assert [leftover.kind for leftover in files.leftovers()] == ["spool", "stale-lock"]
    assert files.merge_spool() == 0
    assert files.find_bytes(DAY) == b"- one\n"
    assert files.leftovers() == []
