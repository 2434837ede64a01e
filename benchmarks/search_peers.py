"""Search beside other programs that work without a network: what each one finds, and how long a whole run takes.

Sessions of conversations are written as Markdown files, all in one folder, and each program is asked the same questions;
a question counts for the share of its evidence's files among the first five and ten. Then made notes are indexed, asked
for, and indexed again after one of them changed. Times are whole processes. Programs that are not installed are named.
"""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchmarks.harness import Figure, Results, Table, find_data, median, run
from benchmarks.peers.corpus import note, sample_of, write_notes, write_sessions
from benchmarks.peers.programs import Daykeep, Home, Memsearch, Program, Qmd, Ripgrep, Unavailable
from benchmarks.peers.service import serve_word_counts

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from benchmarks.peers.corpus import Ask

T = TypeVar("T")
TITLE = "Search beside other programs"
CONVERSATIONS = "locomo/locomo_dev.json"
GOAL_RECALL = 93
SLOW_INDEX_SECONDS = 60
"""A program that needs longer for the small pile isn't given the large one."""

Row = list[str | float | int]


def measure(chosen: argparse.Namespace) -> Results:
    """Both tables, and our own recall as a figure with its goal."""
    with tempfile.TemporaryDirectory() as scratch, serve_word_counts() as address:
        peers = Peers(Path(scratch), Path(chosen.peers).absolute(), address)
        found, recall = _find(peers, chosen)
        return [found, _time(peers, chosen)], [
            Figure("session recall@5, pooled, daykeep as a program", recall, "%", GOAL_RECALL)
        ]


class Peers:
    """Makes every program anew for a task, each with a home of its own."""

    def __init__(self, scratch: Path, installed: Path, address: str) -> None:
        self.scratch, self.installed, self.address = scratch, installed, address

    def make(self, task: str) -> list[Program]:
        """The programs for one task: what one task indexed is not there in the next."""
        home = self.scratch / "homes" / task
        return [
            Daykeep(Home(home / "daykeep")),
            Ripgrep(Home(home / "rg")),
            Qmd(Home(home / "qmd"), self.installed, words_only=False),
            Qmd(Home(home / "qmd-words"), self.installed, words_only=True),
            Memsearch(Home(home / "memsearch"), self.installed, address=self.address),
        ]

    def folder(self, task: str) -> Path:
        """The folder of Markdown of a task, inside a workspace of daykeep's."""
        root = self.scratch / task
        (root / "memory").mkdir(parents=True)
        (root / "SOUL.md").write_text("# SOUL.md\n", encoding="utf-8")
        return root / "memory"


def _find(peers: Peers, chosen: argparse.Namespace) -> tuple[Table, float]:
    folder = peers.folder("talks")
    asks = sample_of(write_sessions(find_data(chosen.data, CONVERSATIONS)[0], folder), chosen.questions)
    table = Table(
        f"Which sessions hold the answer: {len(asks)} questions, {len(list(folder.iterdir()))} files",
        ("program", "version", "recall@5 %", "recall@10 %", "one of them in 5 %", "a search, ms"),
        notes=[
            "recall@k: the share of the files with evidence that are among the first k files, over all questions"
        ],
    )
    ours = 0.0
    for program in peers.make("talks"):
        row, recall = _asked(program, folder, asks)
        table.rows.append(row)
        ours = recall if program.name == "daykeep" else ours
    return table, ours


def _asked(program: Program, folder: Path, asks: list[Ask]) -> tuple[Row, float]:
    try:
        version = program.version()
        program.index(folder)
        answers = [_timed(partial(program.search, folder, ask.question)) for ask in asks]
    except Unavailable as error:
        return [program.name, f"not run: {error}", "", "", "", ""], 0.0
    five, ten, any_five = (
        100 * sum(score) / len(asks)
        for score in zip(
            *(_scores(ask, names) for ask, (_, names) in zip(asks, answers, strict=True)), strict=True
        )
    )
    return [program.name, version, five, ten, any_five, 1000 * median([took for took, _ in answers])], five


def _scores(ask: Ask, names: list[str]) -> tuple[float, float, bool]:
    five, ten = (len(ask.files.intersection(names[:count])) / len(ask.files) for count in (5, 10))
    return five, ten, five > 0


def _time(peers: Peers, chosen: argparse.Namespace) -> Table:
    table = Table(
        "Made notes of 1.4 KB: a first index, one changed file, a search",
        ("program", "files", "first index, s", "one changed, ms", "a search, ms"),
        notes=[f"a program that needs over {SLOW_INDEX_SECONDS} s for a pile isn't given a larger one"],
    )
    slow: set[str] = set()
    for size in chosen.sizes:
        folder = peers.folder(f"notes-{size}")
        write_notes(folder, size)
        for program in peers.make(f"notes-{size}"):
            if program.name in slow:
                continue
            row = _timed_row(program, folder, size)
            if row is None or (isinstance(row[2], float) and row[2] > SLOW_INDEX_SECONDS):
                slow.add(program.name)
            if row is not None:
                table.rows.append(row)
    return table


def _timed_row(program: Program, folder: Path, size: int) -> Row | None:
    try:
        program.version()
        first, _ = _timed(partial(program.index, folder))
        (folder / f"note-{size // 2:06}.md").write_text(note(size + 1), encoding="utf-8")
        again, _ = _timed(partial(program.index, folder))
        searches = [
            _timed(partial(program.search, folder, f"own{at:06}x backup"))
            for at in range(0, size, size // 15)
        ]
    except Unavailable:
        return None
    return [program.name, size, first, 1000 * again, 1000 * median([took for took, _ in searches])]


def _timed(call: Callable[[], T]) -> tuple[float, T]:
    started = time.perf_counter()
    result = call()
    return time.perf_counter() - started, result


def add_options(parser: argparse.ArgumentParser) -> None:
    """Where the other programs are, and how much is asked."""
    parser.add_argument(
        "--peers",
        default="peers",
        help="folder where qmd and memsearch are installed (default: ./peers)",
    )
    parser.add_argument(
        "--questions", type=int, default=200, help="how many questions are asked (default: 200)"
    )
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[1000, 10000],
        help="how many made notes (default: 1,000 and 10,000)",
    )


if __name__ == "__main__":
    raise SystemExit(run("search_peers", TITLE, measure, options=add_options))
