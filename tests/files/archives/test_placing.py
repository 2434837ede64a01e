"""What is laid out is whole or absent, takes no name that is there, and goes through no link."""

from __future__ import annotations

import errno
import hashlib
import os
import stat

import pytest

from daykeep.errors import ConflictError, DocumentError, RefusedError, StorageError
from daykeep.files.archives.gathering import FILE, Found
from daykeep.files.archives.placing import (
    folds_case,
    free_bytes,
    hash_file,
    put_file,
    put_folder,
    put_link,
    remove_entry,
    set_mode,
)

DATA = b"hello\r\n"
SHA = hashlib.sha256(DATA).hexdigest()


def put(root, name="memory/x.md", data=DATA, **fields):
    put_file(
        str(root), Found(name, FILE, 0o640, 1_700_000_000_123_456_789)._replace(**fields), [data], sha256=SHA
    )


def test_file_has_its_bytes_mode_and_time(tmp_path):
    put(tmp_path)
    info = (tmp_path / "memory/x.md").stat()
    assert (tmp_path / "memory/x.md").read_bytes() == DATA
    assert (stat.S_IMODE(info.st_mode), info.st_mtime_ns) == (0o640, 1_700_000_000_123_456_789)
    assert hash_file(str(tmp_path), "memory/x.md") == SHA


def test_other_bytes_and_a_name_that_is_taken_leave_all_as_it_was(tmp_path):
    with pytest.raises(DocumentError, match="no longer"):
        put(tmp_path, data=b"other")
    assert os.listdir(tmp_path / "memory") == []
    put(tmp_path)
    with pytest.raises(ConflictError, match="made meanwhile"):
        put(tmp_path)
    assert os.listdir(tmp_path / "memory") == ["x.md"]


def test_full_disk_leaves_nothing(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "memory").mkdir()
    with pytest.raises(StorageError, match="full"):
        put(tmp_path)
    assert os.listdir(tmp_path / "memory") == []


def test_way_out_by_a_link_is_refused(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "w/memory").symlink_to(tmp_path / "out")
    for act in (
        lambda: put(tmp_path / "w"),
        lambda: put_folder(str(tmp_path / "w"), "memory/inner"),
        lambda: put_link(str(tmp_path / "w"), "memory/l", "x"),
    ):
        with pytest.raises(RefusedError):
            act()
    assert os.listdir(tmp_path / "out") == []


def test_folders_links_and_modes(tmp_path):
    put_folder(str(tmp_path), "a/b")
    put_folder(str(tmp_path), "a/b")
    set_mode(str(tmp_path), "a/b", 0o750)
    assert stat.S_IMODE((tmp_path / "a/b").stat().st_mode) == 0o750
    put_link(str(tmp_path), "a/l", "b")
    assert (tmp_path / "a/l").readlink().name == "b"
    with pytest.raises(ConflictError):
        put_link(str(tmp_path), "a/l", "b")
    remove_entry(str(tmp_path), "a/l")
    remove_entry(str(tmp_path), "a/l")
    remove_entry(str(tmp_path), "none/l")
    set_mode(str(tmp_path), "none", 0o700)
    assert hash_file(str(tmp_path), "a/b") == hash_file(str(tmp_path), "none") == ""


def test_case_is_asked_of_the_disk(tmp_path):
    put(tmp_path, "mark.json")
    assert folds_case(tmp_path, "mark.json") == (tmp_path / "MARK.JSON").exists()
    (tmp_path / "MARK.JSON").hardlink_to(tmp_path / "mark.json")
    assert folds_case(tmp_path, "mark.json")


def test_room_is_that_of_the_nearest_folder_that_exists(tmp_path):
    assert free_bytes(tmp_path / "no/such/folder") > 0
