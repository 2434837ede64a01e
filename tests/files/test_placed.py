"""Files in folders of other programs: whole writes, no way out by a link, nothing left behind."""

from __future__ import annotations

import os
import stat

import pytest

from daykeep.errors import ConflictError, RefusedError
from daykeep.files.placed import Shelf, missing_folders, remove_made
from daykeep.files.replace import sha256_of


def test_write_makes_folders_and_the_same_bytes_again_are_no_write(tmp_path):
    shelf = Shelf(tmp_path / "a")
    assert shelf.find("b/c.md") is None
    assert shelf.write("b/c.md", b"x", expected_sha256=None)
    assert not shelf.write("b/c.md", b"x", expected_sha256=sha256_of(b"x"))
    assert sorted(path.name for path in (tmp_path / "a" / "b").iterdir()) == ["c.md"]


def test_write_keeps_the_mode_and_new_files_get_the_given_one(tmp_path):
    shelf = Shelf(tmp_path)
    (tmp_path / "old").write_bytes(b"1")
    (tmp_path / "old").chmod(0o604)
    shelf.write("old", b"2", expected_sha256=sha256_of(b"1"))
    shelf.write("new", b"2", expected_sha256=None, mode=0o700)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("old", "new")] == [0o604, 0o700]


@pytest.mark.parametrize("expected", [None, sha256_of(b"other")])
def test_content_that_was_not_seen_is_never_overwritten_or_removed(tmp_path, expected):
    shelf = Shelf(tmp_path)
    (tmp_path / "f").write_bytes(b"mine")
    with pytest.raises(ConflictError):
        shelf.write("f", b"new", expected_sha256=expected)
    with pytest.raises(ConflictError):
        shelf.remove("f", expected_sha256=expected or "")
    assert (tmp_path / "f").read_bytes() == b"mine"
    assert os.listdir(tmp_path) == ["f"]


def test_link_out_of_the_folder_is_refused_and_one_inside_is_followed(tmp_path):
    shelf = Shelf(tmp_path / "in")
    (tmp_path / "in").mkdir()
    (tmp_path / "secret").write_bytes(b"s")
    (tmp_path / "in" / "out.md").symlink_to("../secret")
    (tmp_path / "in" / "folder").symlink_to("..")
    (tmp_path / "in" / "real.md").write_bytes(b"r")
    (tmp_path / "in" / "link.md").symlink_to("real.md")
    for name in ("out.md", "folder/secret", "folder/new"):
        with pytest.raises(RefusedError):
            shelf.write(name, b"x", expected_sha256=None)
    assert (tmp_path / "secret").read_bytes() == b"s"
    assert shelf.real_name("link.md") == "real.md"
    shelf.write("link.md", b"n", expected_sha256=sha256_of(b"r"))
    assert (tmp_path / "in" / "real.md").read_bytes() == b"n"
    assert shelf.is_link("link.md")
    assert not shelf.is_link("real.md")
    assert not shelf.is_link("none.md")


def test_folder_or_pipe_in_a_files_place_is_refused(tmp_path):
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(RefusedError):
            Shelf(tmp_path).find(name)


def test_empty_folders_go_and_what_holds_something_stays(tmp_path):
    made = missing_folders(tmp_path / "a" / "b")
    shelf = Shelf(tmp_path)
    shelf.write("a/b/s/x/f", b"1", expected_sha256=None)
    shelf.write("a/b/s/mine", b"1", expected_sha256=None)
    shelf.remove("a/b/s/x/f", expected_sha256=sha256_of(b"1"))
    shelf.remove_empty("a/b/s")
    assert shelf.list_names("a/b/s") == ["mine"]
    assert not (tmp_path / "a/b/s/x").exists()
    shelf.remove("a/b/s/mine", expected_sha256=sha256_of(b"1"))
    shelf.remove_empty("a/b/s")
    remove_made(made)
    assert os.listdir(tmp_path) == []
