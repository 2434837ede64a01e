"""An archive comes under its name whole, takes no name by surprise, and what dead writers left goes."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest

from daykeep.errors import ConflictError, RefusedError
from daykeep.files.archives.reading import read_members
from daykeep.files.archives.writing import ArchiveWriter, private_folder, remove_remains


def write(path, *, overwrite=False, before_keep=lambda: None):
    with ArchiveWriter(path) as archive:
        archive.add_bytes("a", b"hello")
        archive.finish()
        before_keep()
        archive.keep(overwrite=overwrite)


def dead_pid():
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
        return process.pid


def test_archive_is_read_again_as_it_was_written(tmp_path):
    write(tmp_path / "b")
    found = [
        (member.name, b"".join(member.pieces)) for member in read_members(tmp_path / "b", limit_bytes=1 << 20)
    ]
    assert found == [("a", b"hello")]
    assert os.listdir(tmp_path) == ["b"]


def test_archive_that_is_not_kept_leaves_nothing(tmp_path):
    def stop():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write(tmp_path / "b", before_keep=stop)
    assert os.listdir(tmp_path) == []


def test_name_that_somebody_takes_meanwhile_is_left_to_them_unless_overwriting(tmp_path):
    def other():
        (tmp_path / "b").write_bytes(b"other")

    with pytest.raises(ConflictError, match="made meanwhile"):
        write(tmp_path / "b", before_keep=other)
    assert (tmp_path / "b").read_bytes() == b"other"
    write(tmp_path / "b", overwrite=True, before_keep=other)
    assert (tmp_path / "b").read_bytes() != b"other"
    assert os.listdir(tmp_path) == ["b"]


def test_disk_without_hard_links_takes_a_free_name_and_no_other(tmp_path, monkeypatch):
    def none(*_):
        raise OSError(1, "no hard links")

    monkeypatch.setattr(os, "link", none)
    write(tmp_path / "b")
    before = (tmp_path / "b").read_bytes()
    with pytest.raises(Exception, match="b"):
        write(tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == before


def test_link_or_folder_in_its_place_is_refused(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("folder", "link"):
        with pytest.raises(RefusedError):
            write(tmp_path / name)


def test_folder_for_the_history_is_the_owners_alone_and_goes(tmp_path):
    with private_folder(tmp_path / "b") as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "x").write_bytes(b"x")
    assert os.listdir(tmp_path) == []


def test_what_dead_writers_left_goes_and_what_living_ones_have_stays(tmp_path):
    dead = dead_pid()
    (tmp_path / f".b.{dead}.0123abcd.tmp").write_bytes(b"x")
    (tmp_path / f".b.{dead}.0123abce.tmp").mkdir()
    (tmp_path / f".b.{dead}.0123abce.tmp/history.bundle.lock").write_bytes(b"x")
    kept = {f".b.{os.getpid()}.0123abcd.tmp", f".other.{dead}.0123abcd.tmp", "b", f".b.{dead}.tmp"}
    for name in kept:
        (tmp_path / name).write_bytes(b"x")
    remove_remains(tmp_path / "b")
    assert set(os.listdir(tmp_path)) == kept
