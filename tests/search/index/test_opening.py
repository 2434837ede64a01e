"""The index opens wherever it can be kept, and says what is out of the ordinary."""

import sqlite3
from pathlib import Path

import pytest

from daykeep.errors import IndexUnreadableError
from daykeep.search.index import index_folder, open_index, renew_index
from daykeep.search.store.opening import open_store
from tests.search.store.documents import found, made, put


def files(folder):
    return sorted(path.name for path in folder.glob("index-*"))


@pytest.fixture
def folder(tmp_path):
    return index_folder(tmp_path / "cache", Path("/home/ada/space"))


def test_first_opening_makes_an_index_for_the_user_alone(folder):
    index = open_index(folder)
    assert (index.mode, index.notes, index.path.name) == ("file", (), "index-1.db")
    assert folder.stat().st_mode & 0o777 == 0o700
    put(index.store, made("workspace:a.md", "tea"))
    index.store.close()
    assert found(open_index(folder).store, "tea") == [("a.md", 0)]


def test_workspaces_have_folders_of_their_own(tmp_path):
    folders = {index_folder(tmp_path, Path(f"/home/ada/{name}")) for name in ("a", "b", "a/b", "A")}
    assert len(folders) == 4


def test_without_a_cache_folder_the_index_is_in_memory():
    index = open_index(None)
    assert index.mode == "memory"
    assert "no cache folder" in index.notes[0]
    put(index.store, made("workspace:a.md", "tea"))
    assert found(index.store, "tea") == [("a.md", 0)]


def test_damaged_index_is_replaced_and_that_is_said(folder):
    first = open_index(folder)
    first.store.close()
    first.path.write_bytes(b"no database " * 1000)
    index = open_index(folder)
    assert (index.mode, index.path.name) == ("file", "index-2.db")
    assert "damaged" in index.notes[0]
    assert index.store.count() == (0, 0)
    assert [name for name in files(folder) if name.endswith(".db")] == ["index-2.db"]


def test_index_found_damaged_later_is_renewed(folder):
    index = open_index(folder)
    put(index.store, *(made(f"workspace:{n}.md", *["tea"] * 200) for n in range(20)))
    index.store.close()
    data = bytearray(index.path.read_bytes())
    data[8192:-4096] = b"\xaa" * (len(data) - 12288)
    damaged = open_index(folder)
    index.path.write_bytes(bytes(data))
    with pytest.raises(IndexUnreadableError):
        found(damaged.store, "tea")
    renewed = renew_index(damaged, folder)
    assert (renewed.mode, renewed.store.count(), renewed.path.name) == ("file", (0, 0), "index-2.db")
    assert "damaged" in renewed.notes[0]
    assert renew_index(renewed, folder, note="").notes == renewed.notes


def test_two_who_find_the_same_damage_make_one_new_index(folder):
    first, second = open_index(folder), open_index(folder)
    one = renew_index(first, folder)
    put(one.store, made("workspace:a.md", "tea"))
    other = renew_index(second, folder)
    assert other.path == one.path
    assert found(other.store, "tea") == [("a.md", 0)]


def schema_of(path, number):
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {number}")
    db.close()


def test_index_of_a_newer_version_is_left_alone_and_the_answer_comes_from_memory(folder):
    first = open_index(folder)
    first.store.close()
    schema_of(first.path, 99)
    before = first.path.read_bytes()
    index = open_index(folder)
    assert index.mode == "memory"
    assert "newer version" in index.notes[0]
    assert first.path.read_bytes() == before


def test_index_of_an_older_version_is_replaced(folder):
    first = open_index(folder)
    first.store.close()
    db = sqlite3.connect(first.path)
    db.execute("PRAGMA user_version = 0")
    db.close()
    assert open_index(folder).path.name == "index-2.db"


def test_folder_that_can_not_be_made_gives_an_index_in_memory(tmp_path):
    (tmp_path / "cache").write_text("a file in the way")
    index = open_index(index_folder(tmp_path / "cache", Path("/x")))
    assert index.mode == "memory"
    assert "no index can be kept" in index.notes[0]


def test_half_made_index_of_a_killed_process_is_swept_up(folder):
    folder.mkdir(parents=True)
    (folder / ".new-00ff.db").write_bytes(b"half")
    (folder / ".new-00ff.db-wal").write_bytes(b"half")
    assert open_index(folder).mode == "file"
    assert list(folder.glob(".new-*")) == []


def test_foreign_files_in_the_folder_are_left_alone(folder):
    folder.mkdir(parents=True)
    (folder / "index-1.db.bak").write_text("mine")
    (folder / "notes.txt").write_text("mine")
    open_index(folder).store.close()
    assert (folder / "index-1.db.bak").read_text() == "mine"
    assert (folder / "notes.txt").read_text() == "mine"


def test_process_that_still_has_the_old_file_open_goes_on(folder):
    old = open_index(folder)
    put(old.store, made("workspace:a.md", "tea"))
    renewed = renew_index(open_index(folder), folder)
    assert found(old.store, "tea") == [("a.md", 0)]
    put(old.store, made("workspace:b.md", "tea"))
    assert renewed.store.count() == (0, 0)


def test_python_without_full_text_search_has_an_index_of_its_own_and_says_so(folder):
    index = open_index(folder)
    plain = open_index(folder, full_text=False)
    assert (plain.path.name, "FTS5" in plain.notes[0]) == ("plain-1.db", True)
    put(plain.store, made("workspace:a.md", "tea"))
    plain.store.close()
    assert found(open_index(folder, full_text=False).store, "tea") == [("a.md", 0)]
    assert renew_index(open_index(folder, full_text=False), folder, full_text=False).path.name == "plain-2.db"
    assert open_index(folder).path == index.path


def test_index_that_another_process_replaces_while_it_is_opened_is_the_newer_one(folder, monkeypatch):
    first = open_index(folder)
    path = first.path

    def open_late(asked, **options):
        if asked == path and path.exists():
            renew_index(first, folder, note="")
        return open_store(asked, **options)

    monkeypatch.setattr("daykeep.search.index.opening.open_store", open_late)
    index = open_index(folder)
    assert (index.mode, index.notes) == ("file", ())
    assert index.path.name == "index-2.db"
    assert not path.exists()
