"""Settings of other programs change whole or not at all, and only if they still are what was read."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daykeep.errors import ConflictError, RefusedError, StorageError
from daykeep.files.swapped import (
    drop,
    make_folder,
    make_private_folder,
    read_swapped,
    remove_empty_folder,
    swap,
    sweep,
)

OLD, NEW = b"old\r\n", b"new"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_new_bytes_are_there_and_the_mode_stays(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(OLD)
    path.chmod(0o640)
    swap(path, NEW, expected=OLD)
    assert path.read_bytes() == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["s.json"]


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    swap(tmp_path / "s.json", NEW, expected=None)
    assert (tmp_path / "s.json").read_bytes() == NEW


@pytest.mark.parametrize("expected", [None, b"other", OLD + b"x", OLD[:-1]])
def test_what_is_not_what_was_read_stays(tmp_path: Path, expected: bytes | None) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(OLD)
    with pytest.raises(ConflictError, match="another program"):
        swap(path, NEW, expected=expected)
    if expected is not None:
        with pytest.raises(ConflictError):
            drop(path, expected=expected)
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["s.json"]


def test_a_file_that_vanished_is_not_made_again(tmp_path: Path) -> None:
    with pytest.raises(ConflictError):
        swap(tmp_path / "s.json", NEW, expected=OLD)
    assert names(tmp_path) == []


def test_a_write_protected_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(RefusedError, match="write-protected"):
        swap(path, NEW, expected=OLD)
    assert path.read_bytes() == OLD


def test_a_link_a_folder_and_a_pipe_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "folder", "pipe"):
        with pytest.raises(RefusedError):
            read_swapped(tmp_path / name, limit_bytes=9)
    assert read_swapped(tmp_path / "none", limit_bytes=9) is None


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "s.json").write_bytes(b"x" * 10)
    assert read_swapped(tmp_path / "s.json", limit_bytes=10) == b"x" * 10
    with pytest.raises(RefusedError, match="larger than 9 bytes"):
        read_swapped(tmp_path / "s.json", limit_bytes=9)


def test_a_file_is_removed_only_if_it_is_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(OLD)
    drop(path, expected=OLD)
    assert names(tmp_path) == []


def test_folders_are_made_once_and_removed_only_empty(tmp_path: Path) -> None:
    assert make_folder(tmp_path / "a")
    assert not make_folder(tmp_path / "a")
    (tmp_path / "a" / "x").touch()
    assert not remove_empty_folder(tmp_path / "a")
    (tmp_path / "a" / "x").unlink()
    assert remove_empty_folder(tmp_path / "a")
    assert stat.S_IMODE(make_private_folder(tmp_path / "b" / "c").stat().st_mode) == 0o700
    (tmp_path / "file").touch()
    with pytest.raises(StorageError):
        make_folder(tmp_path / "none" / "a")


LOOP = """
import sys
from pathlib import Path
from daykeep.files.swapped import swap
path, texts = Path(sys.argv[1]), [b"a" * 200_000, b"b" * 200_000]
print("ready", flush=True)
while True:
    swap(path, texts[1], expected=texts[0])
    texts.reverse()
"""


def test_a_kill_at_any_moment_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    whole = {b"a" * 200_000, b"b" * 200_000}
    seen = set()
    for number in range(12):
        path.write_bytes(b"a" * 200_000)
        with subprocess.Popen([sys.executable, "-c", LOOP, str(path)], stdout=subprocess.PIPE) as process:
            assert process.stdout
            process.stdout.readline()
            time.sleep(0.005 + 0.003 * number)
            process.send_signal(signal.SIGKILL)
        seen.add(path.read_bytes())
    assert seen <= whole
    sweep(path)
    assert names(tmp_path) == ["s.json"]


def test_the_temporary_file_of_a_living_process_and_files_of_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    kept = [
        f".s.json.{os.getpid()}.0123abcd.tmp",
        ".s.json.tmp",
        ".other.json.99999999.0123abcd.tmp",
        ".s.json.99999999.x.tmp",
    ]
    for name in kept:
        (tmp_path / name).touch()
    sweep(path)
    assert names(tmp_path) == sorted(kept)
    sweep(tmp_path / "none" / "s.json")
