"""Vectors of a real index: every chunk gets one, and is found by it."""

import pytest

pytest.importorskip("numpy")

from daykeep.errors import LockedError
from daykeep.search.documents import Chunk, Document, Reading
from daykeep.search.store.opening import memory_store
from daykeep.search.store.rows import prepare
from daykeep.search.vectors.building import Built
from daykeep.search.vectors.kept.places import load_places
from daykeep.search.vectors.kept.shelf import VectorShelf
from daykeep.search.vectors.meaning import Meaning
from daykeep.search.vectors.updating import every_chunk, update_vectors
from tests.search.vectors.support import WordEmbedder


def put(store, key, texts):
    chunks = [Chunk(place, place + 3, place + 3, (), None, None, text) for place, text in enumerate(texts)]
    document = Document(key, key.partition(":")[0], "note", key.partition(":")[2])
    with store.writing():
        store.put(prepare(Reading(document, (0, 0, 0), "", chunks)))


@pytest.fixture
def store():
    store = memory_store()
    put(store, "workspace:b.md", ["red apple", "green pear"])
    put(store, "workspace:a.md", [f"line number {number}" for number in range(1203)])
    put(store, "knowledge:k.md", ["blue plum"])
    put(store, "workspace:empty.md", [])
    yield store
    store.close()


def test_every_chunk_comes_once_with_its_id(store):
    walked = list(every_chunk(store))
    assert len(walked) == len(dict(walked)) == 1206
    assert [chunk.text for _, chunk in walked[1203:]] == ["red apple", "green pear", "blue plum"]
    assert store.chunks([number for number, _ in walked[-3:]]) == dict(walked[-3:])


def test_every_chunk_gets_a_vector_and_a_near_one_is_found(store, tmp_path):
    shelf = VectorShelf(tmp_path, "words")
    assert update_vectors(store, tmp_path / "index-1.db", shelf, WordEmbedder()) == Built(1206, 0)
    meaning = Meaning(shelf, WordEmbedder(), load_places(tmp_path, "index-1.db"))
    other = next(number for number, chunk in every_chunk(store) if chunk.text == "line number 7")
    joined = meaning.join("plum blue", {other: 0.5}, store.chunks)
    assert [store.chunks([number])[number].text for number in joined.alone][:1]
    best = max(joined.alone, key=lambda number: joined.scores[number])
    assert store.chunks([best])[best].text == "blue plum"


def test_after_a_change_only_what_changed_is_embedded_and_the_map_is_new(store, tmp_path):
    index = tmp_path / "index-1.db"
    update_vectors(store, index, VectorShelf(tmp_path, "words"), WordEmbedder())
    put(store, "workspace:b.md", ["red apple", "yellow quince"])
    embedder = WordEmbedder()
    assert update_vectors(store, index, VectorShelf(tmp_path, "words"), embedder) == Built(1, 0)
    assert embedder.seen == ["yellow quince"]
    places = load_places(tmp_path, index.name)
    assert places is not None
    assert len(places.keys) == 1206


def test_chunks_of_sources_that_are_not_named_are_not_sent_and_lose_their_vectors(store, tmp_path):
    shelf = VectorShelf(tmp_path, "words")
    embedder = WordEmbedder()
    assert update_vectors(store, tmp_path / "i.db", shelf, embedder, sources=("knowledge",)) == Built(1, 0)
    assert embedder.seen == ["blue plum"]
    update_vectors(store, tmp_path / "i.db", shelf, embedder, sources=("workspace",))
    places = load_places(tmp_path, "i.db")
    assert places is not None
    assert len(places.keys) == 1205
    assert embedder.seen.count("blue plum") == 1


def test_a_model_that_fails_leaves_a_map_of_what_there_is(store, tmp_path):
    built = update_vectors(
        store, tmp_path / "i.db", VectorShelf(tmp_path, "words"), WordEmbedder(fail_at=100)
    )
    assert built == Built(100, 1106, "the model is tired")
    assert load_places(tmp_path, "i.db") is not None


def test_another_process_at_it_is_told_at_once(store, tmp_path):
    shelf = VectorShelf(tmp_path, "words")
    with shelf.lock(), pytest.raises(LockedError):
        update_vectors(store, tmp_path / "i.db", VectorShelf(tmp_path, "words"), WordEmbedder())


def test_a_model_of_another_length_has_all_its_vectors_made_anew_when_it_meets_a_new_passage(store, tmp_path):
    index = tmp_path / "index-1.db"
    update_vectors(store, index, VectorShelf(tmp_path, "words"), WordEmbedder())
    put(store, "workspace:b.md", ["red apple", "yellow quince"])
    shelf = VectorShelf(tmp_path, "words")
    assert update_vectors(store, index, shelf, WordEmbedder(dimension=8)) == Built(1206, 0)
    again = VectorShelf(tmp_path, "words")
    assert (shelf.dimension, again.dimension, again.count, again.damaged) == (8, 8, 1206, ())


@pytest.mark.parametrize(("check", "made"), [(True, 1206), (False, 0)])
def test_a_model_of_another_length_is_found_without_a_new_passage_where_that_is_asked_for(
    store, tmp_path, check, made
):
    index = tmp_path / "index-1.db"
    update_vectors(store, index, VectorShelf(tmp_path, "words"), WordEmbedder())
    embedder = WordEmbedder(dimension=8)
    built = update_vectors(store, index, VectorShelf(tmp_path, "words"), embedder, check=check)
    assert built == Built(made, 0)


def test_a_model_that_fails_takes_no_vector_away(store, tmp_path):
    index = tmp_path / "index-1.db"
    update_vectors(store, index, VectorShelf(tmp_path, "words"), WordEmbedder())
    put(store, "workspace:b.md", ["red apple", "yellow quince"])
    shelf = VectorShelf(tmp_path, "words")
    built = update_vectors(store, index, shelf, WordEmbedder(dimension=8, fail_at=0), check=True)
    assert (built.made, built.waiting, shelf.dimension) == (0, 1, 16)
