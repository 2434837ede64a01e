"""The copy in tantivy is a copy: behind or broken, the answer is the same."""

import pytest

from daykeep.search.documents import Filter
from daykeep.search.store.opening import create_store, open_store
from tests.search.store.documents import found, made, put

pytest.importorskip("tantivy")


@pytest.fixture
def path(tmp_path):
    create_store(tmp_path / "index.db")
    return tmp_path / "index.db"


def fast(path):
    return open_store(path, fast_from=0)


def copied(store):
    """Whether the copy shows the store as it is now."""
    return store._copy.is_at(store.writes())


def test_candidates_come_from_the_copy(path):
    store = fast(path)
    put(store, made("workspace:a.md", "tea", "rice"))
    assert found(store, "tea") == [("a.md", 0)]
    assert copied(store)


def test_copy_is_kept_for_the_next_process(path):
    store = fast(path)
    put(store, made("workspace:a.md", "tea"))
    store.settle()
    store.close()
    again = fast(path)
    assert copied(again)
    assert found(again, "tea") == [("a.md", 0)]


def test_many_changes_wait_and_the_answer_comes_from_sqlite_until_then(path):
    store = fast(path)
    put(store, *(made(f"workspace:{n}.md", *["tea"] * 50) for n in range(50)))
    assert len(found(store, "tea")) == 150
    assert not copied(store)
    store.settle()
    assert copied(store)


def test_change_by_another_process_is_brought_over(path):
    here, there = fast(path), fast(path)
    put(here, made("workspace:a.md", "tea"))
    assert found(here, "tea") == [("a.md", 0)]
    put(there, made("workspace:a.md", "rice"), made("workspace:b.md", "tea"))
    assert found(there, "tea") == [("b.md", 0)]
    assert found(here, "tea") == [("b.md", 0)]
    assert found(here, "rice") == [("a.md", 0)]


def test_copy_that_is_ahead_of_what_is_seen_here_is_not_asked(path):
    here, there = fast(path), fast(path)
    put(here, made("workspace:a.md", "tea"))
    assert found(here, "tea") == [("a.md", 0)]
    with here.reading():
        assert here.count() == (1, 1)
        put(there, made("workspace:b.md", "tea"))
        assert found(there, "tea") == [("a.md", 0), ("b.md", 0)]
        assert found(here, "tea") == [("a.md", 0)]
    assert found(here, "tea") == [("a.md", 0), ("b.md", 0)]
    assert copied(here)


def test_removed_and_replaced_documents_are_gone_from_the_copy(path):
    store = fast(path)
    put(store, made("workspace:a.md", "tea"), made("workspace:b.md", "tea", "tea"))
    assert len(found(store, "tea")) == 3
    with store.writing():
        store.remove(["workspace:b.md"])
    put(store, made("workspace:c.md", "tea"))
    assert found(store, "tea") == [("a.md", 0), ("c.md", 0)]
    assert copied(store)


@pytest.mark.parametrize("damage", ["meta.json", "all"])
def test_damaged_copy_is_made_again_or_not_needed(path, damage):
    store = fast(path)
    put(store, made("workspace:a.md", "tea"))
    store.settle()
    store.close()
    for file in path.with_suffix(".fast").iterdir():
        if damage in {file.name, "all"}:
            file.write_bytes(b"no index")
    again = fast(path)
    assert found(again, "tea") == [("a.md", 0)]
    put(again, made("workspace:b.md", "tea"))
    assert found(again, "tea") == [("a.md", 0), ("b.md", 0)]


def test_copy_of_an_earlier_file_is_not_taken_for_that_of_this_one(path, tmp_path):
    store = fast(path)
    put(store, made("workspace:a.md", "tea"))
    store.settle()
    store.close()
    path.unlink()
    create_store(path)
    anew = fast(path)
    put(anew, made("workspace:b.md", "rice"))
    assert found(anew, "tea") == []
    assert found(anew, "rice") == [("b.md", 0)]


def test_source_is_a_range_and_levels_are_answered_by_sqlite(path):
    store = fast(path)
    put(store, made("workspace:a.md", "tea"), made("knowledge:n/b.md", "tea", level="knowledge"))
    assert found(store, "tea", where=Filter(sources=frozenset({"knowledge"}))) == [("n/b.md", 0)]
    assert found(store, "tea", where=Filter(levels=frozenset({"daily"}))) == [("a.md", 0)]


def test_both_ways_find_the_same_in_the_same_order(path):
    words = ("tea", "rice", "salt", "kettle", "pump")
    texts = [" ".join(words[i] for i in range(5) if n >> i & 1) or "none" for n in range(32)]
    store = fast(path)
    put(store, *(made(f"workspace:{n}.md", *texts) for n in range(12)))
    store.settle()
    for asked in (["tea"], ["rice", "salt"], ["kettl", "pump", "tea"], ["none", "tea"]):
        assert found(store, *asked) == found(open_store(path), *asked)
