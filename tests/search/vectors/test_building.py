"""Making vectors: only those that lack, in bounded steps, with whatever the model does."""

import pytest

pytest.importorskip("numpy")

from daykeep.search.documents import Chunk
from daykeep.search.vectors import building
from daykeep.search.vectors.building import NO_TIME, Built, build_vectors
from daykeep.search.vectors.kept.segments import key_of
from daykeep.search.vectors.kept.shelf import VectorShelf
from daykeep.search.vectors.passages import passage_key, passage_of
from tests.search.vectors.support import WordEmbedder

TEXTS = [f"passage number {number}" for number in range(10)]


def test_every_passage_gets_a_vector_once(tmp_path):
    embedder = WordEmbedder()
    assert build_vectors(VectorShelf(tmp_path, "m"), embedder, [*TEXTS, *TEXTS]) == Built(10, 0)
    assert sorted(embedder.seen) == sorted(TEXTS)
    assert build_vectors(VectorShelf(tmp_path, "m"), embedder, [*TEXTS, "new"]) == Built(1, 0)
    assert embedder.seen[10:] == ["new"]


def test_a_model_that_fails_keeps_what_it_made_and_the_next_run_goes_on(tmp_path):
    built = build_vectors(VectorShelf(tmp_path, "m"), WordEmbedder(fail_at=9), TEXTS)
    assert built == Built(8, 2, "the model is tired")
    embedder = WordEmbedder()
    assert build_vectors(VectorShelf(tmp_path, "m"), embedder, TEXTS) == Built(2, 0)
    assert len(embedder.seen) == 2


def test_time_that_runs_out_is_told_with_what_waits(tmp_path):
    looks = iter([False, True])
    built = build_vectors(VectorShelf(tmp_path, "m"), WordEmbedder(), TEXTS, out_of_time=lambda: next(looks))
    assert built == Built(4, 6, NO_TIME)


def test_a_model_that_changed_its_length_makes_nothing_and_says_so(tmp_path):
    build_vectors(VectorShelf(tmp_path, "m"), WordEmbedder(), TEXTS)
    built = build_vectors(VectorShelf(tmp_path, "m"), WordEmbedder(dimension=8), ["other"])
    assert (built.made, built.waiting) == (0, 1)
    assert "8 and 16 numbers" in built.why


def test_work_is_kept_block_by_block(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "BLOCK", 4)

    class Killed(WordEmbedder):
        def embed(self, texts, *, question=False):
            if len(self.seen) >= 8:
                raise KeyboardInterrupt
            return super().embed(texts, question=question)

    with pytest.raises(KeyboardInterrupt):
        build_vectors(VectorShelf(tmp_path, "m"), Killed(), TEXTS)
    assert VectorShelf(tmp_path, "m").missing(map(key_of, TEXTS)) == [key_of(text) for text in TEXTS[8:]]


def test_progress_counts_up(tmp_path):
    heard = []
    build_vectors(VectorShelf(tmp_path, "m"), WordEmbedder(), TEXTS, progress=heard.append)
    assert heard == [4, 8, 10]


def test_a_long_passage_is_known_by_the_part_that_was_embedded(tmp_path):
    chunk = Chunk(0, 1, 1, ("Notes",), None, None, "x" * 5000)
    embedder = WordEmbedder()
    shelf = VectorShelf(tmp_path, "m")
    build_vectors(shelf, embedder, [passage_of(chunk)])
    assert len(embedder.seen[0]) == building.MAX_CHARS
    assert shelf.missing([passage_key(chunk)]) == []


def test_the_same_line_below_another_heading_is_another_passage():
    one, other = (Chunk(0, 1, 1, (title,), None, None, "- 10.0.0.1") for title in ("Router", "Printer"))
    assert passage_key(one) != passage_key(other)
