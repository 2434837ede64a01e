"""How many entries a second are safely on the disk when many processes write to one daily log, and what each costs.

Every way of writing gets the same entries in the same run; afterwards the log is read and every acknowledged entry
is looked for. Numbers depend on how fast the disk forces data out; one bare write with ``fsync`` is measured beside.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.appenders import NAME
from benchmarks.harness import REPOSITORY, Figure, Table, median, percentile, run
from daykeep.files.store import Files

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

TITLE = "Durable writing: many processes, one file"
MIXED = "100,1000,9000,64000"
SINGLE_ROUNDS = 300
GOAL_SMALL, GOAL_MIXED, GOAL_P99_MS = 2000, 500, 150


class Load(NamedTuple):
    """So many processes, so many entries each, of these sizes in bytes."""

    name: str
    writers: int
    entries: int
    sizes: str


class Outcome(NamedTuple):
    """What came of a load: seconds from the start signal to the last answer, each entry's milliseconds, what is there."""

    seconds: float
    took_ms: list[float]
    kept: int
    damaged: int

    @property
    def rate(self) -> float:
        """Acknowledged entries per second."""
        return len(self.took_ms) / self.seconds


def write_together(way: str, root: Path, load: Load) -> Outcome:
    """Let all writers begin at once and wait for all; then count what is in the file."""
    command = [sys.executable, "-m", "benchmarks.appenders", way, str(root)]
    writers = [
        subprocess.Popen(
            [*command, str(worker), str(load.entries), load.sizes],
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for worker in range(load.writers)
    ]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    began = time.perf_counter()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    answers = [writer.communicate()[0] for writer in writers]
    seconds = time.perf_counter() - began
    took = [milliseconds for answer in answers for milliseconds in json.loads(answer)]
    return Outcome(seconds, took, *count_entries((root / NAME).read_bytes()))


def count_entries(data: bytes) -> tuple[int, int]:
    """How many different whole entries are there, and how many lines are damaged."""
    whole = re.findall(rb"^- entry (\d+-\d+) x* end$", data, re.MULTILINE)
    return len(set(whole)), data.count(b"\n") - len(whole)


def measure_loads(loads: list[Load], ways: list[str]) -> tuple[Table, dict[tuple[str, str], Outcome]]:
    """Every load in every way, in turn."""
    table = Table(
        "Many writers",
        ("load", "way", "entries/s", "median ms", "p99 ms", "acknowledged", "kept", "damaged"),
        notes=[
            "acknowledged: the writer was told that the entry is safe; kept: it is in the file, whole",
            "filelock: the package's lock, then write and fsync; rewrite: read, add, write anew, fsync, rename, no lock",
        ],
    )
    outcomes = {}
    for load in loads:
        for way in ways:
            with tempfile.TemporaryDirectory() as folder:
                outcome = write_together(way, Path(folder), load)
            outcomes[load.name, way] = outcome
            p99 = percentile(outcome.took_ms, 0.99)
            acknowledged = load.writers * load.entries
            row = (
                load.name,
                way,
                round(outcome.rate),
                median(outcome.took_ms),
                p99,
                acknowledged,
                outcome.kept,
                outcome.damaged,
            )
            table.rows.append(row)
    return table, outcomes


def time_ms(action: Callable[[int], object], rounds: int = SINGLE_ROUNDS) -> list[float]:
    """How long each of ``rounds`` calls took, in milliseconds."""
    took = []
    for number in range(rounds):
        began = time.perf_counter()
        action(number)
        took.append((time.perf_counter() - began) * 1000)
    return took


def measure_single(folder: Path) -> Table:
    """One process alone: what each kind of write costs, with and without forcing it to the disk."""
    table = Table("One writer", ("write", "median ms", "p99 ms"))
    for label, durable in (("fsync", True), ("os", False)):
        files = Files(folder / label, durable=durable)
        files.root.mkdir()
        for name, action in single_writes(files).items():
            took = time_ms(action)
            table.rows.append((f"{name}, durable = {label}", median(took), percentile(took, 0.99)))
    with (folder / "bare").open("ab", buffering=0) as stream:

        def bare(_number: int) -> None:
            stream.write(b"x" * 200)
            os.fsync(stream.fileno())

        took = time_ms(bare)
    table.rows.append(("bare write of 200 B + fsync, no lock", median(took), percentile(took, 0.99)))
    return table


def single_writes(files: Files) -> dict[str, Callable[[int], object]]:
    """The kinds of writes, each as a function of its number."""
    entry = b"- " + b"x" * 197 + b"\n"
    versions = [b"# Memory\n" + bytes([65 + number]) * 12_000 + b"\n" for number in range(2)]
    files.replace("MEMORY.md", versions[1], expected_sha256=None)

    def replace(number: int) -> None:
        document = files.read_document("MEMORY.md")
        files.replace("MEMORY.md", versions[number % 2], expected_sha256=document.sha256)

    return {
        "append 200 B": lambda _number: files.append(NAME, lambda _tail: entry),
        "replace 12 kB": replace,
        "update state": lambda number: files.update_state(
            "memory/state.json", lambda value: {**value, "n": number}
        ),
    }


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """The whole benchmark; ``--quick`` takes a tenth of the entries."""
    share = 10 if options.quick else 1
    small = Load("16 writers, 200 B", 16, 500 // share, "200")
    mixed = Load("64 writers, 100 B to 64 kB", 64, 100 // share, MIXED)
    table, outcomes = measure_loads([small], ["daykeep", "filelock", "rewrite"])
    more, more_outcomes = measure_loads([mixed], ["daykeep", "filelock"])
    table.rows += more.rows
    outcomes |= more_outcomes
    with tempfile.TemporaryDirectory() as folder:
        single = measure_single(Path(folder))
    return [table, single], judge(outcomes[small.name, "daykeep"], outcomes[mixed.name, "daykeep"])


def judge(small: Outcome, mixed: Outcome) -> list[Figure]:
    """The figures that have a goal."""
    lost = sum(len(outcome.took_ms) - outcome.kept + outcome.damaged for outcome in (small, mixed))
    p99 = percentile(mixed.took_ms, 0.99)
    return [
        Figure("acknowledged, 16 writers of 200 B", small.rate, "entries/s", GOAL_SMALL),
        Figure("acknowledged, 64 writers of mixed sizes", mixed.rate, "entries/s", GOAL_MIXED),
        Figure("p99, 64 writers of mixed sizes", p99, "ms", GOAL_P99_MS, at_least=False),
        Figure("acknowledged, but lost or damaged", lost, "entries", 0, at_least=False),
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark alone."""
    parser.add_argument("--quick", action="store_true", help="a tenth of the entries")


if __name__ == "__main__":
    sys.exit(run("durability", TITLE, measure, options=add_options))
