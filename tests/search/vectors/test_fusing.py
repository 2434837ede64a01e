"""Words and vectors in one order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.vectors.fusing import fuse

SCORES = st.dictionaries(st.integers(0, 20), st.floats(0, 100))


def test_without_vectors_the_order_of_the_words_stays():
    words = {1: 5.0, 2: 7.0, 3: 0.5}
    fused = fuse(words, {})
    assert sorted(fused, key=fused.get) == sorted(words, key=words.get)


def test_a_near_vector_lifts_a_passage_over_a_slightly_better_one():
    fused = fuse({1: 10.0, 2: 9.0, 3: 1.0}, {1: 0.80, 2: 0.86, 3: 0.79}, weight=0.4)
    assert max(fused, key=fused.get) == 2


def test_a_passage_found_by_its_vector_alone_is_there():
    assert set(fuse({1: 1.0}, {2: 0.9})) == {1, 2}


def test_a_passage_whose_vector_is_not_made_yet_is_neither_lifted_nor_pushed_down():
    fused = fuse({1: 1.0, 2: 1.0, 3: 1.0}, {1: 0.9, 2: 0.7}, weight=1.0)
    assert fused[2] < fused[3] < fused[1]


def test_of_passages_equally_good_and_near_the_one_in_the_nearer_document_is_first():
    fused = fuse({1: 1.0, 2: 1.0}, {1: 0.8, 2: 0.8}, {1: 0.8, 2: 0.9})
    assert fused[2] > fused[1]


def test_how_near_documents_are_counts_by_their_order_of_distance_and_not_by_its_size():
    words, vectors = {1: 1.0, 2: 1.0, 3: 1.0}, {1: 0.8, 2: 0.8, 3: 0.8}
    narrow = fuse(words, vectors, {1: 0.80, 2: 0.81, 3: 0.82})
    wide = fuse(words, vectors, {1: 0.1, 2: 0.5, 3: 0.9})
    assert narrow == pytest.approx(wide)
    assert narrow[1] < narrow[2] < narrow[3]


def test_a_passage_whose_document_has_no_vector_is_neither_lifted_nor_pushed_down():
    fused = fuse({1: 1.0, 2: 1.0, 3: 1.0}, {}, {1: 0.9, 2: 0.7})
    assert fused[2] < fused[3] < fused[1]


@given(SCORES, SCORES, SCORES, st.floats(0, 1), st.floats(0, 1))
def test_scores_lie_between_nothing_and_all_at_their_best(words, vectors, documents, weight, document_weight):
    fused = fuse(words, vectors, documents, weight=weight, document_weight=document_weight)
    assert fused.keys() == words.keys() | vectors.keys()
    assert all(-1e-9 <= score <= 1 + weight + document_weight + 1e-9 for score in fused.values())


def test_equal_vectors_change_no_order():
    fused = fuse({1: 2.0, 2: 1.0}, {1: 0.5, 2: 0.5})
    assert fused[1] - fused[2] == pytest.approx(0.5)
