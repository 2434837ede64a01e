from __future__ import annotations

import hashlib
import os
import stat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.errors import ConflictError, DocumentError, LockedError, RefusedError
from daykeep.files.replace import temp_leaf
from daykeep.files.store import Files

NAME = "MEMORY.md"


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path, lock_timeout_seconds=0.2)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


@given(st.binary(max_size=200), st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_replace_puts_exactly_the_new_bytes_there(tmp_path_factory, old, new):
    files = Files(tmp_path_factory.mktemp("replace"), durable=False)
    (files.root / NAME).write_bytes(old)
    done = files.replace(NAME, new, expected_sha256=sha256(old))
    assert (files.root / NAME).read_bytes() == new
    assert done == (NAME, old != new, sha256(new))
    assert os.listdir(files.root) == [NAME, ".daykeep"] or sorted(os.listdir(files.root)) == [
        ".daykeep",
        NAME,
    ]


def test_replace_of_the_same_bytes_touches_nothing(files):
    path = files.root / NAME
    path.write_bytes(b"a\n")
    before = path.stat()
    assert not files.replace(NAME, b"a\n", expected_sha256=sha256(b"a\n")).changed
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("expected", [None, sha256(b"older\n")])
def test_replace_of_a_changed_file_is_a_conflict_and_overwrites_nothing(files, expected):
    (files.root / NAME).write_bytes(b"theirs\n")
    with pytest.raises(ConflictError, match="nothing was overwritten") as caught:
        files.replace(NAME, b"ours\n", expected_sha256=expected)
    assert caught.value.details["found_sha256"] == sha256(b"theirs\n")
    assert (files.root / NAME).read_bytes() == b"theirs\n"


def test_replace_of_a_removed_file_is_a_conflict(files):
    with pytest.raises(ConflictError, match="removed"):
        files.replace(NAME, b"ours\n", expected_sha256=sha256(b"old\n"))
    assert files.kind(NAME) == "missing"


def test_replace_keeps_the_mode(files):
    path = files.root / NAME
    path.write_bytes(b"a\n")
    path.chmod(0o640)
    files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_gets_the_mode_the_system_gives(files):
    mask = os.umask(0o027)
    try:
        files.replace(NAME, b"b\n", expected_sha256=None)
    finally:
        os.umask(mask)
    assert stat.S_IMODE((files.root / NAME).stat().st_mode) == 0o640


def test_replace_keeps_extended_attributes_where_there_are_any(files):
    path = files.root / NAME
    path.write_bytes(b"a\n")
    try:
        os.setxattr(path, "user.note", b"kept")
    except (AttributeError, OSError):
        pytest.skip("this file system has no extended attributes")
    files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert os.getxattr(path, "user.note") == b"kept"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_replace_as_root_keeps_the_owner(files):
    path = files.root / NAME
    path.write_bytes(b"a\n")
    os.chown(path, 1234, 1234)
    files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1234)


def test_replace_writes_through_a_link_inside_the_root(files):
    (files.root / "real.md").write_bytes(b"a\n")
    os.symlink("real.md", files.root / NAME)
    files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert (files.root / NAME).is_symlink()
    assert (files.root / "real.md").read_bytes() == b"b\n"


def test_replace_refuses_a_link_that_leads_outside(files, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "s.md"
    outside.write_bytes(b"a\n")
    os.symlink(outside, files.root / NAME)
    with pytest.raises(RefusedError):
        files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert outside.read_bytes() == b"a\n"


def test_replace_leaves_the_old_bytes_to_a_hard_link_from_outside(files, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "s.md"
    outside.write_bytes(b"a\n")
    os.link(outside, files.root / NAME)
    files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert outside.read_bytes() == b"a\n"


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_replace_of_what_is_no_file_is_an_error(files, make):
    make(files.root / NAME)
    with pytest.raises(DocumentError):
        files.replace(NAME, b"b\n", expected_sha256=None)


def test_replace_waits_for_the_lock_and_gives_up(files):
    with files.lock(NAME), pytest.raises(LockedError):
        files.replace(NAME, b"b\n", expected_sha256=None)


def test_an_edit_in_the_last_moment_is_seen_before_the_rename(files, monkeypatch):
    """An editor saves while the new bytes are being forced to the disk."""
    path = files.root / NAME
    path.write_bytes(b"a\n")
    fsync = os.fsync

    def save(descriptor):
        monkeypatch.undo()
        path.write_bytes(b"edited\n")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", save)
    with pytest.raises(ConflictError):
        files.replace(NAME, b"b\n", expected_sha256=sha256(b"a\n"))
    assert path.read_bytes() == b"edited\n"
    assert files.leftovers() == []


def test_twins_in_case_are_two_files(files):
    files.replace("MEMORY.md", b"upper\n", expected_sha256=None)
    files.replace("memory.md", b"lower\n", expected_sha256=None)
    files.replace("memory/caf\u00e9.md", b"one\n", expected_sha256=None)
    files.replace("memory/cafe\u0301.md", b"two\n", expected_sha256=None)
    names = ["MEMORY.md", "memory.md", "memory/caf\u00e9.md", "memory/cafe\u0301.md"]
    assert [files.find_bytes(name) for name in names] == [b"upper\n", b"lower\n", b"one\n", b"two\n"]


@pytest.mark.parametrize("leaf", ["a.md", "x" * 255, "🙂" * 63 + ".md"])
def test_temporary_names_fit_any_file_system(leaf):
    name = temp_leaf(leaf)
    assert len(name.encode()) <= 255
    assert name.startswith(".")
    assert name.endswith(".tmp")


def test_replace_of_a_file_with_the_longest_name_works(files):
    name = "y" * 252 + ".md"
    files.replace(name, b"a\n", expected_sha256=None)
    files.replace(name, b"b\n", expected_sha256=sha256(b"a\n"))
    assert files.find_bytes(name) == b"b\n"


def test_move_gives_a_file_a_new_name_and_never_takes_one(files):
    files.append("memory/a.md", lambda _tail: b"a\n")
    files.move("memory/a.md", "memory/archive/2026/a.md")
    assert files.find_bytes("memory/archive/2026/a.md") == b"a\n"
    files.append("memory/a.md", lambda _tail: b"b\n")
    with pytest.raises(ConflictError, match="taken"):
        files.move("memory/a.md", "memory/archive/2026/a.md")
    assert files.find_bytes("memory/a.md") == b"b\n"
    with pytest.raises(DocumentError, match="no file"):
        files.move("memory/missing.md", "memory/x.md")


def test_move_that_only_changes_case_works(files):
    files.replace("Memory.md", b"a\n", expected_sha256=None)
    files.move("Memory.md", "MEMORY.md")
    assert files.list_names() == ["MEMORY.md"]


def test_remove_is_done_once_and_then_nothing(files):
    files.append("memory/a.md", lambda _tail: b"a\n")
    files.remove("memory/a.md")
    files.remove("memory/a.md")
    files.remove("missing/a.md")
    assert files.kind("memory/a.md") == "missing"
