"""How well long English conversations are found: questions about them, and the turns that answer each.

Conversations of weeks between two people, a session is a document, a turn a chunk with its speaker and its day; what
someone said of a picture that was sent belongs to the turn. Questions of the categories 1 to 4 (those with an answer in
the conversation) whose evidence exists are asked, once with an index for every conversation and once with one index for
all of them. Recall is the share of a question's evidence among the first so many hits, averaged over the questions. The
constants of the ranking were chosen with these conversations: on others expect a little less. Plain ways to search are
asked the same questions; they find a session in an index of whole sessions, which suits them better.

``--data`` names another file of that format, or a folder of such files. ``--ablations`` leaves out one part of the
ranking at a time, ``--vectors`` lets the model that the extra brings join in (a minute for every two thousand turns).
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections import defaultdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.finding.meaning import by_meaning
from benchmarks.finding.plain import ENGLISH
from benchmarks.harness import Figure, Results, Table, find_data, median, percentile, run
from daykeep.search.answer.choosing import find_candidates
from daykeep.search.documents import EVERYTHING, MAX_CHUNKS, Chunk, Document, Reading
from daykeep.search.rank import parse_query, rank
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS, Strengths, Weights
from daykeep.search.store import memory_store, prepare
from daykeep.search.vectors.updating import every_chunk

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.finding.meaning import Join
    from benchmarks.finding.plain import Way
    from daykeep.search.rank import Query
    from daykeep.search.store.sqlite import SqliteStore

TITLE = "Questions about long conversations: which turns answer them"
CONVERSATIONS = "locomo/locomo_dev.json"
ANSWERABLE = (1, 2, 3, 4)
SEVERAL = 1
"""The category whose answers are put together from several turns."""
CUTS = (5, 10, 25)
REACH = 2
EVIDENCE = re.compile(r"D(\d+):(\d+)")
STARTED = "%I:%M %p on %d %B, %Y"
GOALS = {
    "turn R@5": 75.0,
    "turn R@10": 82.0,
    "multi-evidence questions R@10": 60.0,
    "session recall@5, pooled": 93.0,
}
GOALS_VECTORS = {"turn R@5 with vectors": 79.0, "turn R@10 with vectors": 86.0}
COLUMNS = (
    "found by",
    *(f"turn R@{cut} %" for cut in CUTS),
    "multi-evidence R@10 %",
    "session recall@5 %",
)


class Asked(NamedTuple):
    """A question, its category, and the ids of the turns that answer it."""

    text: str
    category: int
    answers: frozenset[int]


class Corpus(NamedTuple):
    """An index, the questions about what is in it, the speakers, and the last day that is spoken of."""

    store: SqliteStore
    asked: list[Asked]
    names: list[str]
    today: date


class Setting(NamedTuple):
    """What of the ranking is at work: constants, which part of a question is left out, whether pictures are described."""

    name: str
    weights: Weights = WEIGHTS
    strengths: Strengths = STRENGTHS
    change: Callable[[Query], Query] = lambda query: query
    pictures: bool = True


def fill(conversations: Sequence[dict[str, object]], *, pictures: bool = True) -> Corpus:
    """One index of these conversations."""
    store = memory_store()
    asked: list[Asked] = []
    names: set[str] = set()
    today = date.min
    with store.writing():
        for conversation in conversations:
            said: dict = conversation["conversation"]  # type: ignore[assignment, type-arg]
            turns: dict[tuple[int, int], int] = {}
            names |= {said["speaker_a"], said["speaker_b"]}
            for number in (n for n in range(1, len(said)) if said.get(f"session_{n}")):
                day = (
                    datetime.strptime(said[f"session_{number}_date_time"], STARTED).replace(tzinfo=UTC).date()
                )
                key = f"conversations:{conversation['sample_id']}/{number:03}"
                store.put(prepare(_reading(key, said[f"session_{number}"], day, pictures=pictures)))
                base = store.find(key, 1)
                if base is None:
                    raise RuntimeError(f"{key} was not stored")
                for place, turn in enumerate(said[f"session_{number}"]):
                    turns[_turn_of(turn["dia_id"])] = base + place
                today = max(today, day)
            asked += _questions(conversation["qa"], turns)  # type: ignore[arg-type]
    return Corpus(store, asked, sorted(names), today)


def _turn_of(name: str) -> tuple[int, int]:
    found = EVIDENCE.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} names no turn")
    return int(found[1]), int(found[2])


def _reading(key: str, turns: Iterable[dict[str, str]], day: date, *, pictures: bool) -> Reading:
    chunks = []
    for place, turn in enumerate(turns):
        seen = f"[{turn['blip_caption']}] " if pictures and turn.get("blip_caption") else ""
        chunks.append(Chunk(place, place + 1, place + 1, (), day, turn["speaker"], seen + turn["text"]))
    return Reading(Document(key, "conversations", "conversation", key, day=day), (0, 0, 0), key, chunks)


def _questions(rows: Iterable[dict[str, object]], turns: dict[tuple[int, int], int]) -> list[Asked]:
    asked = []
    for row in rows:
        named = {(int(a), int(b)) for text in row.get("evidence", ()) for a, b in EVIDENCE.findall(text)}  # type: ignore[attr-defined]
        answers = frozenset(turns[one] for one in named if one in turns)
        if row["category"] in ANSWERABLE and answers:
            asked.append(Asked(str(row["question"]), int(str(row["category"])), answers))
    return asked


def find(corpus: Corpus, text: str, setting: Setting) -> tuple[dict[int, float], float]:
    """The scores of the hits of a question, best first, and how many milliseconds the ranking alone took."""
    store = corpus.store
    query = setting.change(parse_query(text, today=corpus.today, names=corpus.names))
    statistics = store.statistics(query.wanted)
    found = find_candidates(store, query, EVERYTHING)
    near = store.around(found, REACH)
    texts = {one: chunk.text for one, chunk in store.chunks(near).items()}
    began = time.perf_counter()
    ranked = rank(
        query, found, near, statistics, lambda ids: {one: texts[one] for one in ids},
        weights=setting.weights, strengths=setting.strengths,
    )  # fmt: skip
    return {one.id: one.score for one in ranked}, 1000 * (time.perf_counter() - began)


class Found(NamedTuple):
    """How well a question was answered: its category, recall of turns at every cut, and of sessions among five."""

    category: int
    turns: tuple[float, ...]
    sessions: float
    milliseconds: float


def ask_all(corpora: Sequence[Corpus], setting: Setting) -> list[Found]:
    """Every question of every index."""
    return [_ask(corpus, one, setting) for corpus in corpora for one in corpus.asked]


def _ask(corpus: Corpus, one: Asked, setting: Setting) -> Found:
    hits, milliseconds = find(corpus, one.text, setting)
    return _judged(one, list(hits), _sessions(hits), milliseconds)


def ask_by_meaning(corpora: Sequence[Corpus], setting: Setting) -> list[Found]:
    """The same with vectors, which are made first."""
    found = []
    for corpus in corpora:
        with tempfile.TemporaryDirectory() as folder:
            join = by_meaning(corpus.store, Path(folder))
            found += [_joined(corpus, one, setting, join) for one in corpus.asked]
    return found


def _joined(corpus: Corpus, one: Asked, setting: Setting, join: Join) -> Found:
    scores = join(one.text, find(corpus, one.text, setting)[0])
    hits = sorted(scores, key=lambda hit: -scores[hit])
    return _judged(one, hits, _sessions(hits), 0.0)


def ask_plainly(corpora: Sequence[Corpus], way: Way) -> list[Found]:
    """Every question of every index by a plain way: turns among all turns, sessions among all sessions."""
    found = []
    for corpus in corpora:
        turns = {number: f"{chunk.speaker}: {chunk.text}" for number, chunk in every_chunk(corpus.store)}
        sessions: defaultdict[int, list[str]] = defaultdict(list)
        for number, text in turns.items():
            sessions[number // MAX_CHUNKS].append(text)
        by_turn = way.make(turns)
        by_session = way.make({number: "\n".join(texts) for number, texts in sessions.items()})
        found += [_judged(one, by_turn(one.text), by_session(one.text), 0.0) for one in corpus.asked]
    return found


def _sessions(hits: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(hit // MAX_CHUNKS for hit in hits))


def _judged(one: Asked, hits: Sequence[int], sessions: Sequence[int], milliseconds: float) -> Found:
    wanted = {answer // MAX_CHUNKS for answer in one.answers}
    recalls = tuple(len(one.answers.intersection(hits[:cut])) / len(one.answers) for cut in CUTS)
    return Found(one.category, recalls, len(wanted.intersection(sessions[:5])) / len(wanted), milliseconds)


def _means(found: Sequence[Found]) -> list[float]:
    several = [one for one in found if one.category == SEVERAL]
    return [
        *(100 * _mean([one.turns[place] for one in found]) for place in range(len(CUTS))),
        100 * _mean([one.turns[1] for one in several]),
        100 * _mean([one.sessions for one in found]),
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def ablations() -> list[Setting]:
    """The whole ranking, and it without one of its parts."""
    without = WEIGHTS._replace
    return [
        Setting("everything"),
        Setting("without pictures", pictures=False),
        Setting("without neighbours", strengths=STRENGTHS._replace(reach=())),
        Setting("without related words", change=lambda query: query._replace(relations={})),
        Setting("without the speaker asked about", weights=without(subject=0, cover_subject=0, myself=0)),
        Setting("without days", change=lambda query: query._replace(span=None)),
        Setting("without document and surroundings", weights=without(document=0, around=0)),
        Setting("without the question before", weights=without(answers=0)),
        Setting("without the kind of answer", weights=without(time=0, amount=0, named=0)),
        Setting("without looks", weights=without(asks=0, length=0, opening=0, names=0, myself=0)),
        Setting("BM25 of the turn and its neighbours alone", Weights(*(0.0 for _ in WEIGHTS))._replace(window=1.0)),
    ]  # fmt: skip


def measure(chosen: argparse.Namespace) -> Results:
    """Every setting and every plain way, with an index per conversation and with one for all of them."""
    conversations = [one for path in find_data(chosen.data, CONVERSATIONS) for one in _read(path)]
    alone = {shown: [fill([one], pictures=shown) for one in conversations] for shown in (True, False)}
    pooled = fill(conversations)
    table = Table(
        f"{len(pooled.asked):,} questions, an index for each of {len(conversations)} conversations", COLUMNS
    )
    together = Table(f"one index of all {pooled.store.count()[1]:,} turns", COLUMNS)
    whole, *parts = ablations()
    found, found_pooled = ask_all(alone[True], whole), ask_all([pooled], whole)
    each, every = _means(found), _means(found_pooled)
    figures = _figures(GOALS, (*each[:2], each[-2], every[-1]))
    table.rows.append([whole.name, *each])
    together.rows.append([whole.name, *every])
    if chosen.vectors:
        both = _means(ask_by_meaning(alone[True], whole))
        table.rows.append(["everything and vectors", *both])
        figures += _figures(GOALS_VECTORS, both[:2])
    for way in ENGLISH:
        plain, plain_pooled = _means(ask_plainly(alone[True], way)), _means(ask_plainly([pooled], way))
        table.rows.append([way.name, *plain])
        together.rows.append([way.name, *plain_pooled])
        figures.append(Figure(f"turn R@10 over {way.name}", each[1] - plain[1], "points"))
        over = every[-1] - plain_pooled[-1]
        figures.append(Figure(f"session recall@5, pooled, over {way.name}", over, "points"))
    if chosen.ablations:
        table.rows += [[part.name, *_means(ask_all(alone[part.pictures], part))] for part in parts]
    times = [one.milliseconds for one in (*found, *found_pooled)]
    figures.append(Figure("ranking p50", median(times), "ms"))
    figures.append(Figure("ranking p95", percentile(times, 0.95), "ms"))
    return [table, together], figures


def _figures(goals: dict[str, float], values: Sequence[float]) -> list[Figure]:
    return [Figure(name, value, "%", goal) for (name, goal), value in zip(goals.items(), values, strict=True)]


def _read(path: Path) -> list[dict[str, object]]:
    read = json.loads(path.read_text(encoding="utf-8"))
    return read if isinstance(read, list) else [read]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument(
        "--ablations", action="store_true", help="measure the ranking without each of its parts too"
    )
    parser.add_argument("--vectors", action="store_true", help="measure with the offline model too")


if __name__ == "__main__":
    sys.exit(run("retrieval", TITLE, measure, options=add_options))
