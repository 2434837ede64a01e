from __future__ import annotations

import os
import stat

import pytest

from daykeep.errors import DocumentError, RefusedError, StorageError
from daykeep.files.store import Files


@pytest.fixture
def files(tmp_path):
    for name in (
        "MEMORY.md",
        "memory/2026-03-10.md",
        "memory/2026-03-11.md",
        "memory/2026-03-10-deploy.md",
        "memory/.dreams/events.jsonl",
        "memory/archive/2025/2025-01-01.md",
        ".hidden.md",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() + b"\n")
    return Files(tmp_path)


def test_the_root_is_absolute_and_real(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    os.symlink("real", tmp_path / "link")
    monkeypatch.chdir(tmp_path)
    assert Files(tmp_path / "link").root == (tmp_path / "real").resolve()


def test_kind_tells_files_folders_and_others_apart(files):
    os.mkfifo(files.root / "pipe")
    kinds = {
        "MEMORY.md": "file",
        "memory": "folder",
        "pipe": "other",
        "x.md": "missing",
        "no/x.md": "missing",
    }
    assert {name: files.kind(name) for name in kinds} == kinds


def test_names_are_listed_sorted_and_without_hidden_ones(files):
    assert files.list_names() == ["MEMORY.md"]
    assert files.list_names("memory") == [
        "memory/2026-03-10-deploy.md",
        "memory/2026-03-10.md",
        "memory/2026-03-11.md",
    ]
    assert files.list_names("missing") == []
    assert ".hidden.md" in files.list_names(hidden=True)
    everything = files.list_names(recursive=True, hidden=True)
    assert "memory/.dreams/events.jsonl" in everything
    assert "memory/archive/2025/2025-01-01.md" in files.list_names(recursive=True)
    assert "memory/.dreams/events.jsonl" not in files.list_names(recursive=True)


def test_names_can_be_limited_to_those_with_a_prefix(files):
    assert files.list_names("memory", prefixes=("2026-03-10",)) == [
        "memory/2026-03-10-deploy.md",
        "memory/2026-03-10.md",
    ]


def test_names_with_a_prefix_are_files_inside_the_root_too(files, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "s.md"
    outside.write_bytes(b"secret\n")
    os.symlink(outside, files.root / "memory/2026-03-10-outside.md")
    os.symlink("2026-03-11.md", files.root / "memory/2026-03-10-inside.md")
    (files.root / "memory/2026-03-10-folder").mkdir()
    names = files.list_names("memory", prefixes=("2026-03-10-",))
    assert names == ["memory/2026-03-10-deploy.md", "memory/2026-03-10-inside.md"]


def test_a_listing_never_leaves_the_root(files, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "s.md").write_bytes(b"secret\n")
    os.symlink(outside, files.root / "memory/linked")
    os.symlink(outside / "s.md", files.root / "memory/s.md")
    os.symlink("2026-03-10.md", files.root / "memory/today.md")
    os.symlink(".", files.root / "memory/loop")
    os.symlink("gone.md", files.root / "memory/dangling.md")
    names = files.list_names("memory", recursive=True)
    assert "memory/today.md" in names
    assert not [name for name in names if "s.md" in name or "loop" in name or "dangling" in name]
    with pytest.raises(RefusedError):
        files.list_names("memory/linked")


def test_bytes_are_read_whole_or_from_the_beginning(files):
    assert files.find_bytes("MEMORY.md") == b"MEMORY.md\n"
    assert files.find_bytes("MEMORY.md", limit_bytes=6) == b"MEMORY"
    assert files.find_bytes("MEMORY.md", limit_bytes=0) == b""
    assert files.find_bytes("missing.md") is None
    assert files.find_bytes("missing/a.md") is None


def test_missing_empty_and_unreadable_are_three_different_things(files):
    (files.root / "empty.md").write_bytes(b"")
    assert files.find_document("missing.md") is None
    assert files.find_document("empty.md").texts == []
    with pytest.raises(DocumentError, match=r"no file 'missing\.md'"):
        files.read_document("missing.md")


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read any file")
def test_an_unreadable_file_is_a_storage_error(files):
    (files.root / "MEMORY.md").chmod(0)
    with pytest.raises(StorageError, match="permission denied"):
        files.find_bytes("MEMORY.md")


@pytest.mark.parametrize(
    "make", [os.mkdir, os.mkfifo, lambda path: os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))]
)
def test_what_is_no_file_is_never_waited_for(files, make):
    os.unlink(files.root / "MEMORY.md")
    try:
        make(files.root / "MEMORY.md")
    except PermissionError:
        pytest.skip("devices can't be made here")
    with pytest.raises(DocumentError, match=r"can't read 'MEMORY\.md': it is a"):
        files.find_bytes("MEMORY.md")


def test_a_file_through_a_file_is_an_error(files):
    with pytest.raises(DocumentError):
        files.find_bytes("MEMORY.md/x")


def test_resolve_gives_the_path_after_links(files):
    os.symlink("memory", files.root / "logs")
    assert files.resolve("logs/2026-03-10.md") == files.root / "memory/2026-03-10.md"
    assert files.resolve("new/a.md") == files.root / "new/a.md"


def test_folders_are_made_once(files):
    assert files.make_folder("a/b/c")
    assert not files.make_folder("a/b/c")
    assert files.kind("a/b/c") == "folder"
    with pytest.raises(DocumentError):
        files.make_folder("MEMORY.md/x")


def test_a_file_system_that_is_read_only_is_a_storage_error(files, monkeypatch):
    """What a read-only mount answers to every call that would write."""
    import errno

    opened = os.open

    def read_only(path, flags, *args, **kwargs):
        if flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, "Read-only file system")
        return opened(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", read_only)
    with pytest.raises(StorageError, match="read-only") as caught:
        files.append("memory/2026-03-10.md", lambda _tail: b"- x\n")
    assert caught.value.exit_code == 14
    assert files.find_bytes("memory/2026-03-10.md") == b"memory/2026-03-10.md\n"


def test_descriptors_are_not_leaked(files):
    folder = "/proc/self/fd"
    if not os.path.isdir(folder):
        pytest.skip("open descriptors can't be listed here")
    before = len(os.listdir(folder))
    for number in range(5):
        files.append("memory/x.md", lambda _tail: b"- x\n")
        files.update_state("memory/s.json", lambda value, n=number: {**value, "n": n})
        files.list_names(recursive=True)
        files.leftovers()
        files.lock_owner("memory/x.md")
        with pytest.raises(DocumentError):
            files.find_bytes("memory")
        with files.lock("memory/x.md"):
            files.append("memory/x.md", lambda _tail: b"- y\n", wait=False)
    assert len(os.listdir(folder)) == before
