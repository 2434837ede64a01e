"""How well Chinese is found: questions people asked about encyclopedia paragraphs, and the sentence that answers each.

All sentences of all paragraphs are in one index, a paragraph is a document, a sentence a chunk. A question counts as found
among the first so many if one of these sentences holds an annotated answer. Plain ways to search are asked the same
questions. With ``--vectors`` the model that the extra brings joins in (a minute for every two thousand sentences).
``--data`` names another file of that format, or a folder of such files.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.finding.meaning import by_meaning
from benchmarks.finding.plain import CHINESE, PAIRS
from benchmarks.harness import Figure, Results, Table, find_data, run
from daykeep.search.answer.choosing import find_candidates
from daykeep.search.documents import EVERYTHING, Chunk, Document, Reading
from daykeep.search.rank import parse_query, rank
from daykeep.search.store.opening import memory_store
from daykeep.search.store.rows import prepare
from daykeep.search.vectors.updating import every_chunk

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

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


def fill(store: SqliteStore, articles: Iterable[dict[str, Any]]) -> list[Asked]:
    """Store every sentence; the questions whose answers were found in them."""
    asked: list[Asked] = []
    paragraphs = (paragraph for article in articles for paragraph in article["paragraphs"])
    with store.writing():
        for number, paragraph in enumerate(paragraphs):
            spans = [(found.start(), found.end()) for found in SENTENCE.finditer(paragraph["context"])]
            if not spans:
                continue
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
    near = store.around(candidates, REACH)
    return {one.id: one.score for one in rank(query, candidates, near, statistics, store.texts)}


def _best_first(scores: Scores) -> list[int]:
    return sorted(scores, key=lambda chunk: (-scores[chunk], chunk))


def _share_found(asked: list[Asked], search: Callable[[str], list[int]]) -> list[float]:
    hits = [0] * len(CUTS)
    for one in asked:
        order = search(one.text)
        for place, cut in enumerate(CUTS):
            hits[place] += bool(one.answers & set(order[:cut]))
    return [100 * count / max(len(asked), 1) for count in hits]


def measure(chosen: argparse.Namespace) -> Results:
    """Words alone, and with vectors if asked for, beside plain ways to search."""
    store = memory_store()
    read = (json.loads(path.read_text(encoding="utf-8")) for path in find_data(chosen.data, PARAGRAPHS))
    asked = fill(store, (article for one in read for article in one["data"]))
    documents, chunks = store.count()
    table = Table(
        f"{len(asked):,} questions, {documents:,} paragraphs, {chunks:,} sentences",
        ("found by", "hit@1 %", "hit@5 %", "hit@10 %"),
    )
    words = _share_found(asked, lambda text: _best_first(by_words(store, text)))
    table.rows.append(["words", *words])
    figures = [Figure("Chinese sentence hit@10", words[-1], "%", GOAL)]
    if chosen.vectors:
        with tempfile.TemporaryDirectory() as folder:
            join = by_meaning(store, Path(folder))
            both = _share_found(asked, lambda text: _best_first(join(text, by_words(store, text))))
        table.rows.append(["words and vectors", *both])
        figures.append(Figure("Chinese sentence hit@10 with vectors", both[-1], "%", GOAL_VECTORS))
    texts = {number: chunk.text for number, chunk in every_chunk(store)}
    for way in CHINESE:
        plain = _share_found(asked, way.make(texts))
        table.rows.append([way.name, *plain])
        if way is PAIRS:
            figures.append(Figure("hit@10 over pairs of characters in FTS5", words[-1] - plain[-1], "points"))
    return [table], figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--vectors", action="store_true", help="measure with the offline model too")


if __name__ == "__main__":
    sys.exit(run("retrieval_zh", TITLE, measure, options=add_options))
