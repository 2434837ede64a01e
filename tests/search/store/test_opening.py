"""The SQLite store in a file: other versions, damage, other writers, folders that can't be written."""

import sqlite3

import pytest

from daykeep.errors import IndexUnreadableError, LockedError, StorageError
from daykeep.search.chunks import chunk_markdown
from daykeep.search.store.opening import create_store, has_full_text, open_store
from daykeep.search.store.schema import SCHEMA
from daykeep.search.terms import terms
from tests.search.store.documents import found, made, put


@pytest.fixture
def path(tmp_path):
    create_store(tmp_path / "index.db")
    return tmp_path / "index.db"


def test_what_was_stored_is_there_when_opened_again(path):
    store = open_store(path)
    put(store, made("workspace:a.md", "tea"))
    store.close()
    assert found(open_store(path), "tea") == [("a.md", 0)]


@pytest.mark.parametrize("name", ["a?b", "a#b", "100%41", "%23", "a b", "雪", "a&mode=memory", "a;b"])
def test_folder_may_have_any_name(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    create_store(folder / "index.db")
    store = open_store(folder / "index.db")
    put(store, made("workspace:a.md", "tea"))
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    for read_only in (False, True):
        store = open_store(folder / "index.db", read_only=read_only)
        assert found(store, "tea") == [("a.md", 0)]
        store.close()


def test_missing_file_is_not_made(tmp_path):
    with pytest.raises(StorageError):
        open_store(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_other_schema_is_not_read_and_is_named(path):
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(IndexUnreadableError, match="schema 99") as caught:
        open_store(path)
    assert caught.value.details == {"schema": 99}


def test_file_of_other_bytes_is_unreadable(path):
    path.write_bytes(b"these are not the bytes of a database " * 200)
    with pytest.raises(IndexUnreadableError):
        open_store(path)


def test_empty_file_is_unreadable(path):
    path.write_bytes(b"")
    with pytest.raises(IndexUnreadableError):
        open_store(path)


def test_store_without_its_tables_is_unreadable(path):
    db = sqlite3.connect(path)
    db.execute("DROP TABLE documents")
    db.commit()
    db.close()
    with pytest.raises(IndexUnreadableError, match="tables"):
        open_store(path)


def test_damage_inside_is_unreadable_when_it_is_met(path):
    store = open_store(path)
    put(store, *(made(f"workspace:{n}.md", *[f"tea {n} {k}" for k in range(50)]) for n in range(50)))
    store.close()
    data = bytearray(path.read_bytes())
    data[8192 : len(data) - 4096] = b"\xaa" * (len(data) - 12288)
    opened = open_store(path)
    path.write_bytes(bytes(data))
    with pytest.raises(IndexUnreadableError):
        found(opened, "tea")
    with pytest.raises(IndexUnreadableError):
        open_store(path)


def test_reader_does_not_wait_for_a_writer(path):
    writer, reader = open_store(path), open_store(path, wait_seconds=0)
    put(writer, made("workspace:a.md", "tea"))
    with writer.writing():
        writer.put(made("workspace:a.md", "rice"))
        assert found(reader, "tea") == [("a.md", 0)]
    assert found(reader, "tea") == []
    assert found(reader, "rice") == [("a.md", 0)]


def test_reader_sees_one_moment(path):
    writer, reader = open_store(path), open_store(path)
    put(writer, made("workspace:a.md", "tea"))
    with reader.reading():
        assert reader.count() == (1, 1)
        put(writer, made("workspace:b.md", "tea"))
        assert found(reader, "tea") == [("a.md", 0)]
    assert found(reader, "tea") == [("a.md", 0), ("b.md", 0)]


def test_second_writer_that_may_not_wait_is_told(path):
    first, second = open_store(path), open_store(path)
    with first.writing(), pytest.raises(LockedError, match="another process"), second.writing(wait_seconds=0):
        pass
    put(second, made("workspace:a.md", "tea"))
    assert first.count() == (1, 1)


def test_frequencies_follow_the_changes_of_others(path):
    here, there = open_store(path), open_store(path)
    put(here, made("workspace:a.md", "tea"))
    assert there.statistics(["tea"]).frequencies == {"tea": 1}
    put(here, made("workspace:b.md", "tea", "tea"))
    assert there.statistics(["tea"]) == (3, 3, {"tea": 3})


def test_read_only_store_answers_and_refuses_changes(path):
    store = open_store(path)
    put(store, made("workspace:a.md", "tea"))
    store.close()
    before = sorted(entry.name for entry in path.parent.iterdir())
    reader = open_store(path, read_only=True)
    assert found(reader, "tea") == [("a.md", 0)]
    with pytest.raises(StorageError):
        put(reader, made("workspace:b.md", "tea"))
    assert sorted(entry.name for entry in path.parent.iterdir()) == before


def test_this_python_has_a_full_text_index():
    assert has_full_text()


def test_large_store_looks_for_candidates_by_tantivy_where_that_is_installed(path):
    pytest.importorskip("tantivy")
    store = open_store(path)
    put(store, *(made(f"workspace:{n}.md", "tea", "rice") for n in range(3)))
    assert type(open_store(path, fast_from=6)).__name__ == "FastStore"
    assert type(open_store(path, fast_from=7)).__name__ == "SqliteStore"
    assert type(open_store(path, fast_from=6, read_only=True)).__name__ == "SqliteStore"


def test_schema_rises_when_chunks_or_terms_come_out_otherwise():
    """If this fails, what stands in people's indexes no longer fits what is asked of it: raise ``SCHEMA``, then this."""
    text = "# Log\n- Anna's bikes were bought 2026-03-04\n\n| a | b |\n\nrun src/app.py:12 v1.2 c++ 猫咪睡觉 кошки"
    made_of = [
        (" ".join(chunk.heading), " ".join(terms(chunk.text))) for chunk in chunk_markdown(text.split("\n"))
    ]
    assert (SCHEMA, made_of) == (
        2,
        [
            ("Log", "anna bike be buy 2026-03-04 2026-03 2026"),
            ("Log", "a b"),
            ("Log", "run src/app.py:12 src app py 12 1.2 c++ 猫咪 咪睡 睡觉 觉 кошк"),
        ],
    )
