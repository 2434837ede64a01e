"""How well Chinese is found: questions people asked about encyclopedia paragraphs, and the sentence that answers each.

All sentences of all paragraphs are in one index, a paragraph is a document, a sentence a chunk. A question counts as found
among the first so many if one of these sentences holds an annotated answer. With ``--vectors`` the model that the extra
brings joins in (a minute for every two thousand sentences).
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.harness import Figure, Results, Table, run
from daykeep.models.embeddings_offline import OfflineEmbedder
from daykeep.search.answer.choosing import find_candidates
from daykeep.search.documents import EVERYTHING, Chunk, Document, Reading
from daykeep.search.rank import parse_query, rank
from daykeep.search.store.opening import memory_store
from daykeep.search.store.rows import prepare
from daykeep.search.vectors.kept.places import load_places
from daykeep.search.vectors.kept.shelf import VectorShelf
from daykeep.search.vectors.meaning import Meaning
from daykeep.search.vectors.updating import update_vectors

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from daykeep.search.store.sqlite import SqliteStore

TITLE = "Chinese questions: which sentence answers them"
PARAGRAPHS = "cmrc/cmrc_dev_half.json"
SENTENCE = re.compile(r'[^。！？!?\n]+[。！？!?\n]*[”」』"]*')
TODAY = date(2026, 6, 1)
CUTS = (1, 5, 10)
REACH = 2
GOAL, GOAL_VECTORS = 90.0, 93.0

Scores = dict[int, float]


class Asked(NamedTuple):
    """A question and the ids of the sentences that answer it."""

    text: str
    answers: frozenset[int]


def fill(store: SqliteStore, path: Path) -> list[Asked]:
    """Store every sentence; the questions whose answers were found in them."""
    asked: list[Asked] = []
    with store.writing():
        for number, article in enumerate(json.loads(path.read_text(encoding="utf-8"))["data"]):
            for paragraph in article["paragraphs"]:
                spans = [(found.start(), found.end()) for found in SENTENCE.finditer(paragraph["context"])]
                key = f"knowledge:{number:05}.md"
                store.put(prepare(_reading(key, paragraph["context"], spans)))
                base = store.find(key, 1)
                if base is None:
                    raise RuntimeError(f"{key} was not stored")
                for row in paragraph["qas"]:
                    places = _places(row["answers"], paragraph["context"], spans)
                    if places:
                        asked.append(Asked(row["question"], frozenset(base + place for place in places)))
    return asked


def _reading(key: str, text: str, spans: list[tuple[int, int]]) -> Reading:
    path = key.partition(":")[2]
    chunks = [
        Chunk(place, place + 1, place + 1, (), None, None, text[start:end])
        for place, (start, end) in enumerate(spans)
    ]
    return Reading(Document(key, "knowledge", "knowledge", path), (0, 0, 0), key, chunks)


def _places(answers: list[dict[str, object]], text: str, spans: list[tuple[int, int]]) -> list[int]:
    found = set()
    for answer in answers:
        words, at = str(answer["text"]), int(str(answer["answer_start"]))
        if not text.startswith(words, max(at, 0)):
            at = text.find(words)
        found |= {place for place, (start, end) in enumerate(spans) if start <= at < end}
    return sorted(found)


def by_words(store: SqliteStore, text: str) -> Scores:
    """The scores of the chunks that are found by words."""
    query = parse_query(text, today=TODAY)
    statistics = store.statistics(query.wanted)
    candidates = find_candidates(store, query, EVERYTHING)
    near = store.around([one.id for one in candidates], REACH)
    read = lambda ids: {one: chunk.text for one, chunk in store.chunks(ids).items()}  # noqa: E731
    return {one.id: one.score for one in rank(query, candidates, near, statistics, read)}


def _share_found(asked: list[Asked], search: Callable[[str], Scores]) -> list[float]:
    hits = [0] * len(CUTS)
    for one in asked:
        scores = search(one.text)
        order = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))
        for place, cut in enumerate(CUTS):
            hits[place] += bool(one.answers & set(order[:cut]))
    return [100 * count / len(asked) for count in hits]


def _with_vectors(store: SqliteStore, folder: Path) -> Callable[[str], Scores]:
    embedder = OfflineEmbedder()
    shelf = VectorShelf(folder, embedder.name)
    index = folder / "index.db"
    update_vectors(
        store, index, shelf, embedder, progress=lambda made: print(f"{made:,} vectors", file=sys.stderr)
    )
    meaning = Meaning(shelf, embedder, load_places(folder, index.name))
    return lambda text: meaning.join(text, by_words(store, text), store.chunks).scores


def measure(chosen: argparse.Namespace) -> Results:
    """Words alone, and with vectors if asked for."""
    if chosen.data is None or not (chosen.data / PARAGRAPHS).is_file():
        sys.exit(f"retrieval_zh needs --data or DAYKEEP_DATA: the folder that holds {PARAGRAPHS}")
    store = memory_store()
    asked = fill(store, chosen.data / PARAGRAPHS)
    documents, chunks = store.count()
    table = Table(
        f"{len(asked):,} questions, {documents:,} paragraphs, {chunks:,} sentences",
        ("found by", "first %", "among 5 %", "among 10 %"),
    )
    words = _share_found(asked, lambda text: by_words(store, text))
    table.rows.append(["words", *words])
    figures = [Figure("Chinese sentence among the first ten", words[-1], "%", GOAL)]
    if chosen.vectors:
        with tempfile.TemporaryDirectory() as folder:
            both = _share_found(asked, _with_vectors(store, Path(folder)))
        table.rows.append(["words and vectors", *both])
        figures.append(Figure("the same with vectors", both[-1], "%", GOAL_VECTORS))
    return [table], figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--vectors", action="store_true", help="measure with the offline model too")


if __name__ == "__main__":
    sys.exit(run("retrieval_zh", TITLE, measure, options=add_options))
