"""The shelf of vectors: what is kept is found, other models find nothing, damage costs no more than what is damaged."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from daykeep.errors import LockedError, ModelError  # noqa: E402
from daykeep.search.vectors.kept import shelf as shelf_module  # noqa: E402
from daykeep.search.vectors.kept.segments import key_of, load_segment, make_segment, render_segment  # noqa: E402
from daykeep.search.vectors.kept.shelf import VectorShelf  # noqa: E402


def files(folder):
    return sorted(path.name for path in folder.glob("*.vec"))


def test_vectors_are_found_by_key_and_by_nearness_after_opening_anew(tmp_path):
    VectorShelf(tmp_path, "m").add({7: [3.0, 0.0], 9: [0.0, 2.0], 8: [1.0, 1.0]})
    shelf = VectorShelf(tmp_path, "m")
    assert (shelf.count, shelf.dimension) == (3, 2)
    assert shelf.missing([9, 1, 7, 1]) == [1]
    assert [key for key, _ in shelf.nearest([1.0, 0.1], 2)] == [7, 8]
    rows, there = shelf.rows([9, 5, 8])
    assert there.tolist() == [True, False, True]
    assert rows.tolist() == [[0.0, 1.0], [0.0, 0.0], [pytest.approx(0.5**0.5)] * 2]


def test_nearest_over_several_files_is_the_exact_order(tmp_path):
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(300, 8))
    shelf = VectorShelf(tmp_path, "m")
    for start in range(0, 300, 60):
        shelf.add({start + place: rows[start + place].tolist() for place in range(60)})
    asked = generator.normal(size=8)
    cosines = rows @ asked / np.linalg.norm(rows, axis=1) / np.linalg.norm(asked)
    expected = np.argsort(-cosines)[:25].tolist()
    assert [key for key, _ in shelf.nearest(asked.tolist(), 25)] == expected
    assert len(shelf.nearest(asked.tolist(), 1000)) == 300


def test_another_model_finds_nothing_and_tidying_takes_its_files_away(tmp_path):
    VectorShelf(tmp_path, "old").add({1: [1.0]})
    shelf = VectorShelf(tmp_path, "new")
    assert shelf.missing([1]) == [1]
    assert shelf.nearest([1.0], 5) == []
    shelf.add({2: [1.0, 0.0]})
    with shelf.lock():
        shelf.tidy()
    assert len(files(tmp_path)) == 1
    assert VectorShelf(tmp_path, "old").count == 0


def test_vectors_of_another_length_are_refused_and_nothing_is_kept_of_them(tmp_path):
    shelf = VectorShelf(tmp_path, "m")
    shelf.add({1: [1.0, 0.0]})
    with pytest.raises(ModelError, match="2 and 3"):
        shelf.add({2: [1.0, 0.0, 0.0]})
    with pytest.raises(ModelError, match="those kept have 2"):
        shelf.nearest([1.0, 0.0, 0.0], 5)
    assert VectorShelf(tmp_path, "m").count == 1


@pytest.mark.parametrize(
    "harm",
    [
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: b"",
        lambda data: b"\xff" * len(data),
        lambda data: data.replace(b'"count": 2', b'"count": 9'),
        lambda data: data.replace(b'"count": 2', b'"count":-2'),
        lambda data: b"[]" + data[2:],
        lambda data: b"1" * 10_000,
    ],
)
def test_a_damaged_file_is_passed_over_named_and_taken_away(tmp_path, harm):
    shelf = VectorShelf(tmp_path, "m")
    shelf.add({1: [1.0, 0.0], 2: [0.0, 1.0]})
    shelf.add({3: [1.0, 1.0], 4: [1.0, -1.0]})
    first, second = files(tmp_path)
    path = tmp_path / first
    path.write_bytes(harm(path.read_bytes()))
    opened = VectorShelf(tmp_path, "m")
    assert opened.damaged == (first,)
    assert opened.missing([1, 3]) == [1]
    with opened.lock():
        opened.tidy()
    assert files(tmp_path) == [second]
    assert opened.damaged == ()


def test_keys_out_of_order_are_damage(tmp_path):
    segment = make_segment({1: [1.0], 2: [2.0]})
    path = tmp_path / "x.vec"
    path.write_bytes(render_segment(segment._replace(keys=segment.keys[::-1]), "m"))
    assert load_segment(path, "m", None) is None


def test_small_files_are_merged_and_lose_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(shelf_module, "MAX_SEGMENT", 5)
    shelf = VectorShelf(tmp_path, "m")
    for key in range(12):
        shelf.add({key: [1.0, float(key)]})
    with shelf.lock():
        shelf.tidy()
    assert len(files(tmp_path)) == 3
    opened = VectorShelf(tmp_path, "m")
    assert opened.missing(range(12)) == []
    assert opened.nearest([0.0, 1.0], 3) == shelf.nearest([0.0, 1.0], 3)
    assert [key for key, _ in opened.nearest([0.0, 1.0], 3)] == [11, 10, 9]


def test_dead_vectors_go_once_they_are_many(tmp_path):
    shelf = VectorShelf(tmp_path, "m")
    shelf.add({key: [1.0, float(key)] for key in range(10)})
    with shelf.lock():
        shelf.tidy(range(9))
        assert shelf.count == 10
        shelf.tidy(range(3))
    assert VectorShelf(tmp_path, "m").missing(range(10)) == list(range(3, 10))


def test_the_same_vectors_give_the_same_bytes(tmp_path):
    one = render_segment(make_segment({2: [1.0, 2.0], 1: [0.5, 0.5]}), "m")
    other = render_segment(make_segment({1: [0.5, 0.5], 2: [1.0, 2.0]}), "m")
    assert one == other


def test_a_vector_of_nothing_is_near_to_nothing(tmp_path):
    shelf = VectorShelf(tmp_path, "m")
    shelf.add({1: [0.0, 0.0], 2: [1.0, 0.0]})
    assert dict(shelf.nearest([1.0, 0.0], 2)) == {2: 1.0, 1: 0.0}
    assert dict(shelf.nearest([0.0, 0.0], 2)) == {1: 0.0, 2: 0.0}


def test_only_one_process_makes_vectors(tmp_path):
    with VectorShelf(tmp_path, "m").lock(), pytest.raises(LockedError):
        VectorShelf(tmp_path, "m").lock().__enter__()


def test_clearing_takes_away_every_model_and_nothing_else(tmp_path):
    (tmp_path / "index-1.db").write_bytes(b"x")
    VectorShelf(tmp_path, "a").add({1: [1.0]})
    shelf = VectorShelf(tmp_path, "b")
    shelf.add({1: [1.0]})
    with shelf.lock():
        shelf.clear()
    assert files(tmp_path) == []
    assert (tmp_path / "index-1.db").exists()
    assert shelf.missing([1]) == [1]


def test_a_folder_that_is_not_there_is_an_empty_shelf(tmp_path):
    shelf = VectorShelf(tmp_path / "none", "m")
    assert (shelf.count, shelf.dimension, shelf.nearest([1.0], 3)) == (0, None, [])
    assert not (tmp_path / "none").exists()


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(
        st.integers(0, 2**64 - 1), st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=3), min_size=1
    )
)
def test_every_key_that_was_added_is_there(tmp_path_factory, vectors):
    folder = tmp_path_factory.mktemp("shelf")
    VectorShelf(folder, "m").add(vectors)
    shelf = VectorShelf(folder, "m")
    assert shelf.missing(vectors) == []
    assert shelf.rows(list(vectors))[1].all()


def test_keys_of_texts_differ_and_fit_any_text():
    assert key_of("a") != key_of("b")
    assert key_of("\ud800") == key_of("\ud800")
