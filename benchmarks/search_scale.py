"""How search scales: the index of made chunks in one process, and whole processes over ten thousand files.

Chunks are real turns of conversations, over and over, each with ten words of its own; questions are those that people
asked about the conversations. A question is timed from its text to the ordered hits: reading it, finding candidates, their
neighbours, judging them. One change is one document of twenty chunks, read and stored anew.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.harness import Figure, Results, Table, find_data, median, percentile, run
from benchmarks.peers.corpus import write_notes
from benchmarks.startup import daykeep, environment
from daykeep.search.answer.choosing import find_candidates
from daykeep.search.documents import EVERYTHING, Chunk, Document, Reading
from daykeep.search.rank import parse_query, rank
from daykeep.search.store.opening import create_store, open_store
from daykeep.search.store.rows import prepare

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from daykeep.search.store.sqlite import SqliteStore

TITLE = "Search at scale: made chunks in one process, files in whole processes"
CONVERSATIONS = "locomo/locomo_dev.json"
SIZES = (10_000, 100_000, 1_000_000)
JUDGED = 100_000
"""The goals are for this size."""
QUESTIONS, CHANGES, ROUNDS = 200, 40, 15
REACH = 2
CHUNKS_EACH, WORDS_EACH, VOCABULARY = 20, 10, 50_000
STEP_DOCUMENTS = 1_000
TODAY = date(2026, 6, 1)
FILES = 10_000

P50_MS, P95_MS, CHANGE_MS = 5.0, 15.0, 5.0
FILES_SECONDS, SEARCH_MS = 2.5, 70.0


class Material(NamedTuple):
    """Turns with their speakers, and questions about them."""

    turns: list[tuple[str, str]]
    questions: list[str]


def read_material(data: Path | None) -> Material:
    """The turns and questions of conversations; exits with a reason where there are none."""
    [path, *_] = find_data(data, CONVERSATIONS)
    samples = json.loads(path.read_text(encoding="utf-8"))
    turns = [
        (turn["speaker"], turn["text"])
        for sample in samples
        for session in sample["conversation"].values()
        if isinstance(session, list)
        for turn in session
    ]
    questions = [row["question"] for sample in samples for row in sample["qa"]]
    return Material(turns, random.Random(1).sample(questions, min(QUESTIONS, len(questions))))


def readings(turns: Sequence[tuple[str, str]], chunks: int) -> Iterator[Reading]:
    """Documents of twenty chunks each, the same ones every time."""
    generator = random.Random(2)
    place = 0
    for number in range(chunks // CHUNKS_EACH):
        made = []
        for ordinal in range(CHUNKS_EACH):
            speaker, text = turns[place % len(turns)]
            own = " ".join(f"w{generator.randrange(VOCABULARY)}" for _ in range(WORDS_EACH))
            line = ordinal + 1
            made.append(
                Chunk(ordinal, line, line, ("Talk", f"Part {number}"), TODAY, speaker, f"{text} {own}")
            )
            place += 1
        yield Reading(_document(number), (number, number, number), str(number), made)


def _document(number: int) -> Document:
    return Document(f"knowledge:{number:07}.md", "knowledge", "knowledge", f"{number:07}.md", day=TODAY)


def build(store: SqliteStore, every: Iterator[Reading]) -> float:
    """Store all documents; the seconds that cutting into terms and storing took."""
    taken = 0.0
    while True:
        step = [reading for reading, _ in zip(every, range(STEP_DOCUMENTS), strict=False)]
        if not step:
            return taken
        began = time.perf_counter()
        with store.writing():
            for reading in step:
                store.put(prepare(reading))
        taken += time.perf_counter() - began


def ask(store: SqliteStore, text: str) -> int:
    """One question, from its text to the ordered hits; how many there are."""
    query = parse_query(text, today=TODAY)
    statistics = store.statistics(query.wanted)
    candidates = find_candidates(store, query, EVERYTHING)
    near = store.around(candidates, REACH)
    return len(rank(query, candidates, near, statistics, store.texts))


def in_process(material: Material, chunks: int) -> dict[str, float]:
    """The figures of one size: build, size, questions and changes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.db"
        create_store(path)
        store = open_store(path)
        try:
            seconds = build(store, readings(material.turns, chunks))
            asked = [_timed(lambda text=text: ask(store, text)) for text in material.questions]
            last = list(readings(material.turns, CHUNKS_EACH * CHANGES))
            changed = [_timed(lambda one=one: _change(store, one)) for one in last]
        finally:
            store.close()
        size = path.stat().st_size
    return {
        "build": seconds,
        "megabytes": size / 1e6,
        "p50": median(asked) * 1e3,
        "p95": percentile(asked, 0.95) * 1e3,
        "change": median(changed) * 1e3,
    }


