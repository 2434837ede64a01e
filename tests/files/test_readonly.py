"""Files of other programs are opened to be read, and only if they are plain files."""

import os
from pathlib import Path

import pytest

from daykeep.errors import DocumentError, RefusedError, StorageError
from daykeep.files.readonly import open_read_only


def test_file_is_a_stream_of_its_bytes_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\ntwo\n")
    stream = open_read_only(tmp_path / "a")
    assert stream is not None
    with stream:
        assert list(stream) == [b"one\n", b"two\n"]
        assert not stream.writable()


def test_missing_file_is_none(tmp_path: Path) -> None:
    assert open_read_only(tmp_path / "none") is None


def test_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with pytest.raises(RefusedError):
        open_read_only(tmp_path / "link")


def test_pipe_and_folder_are_refused_without_waiting_and_nothing_stays_open(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    for _ in range(5):
        for name in ("pipe", ""):
            with pytest.raises(RefusedError):
                open_read_only(tmp_path / name)
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert after == before


def test_file_in_a_folders_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(DocumentError):
        open_read_only(tmp_path / "a" / "b")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_file_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "a").chmod(0)
    with pytest.raises(StorageError):
        open_read_only(tmp_path / "a")
