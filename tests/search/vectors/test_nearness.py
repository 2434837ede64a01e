"""Nearness of passages with those beside them."""

import pytest

pytest.importorskip("numpy")

from daykeep.errors import ModelError
from daykeep.search.documents import MAX_CHUNKS
from daykeep.search.vectors.kept.shelf import VectorShelf
from daykeep.search.vectors.nearness import near_in_context

ASKED = [1.0, 0.0]


@pytest.fixture
def shelf(tmp_path):
    shelf = VectorShelf(tmp_path, "m")
    shelf.add({10: [1.0, 0.0], 11: [0.0, 1.0], 12: [-1.0, 0.0]})
    return shelf


def test_a_passage_without_neighbours_has_the_cosine_of_its_own_vector(shelf):
    assert near_in_context(shelf, ASKED, {5: 10, 50: 11, 500: 12}) == pytest.approx(
        {5: 1.0, 50: 0.0, 500: -1.0}
    )


def test_what_stands_beside_an_answer_lifts_a_passage_that_says_nothing_itself(shelf):
    near = near_in_context(shelf, ASKED, {5: 10, 6: 11, 50: 11})
    assert near[6] > near[50]


def test_the_one_before_counts_more_than_the_one_behind(shelf):
    near = near_in_context(shelf, ASKED, {5: 10, 6: 11, 20: 11, 21: 10})
    assert near[6] > near[20]


def test_the_last_chunk_of_one_document_is_no_neighbour_of_the_first_of_the_next(shelf):
    last = 3 * MAX_CHUNKS + 7
    near = near_in_context(shelf, ASKED, {last: 10, 4 * MAX_CHUNKS: 11})
    assert near[4 * MAX_CHUNKS] == 0.0


def test_a_passage_without_a_vector_is_left_out(shelf):
    assert near_in_context(shelf, ASKED, {5: 10, 6: 99}).keys() == {5}
    assert near_in_context(shelf, ASKED, {6: 99}) == {}
    assert near_in_context(shelf, ASKED, {}) == {}


def test_a_question_of_another_length_is_an_error(shelf):
    with pytest.raises(ModelError, match="3 numbers"):
        near_in_context(shelf, [1.0, 0.0, 0.0], {5: 10})