def _change(store: SqliteStore, reading: Reading) -> None:
    chunks = [chunk._replace(text=f"{chunk.text} changed") for chunk in reading.chunks]
    prepared = prepare(reading._replace(chunks=chunks))
    with store.writing():
        store.put(prepared)


def _timed(work: object) -> float:
    began = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - began


def in_files(count: int) -> dict[str, float]:
    """Whole processes: the first index, a search, and a search after one file changed."""
    with tempfile.TemporaryDirectory() as folder:
        home, root = Path(folder) / "home", Path(folder) / "work"
        home.mkdir()
        (root / "memory").mkdir(parents=True)
        (root / "SOUL.md").write_text("# SOUL.md\n", encoding="utf-8")
        write_notes(root / "memory" / "notes", count)
        _settle(root)
        first = _process(("index", "rebuild"), root, home)
        quiet = [_process(("search", f"own{number:06}x"), root, home) for number in range(ROUNDS)]
        changed = []
        for number in range(ROUNDS):
            path = root / "memory" / "notes" / f"note-{number:06}.md"
            path.write_text(path.read_text(encoding="utf-8") + f"\nfresh{number}x\n", encoding="utf-8")
            changed.append(_process(("search", f"fresh{number}x"), root, home))
        return {"first": first, "search": median(quiet) * 1e3, "after": median(changed) * 1e3}


def _settle(root: Path) -> None:
    """Give the files the age that files have: those of this moment are read again to be sure."""
    past = time.time() - 3600
    for path in root.rglob("*.md"):
        os.utime(path, (past, past))


def _process(arguments: tuple[str, ...], root: Path, home: Path) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        (daykeep(), *arguments), cwd=root, env=environment(home), capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - began
    if done.returncode != 0 or (arguments[0] == "search" and arguments[1] not in done.stdout):
        raise RuntimeError(
            f"daykeep {' '.join(arguments)}: {done.returncode} {done.stdout[-300:]} {done.stderr[-300:]}"
        )
    return seconds


def measure(chosen: argparse.Namespace) -> Results:
    """Both parts."""
    material = read_material(chosen.data)
    table = Table(
        "In one process, by chunks",
        ("chunks", "index, s", "MB", "a question p50 ms", "p95 ms", "one change, ms"),
        notes=["index: cutting into terms and storing, in steps of a thousand documents of twenty chunks"],
    )
    figures: list[Figure] = []
    for chunks in chosen.sizes:
        one = in_process(material, chunks)
        table.rows.append([f"{chunks:,}", *one.values()])
        if chunks == JUDGED:
            figures += [
                Figure("a question over 100,000 chunks, p50", one["p50"], "ms", P50_MS, at_least=False),
                Figure("a question over 100,000 chunks, p95", one["p95"], "ms", P95_MS, at_least=False),
                Figure("one changed document", one["change"], "ms", CHANGE_MS, at_least=False),
            ]
    if not chosen.files:
        return [table], figures
    found = in_files(chosen.files)
    whole = Table(
        f"Whole processes over {chosen.files:,} files of 1.4 KB",
        ("first index, s", "a search, ms", "a search after one change, ms"),
        [[f"{found['first']:.2f}", found["search"], found["after"]]],
    )
    figures += [
        Figure("first index of the files", found["first"], "s", FILES_SECONDS, at_least=False),
        Figure("a search as a process", found["search"], "ms", SEARCH_MS, at_least=False),
    ]
    return [table, whole], figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="numbers of chunks")
    parser.add_argument(
        "--files", type=int, default=FILES, help=f"how many files, 0: none (default {FILES:,})"
    )


if __name__ == "__main__":
    sys.exit(run("search_scale", TITLE, measure, options=add_options))
