"""How well long English conversations are found: questions about them, and the turns that answer each.

Conversations of weeks between two people, a session is a document, a turn a chunk with its speaker and its day; what
someone said of a picture that was sent belongs to the turn. Questions of the categories 1 to 4 (those with an answer in
the conversation) whose evidence exists are asked, once with an index for every conversation and once with one index for
all of them. Recall is the share of a question's evidence among the first so many hits, averaged over the questions. The
constants of the ranking were chosen with these conversations: on others expect a little less.
"""

from __future__ import annotations

import json
import re
import sys
import time
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.harness import Figure, Results, Table, median, percentile, run
from daykeep.search.answer.choosing import find_candidates
from daykeep.search.documents import EVERYTHING, MAX_CHUNKS, Chunk, Document, Reading
from daykeep.search.rank import parse_query, rank
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS, Strengths, Weights
from daykeep.search.store import memory_store, prepare

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

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
    "turns among 5": 75.0,
    "turns among 10": 82.0,
    "several turns among 10": 60.0,
    "sessions among 5": 93.0,
}


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


def find(corpus: Corpus, text: str, setting: Setting) -> tuple[list[int], float]:
    """The hits of a question, best first, and how many milliseconds the ranking alone took."""
    store = corpus.store
    query = setting.change(parse_query(text, today=corpus.today, names=corpus.names))
    statistics = store.statistics(query.wanted)
    found = find_candidates(store, query, EVERYTHING)
    near = store.around([one.id for one in found], REACH)
    texts = {one: chunk.text for one, chunk in store.chunks(near).items()}
    began = time.perf_counter()
    ranked = rank(
        query, found, near, statistics, lambda ids: {one: texts[one] for one in ids},
        weights=setting.weights, strengths=setting.strengths,
    )  # fmt: skip
    return [one.id for one in ranked], 1000 * (time.perf_counter() - began)


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
    sessions = list(dict.fromkeys(hit // MAX_CHUNKS for hit in hits))
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
    """Every setting with an index per conversation, and the whole ranking with one for all of them."""
    path: Path | None = chosen.data and chosen.data / CONVERSATIONS
    if path is None or not path.is_file():
        sys.exit(f"retrieval needs --data or DAYKEEP_DATA: the folder that holds {CONVERSATIONS}")
    conversations = json.loads(path.read_text(encoding="utf-8"))
    alone = {shown: [fill([one], pictures=shown) for one in conversations] for shown in (True, False)}
    columns = (
        "ranking",
        *(f"turns among {cut} %" for cut in CUTS),
        "several turns among 10 %",
        "sessions among 5 %",
    )
    count = sum(len(corpus.asked) for corpus in alone[True])
    table = Table(f"{count:,} questions, an index for each of {len(conversations)} conversations", columns)
    settings = ablations() if chosen.ablations else ablations()[:1]
    for setting in settings:
        found = ask_all(alone[setting.pictures], setting)
        table.rows.append([setting.name, *_means(found)])
        if setting is settings[0]:
            each, times = _means(found), [one.milliseconds for one in found]
    pooled = fill(conversations)
    together = Table(f"one index of all {pooled.store.count()[1]:,} turns", columns)
    found = ask_all([pooled], settings[0])
    together.rows.append([settings[0].name, *_means(found)])
    times += [one.milliseconds for one in found]
    values = dict(zip(GOALS, (each[0], each[1], each[-2], _means(found)[-1]), strict=True))
    figures = [Figure(name, values[name], "%", goal) for name, goal in GOALS.items()]
    figures.append(Figure("ranking p50", median(times), "ms", 3.0, at_least=False))
    figures.append(Figure("ranking p95", percentile(times, 0.95), "ms"))
    return [table, together], figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument(
        "--ablations", action="store_true", help="measure the ranking without each of its parts too"
    )


if __name__ == "__main__":
    sys.exit(run("retrieval", TITLE, measure, options=add_options))
