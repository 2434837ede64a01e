"""The way from a key back to chunks: all of them, of this index alone, and none that changed since."""

import pytest

pytest.importorskip("numpy")

from daykeep.search.documents import Chunk
from daykeep.search.vectors.kept.places import NAME, load_places, make_places, save_places, still
from daykeep.search.vectors.passages import passage_key

PAIRS = [(1, 50), (2, 40), (3, 50), (9, 2**64 - 1)]


def test_every_chunk_of_a_key_is_found_in_the_order_of_the_keys(tmp_path):
    save_places(tmp_path, "index-1.db", make_places(PAIRS))
    places = load_places(tmp_path, "index-1.db")
    assert places is not None
    assert list(places.chunks_of([2**64 - 1, 50, 7]).items()) == [(9, 2**64 - 1), (1, 50), (3, 50)]
    assert places.chunks_of([]) == {}


def test_the_map_of_another_index_is_not_followed(tmp_path):
    save_places(tmp_path, "index-1.db", make_places(PAIRS))
    assert load_places(tmp_path, "index-2.db") is None


def test_a_new_map_takes_the_place_of_the_old_one(tmp_path):
    save_places(tmp_path, "index-1.db", make_places(PAIRS))
    save_places(tmp_path, "index-2.db", make_places([(4, 4)]))
    places = load_places(tmp_path, "index-2.db")
    assert places is not None
    assert places.chunks_of([4, 50]) == {4: 4}


def test_an_empty_index_has_an_empty_map(tmp_path):
    save_places(tmp_path, "i", make_places([]))
    places = load_places(tmp_path, "i")
    assert places is not None
    assert places.chunks_of([1]) == {}


@pytest.mark.parametrize(
    "harm", [lambda data: data[:-1], lambda _: b"", lambda data: b"{" + data, lambda _: b"3\n"]
)
def test_a_damaged_map_is_none(tmp_path, harm):
    save_places(tmp_path, "i", make_places(PAIRS))
    path = tmp_path / NAME
    path.write_bytes(harm(path.read_bytes()))
    assert load_places(tmp_path, "i") is None


def test_no_map_is_none(tmp_path):
    assert load_places(tmp_path, "i") is None


def test_a_chunk_that_changed_or_went_is_dropped():
    same, other = (Chunk(0, 1, 1, (), None, None, text) for text in ("same", "changed"))
    found = {1: passage_key(same), 2: passage_key(same), 3: passage_key(same)}
    assert still(found, {1: same, 2: other}) == {1: passage_key(same)}
