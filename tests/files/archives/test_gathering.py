"""A folder is walked as it stands, no link is followed, and a file is opened between two changes."""

from __future__ import annotations

import os
import threading

import pytest

from daykeep.errors import StorageError
from daykeep.files.archives import gathering
from daykeep.files.archives.gathering import FILE, FOLDER, LINK, OTHER, find_entry, open_settled, walk_tree
from daykeep.files.store import Files


def close(monkeypatch, name):
    """Have one folder that can't be listed, also for root, who may list every real one."""
    whole = gathering.look_at_folder

    def look(root, folder):
        if folder == name:
            raise StorageError(f"can't look into '{folder}'")
        return whole(root, folder)

    monkeypatch.setattr(gathering, "look_at_folder", look)


def names(root):
    return [found.name for found, _ in walk_tree(str(root))]


def read(files, name):
    stream, found = open_settled(files, find_entry(str(files.root), name))
    with stream:
        return stream.read(found.size)


def test_walk_has_everything_once_folders_first_and_enters_no_link(tmp_path):
    (tmp_path / "b/inner").mkdir(parents=True)
    (tmp_path / "b/x").write_text("x")
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "round").symlink_to("round")
    os.mkfifo(tmp_path / "pipe")
    assert names(tmp_path) == ["a", "b", "b/inner", "b/x", "pipe", "round"]
    kinds = {found.name: (found.kind, found.target) for found, _ in walk_tree(str(tmp_path))}
    assert kinds["a"] == (LINK, "b")
    assert kinds["pipe"] == (OTHER, "a named pipe")
    assert kinds["b"][0] == FOLDER
    assert kinds["b/x"][0] == FILE


def test_folders_deep_in_one_another_are_walked_to_their_end(tmp_path):
    deep = ["/".join("a" * count) for count in range(1, 1201)]
    try:
        for name in deep:
            (tmp_path / name).mkdir()
        assert names(tmp_path) == deep
    finally:  # what clears temporary folders away can't do this
        for name in reversed(deep):
            (tmp_path / name).rmdir()


def test_what_the_caller_passes_over_is_not_entered(tmp_path):
    (tmp_path / "deep/inner").mkdir(parents=True)
    seen = []
    for found, passed in walk_tree(str(tmp_path)):
        seen.append(found.name)
        passed.append("")
    assert seen == ["deep"]


def test_entry_that_is_not_there_is_none(tmp_path):
    assert find_entry(str(tmp_path), "no/such") is None
    assert find_entry(str(tmp_path), "no") is None


def test_half_entry_of_a_dead_writer_is_settled_before_the_file_is_read(tmp_path):
    files = Files(tmp_path)
    files.append("log.md", lambda tail: b"- one\n")
    lock = files.lock("log.md")
    with lock:
        size = (tmp_path / "log.md").stat().st_size
        info = (tmp_path / "log.md").stat()
        intent = {"do": "append", "name": "log.md", "offset": size, "inode": info.st_ino}
        lock.say(intent, b"- two, announced\n")
        with (tmp_path / "log.md").open("ab") as stream:
            stream.write(b"- two, ann")
        lock._mutex.close()  # as the kernel does when the writer dies: the record stays
    assert read(files, "log.md") == b"- one\n"


def test_what_is_appended_after_the_file_was_opened_is_not_in_it(tmp_path):
    files = Files(tmp_path)
    files.append("log.md", lambda tail: b"- one\n")
    stream, found = open_settled(files, find_entry(str(tmp_path), "log.md"))
    files.append("log.md", lambda tail: b"- two\n")
    with stream:
        assert stream.read(found.size) == b"- one\n"


def test_file_whose_lock_is_held_is_read_without_it_after_the_time_limit(tmp_path):
    files = Files(tmp_path, lock_timeout_seconds=0.05)
    files.append("log.md", lambda tail: b"- one\n")
    with files.lock("log.md"):
        found = []
        thread = threading.Thread(
            target=lambda: found.append(read(Files(tmp_path, lock_timeout_seconds=0.05), "log.md"))
        )
        thread.start()
        thread.join()
    assert found == [b"- one\n"]


def test_file_that_was_never_written_by_daykeep_gets_no_lock(tmp_path):
    (tmp_path / "mine.txt").write_bytes(b"mine")
    assert read(Files(tmp_path), "mine.txt") == b"mine"
    assert os.listdir(tmp_path) == ["mine.txt"]


def test_file_that_is_gone_or_became_a_pipe_is_none(tmp_path):
    (tmp_path / "x").write_bytes(b"x")
    found = find_entry(str(tmp_path), "x")
    (tmp_path / "x").unlink()
    assert open_settled(Files(tmp_path), found) is None
    os.mkfifo(tmp_path / "x")
    assert open_settled(Files(tmp_path), found) is None


def test_link_put_in_a_files_place_is_not_followed_out(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "w/x").write_bytes(b"x")
    found = find_entry(str(tmp_path / "w"), "x")
    (tmp_path / "w/x").unlink()
    (tmp_path / "w/x").symlink_to(tmp_path / "secret")
    with pytest.raises(Exception, match="symbolic link"):
        open_settled(Files(tmp_path / "w"), found)


@pytest.mark.skipif(os.geteuid() == 0, reason="root looks everywhere")
def test_folder_that_cannot_be_listed_is_an_error(tmp_path):
    (tmp_path / "closed").mkdir(mode=0)
    with pytest.raises(StorageError):
        names(tmp_path)


def test_folder_that_cannot_be_listed_is_an_error_or_told_and_passed_over(tmp_path, monkeypatch):
    for name in ("a/x", "b/x", "c/x"):
        (tmp_path / name).mkdir(parents=True)
    close(monkeypatch, "b")
    with pytest.raises(StorageError, match="can't look into 'b'"):
        names(tmp_path)
    told = []
    found = walk_tree(str(tmp_path), failed=lambda name, error: told.append((name, error.message)))
    assert [one.name for one, _ in found] == ["a", "a/x", "b", "c", "c/x"]
    assert told == [("b", "can't look into 'b'")]
