"""Vectors joined to a search: a real store, a real shelf, an embedder by words."""

import pytest

pytest.importorskip("numpy")

from daykeep.errors import ModelError
from daykeep.search.documents import MAX_CHUNKS, Chunk
from daykeep.search.vectors.building import build_vectors
from daykeep.search.vectors.kept.places import make_places
from daykeep.search.vectors.kept.shelf import VectorShelf
from daykeep.search.vectors.meaning import Joined, Meaning
from daykeep.search.vectors.passages import passage_key, passage_of
from tests.search.vectors.support import WordEmbedder

TEXTS = {
    5: "the harbour master keeps the keys",
    6: "ask at the gate",
    9: "bread and butter",
    MAX_CHUNKS + 1: "keys of the harbour",
    MAX_CHUNKS * 2: "nothing of the kind",
}
CHUNKS = {number: Chunk(number % MAX_CHUNKS, 1, 1, (), None, None, text) for number, text in TEXTS.items()}
QUESTION = "harbour keys"


def read(ids):
    return {number: CHUNKS[number] for number in ids if number in CHUNKS}


@pytest.fixture
def meaning(tmp_path):
    shelf = VectorShelf(tmp_path, "words")
    build_vectors(shelf, WordEmbedder(), map(passage_of, CHUNKS.values()))
    places = make_places((number, passage_key(chunk)) for number, chunk in CHUNKS.items())
    return Meaning(shelf, WordEmbedder(), places)


def test_near_passages_that_no_word_found_join_and_are_named(meaning):
    joined = meaning.join(QUESTION, {9: 0.6, 5: 0.57}, read)
    assert joined.alone == {6, MAX_CHUNKS + 1, MAX_CHUNKS * 2}
    assert joined.scores[5] > joined.scores[9]
    assert joined.scores[MAX_CHUNKS + 1] > joined.scores[MAX_CHUNKS * 2]


def test_of_two_passages_far_off_the_one_whose_document_holds_what_is_meant_is_first(meaning, monkeypatch):
    monkeypatch.setitem(CHUNKS, MAX_CHUNKS * 2, CHUNKS[9]._replace(ordinal=0))
    joined = meaning.join(QUESTION, {5: 0.6, 9: 0.5, MAX_CHUNKS * 2: 0.5}, read)
    assert joined.scores[9] > joined.scores[MAX_CHUNKS * 2]


def test_the_best_score_stays_what_it_was_by_words(meaning):
    joined = meaning.join(QUESTION, {9: 0.6, 5: 0.57}, read)
    assert max(joined.scores.values()) == pytest.approx(0.6)


def test_where_words_found_nothing_nothing_is_added(meaning):
    assert meaning.join(QUESTION, {}, read) == Joined({})


def test_without_places_what_words_found_is_only_reordered(meaning):
    joined = meaning._replace(places=None).join(QUESTION, {9: 0.6, 5: 0.57}, read)
    assert joined.scores.keys() == {5, 9}
    assert joined.alone == frozenset()
    assert joined.scores[5] > joined.scores[9]


def test_passages_that_the_search_may_not_find_are_not_added(meaning):
    joined = meaning.join(
        QUESTION, {9: 0.6}, read, allowed=lambda ids: {one for one in ids if one < MAX_CHUNKS}
    )
    assert MAX_CHUNKS + 1 not in joined.scores
    assert 5 in joined.alone


def test_a_passage_that_changed_since_its_vector_was_made_is_not_added(meaning):
    changed = {**CHUNKS, MAX_CHUNKS + 1: CHUNKS[9]}
    joined = meaning.join(
        QUESTION, {9: 0.6}, lambda ids: {one: changed[one] for one in ids if one in changed}
    )
    assert MAX_CHUNKS + 1 not in joined.scores


def test_an_empty_shelf_leaves_the_answer_alone_and_asks_no_model(tmp_path):
    embedder = WordEmbedder(fail_at=0)
    assert Meaning(VectorShelf(tmp_path, "words"), embedder).join(QUESTION, {9: 0.6}, read) == Joined(
        {9: 0.6}
    )


def test_a_model_that_fails_is_an_error_for_the_caller(meaning):
    with pytest.raises(ModelError):
        meaning._replace(embedder=WordEmbedder(fail_at=0)).join(QUESTION, {9: 0.6}, read)


def test_the_same_question_gives_the_same_scores(meaning):
    assert meaning.join(QUESTION, {9: 0.6, 5: 0.57}, read) == meaning.join(QUESTION, {9: 0.6, 5: 0.57}, read)
