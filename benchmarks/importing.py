"""How an import scales: a memory of ten thousand notes into an empty workspace, again, and what waits told and started with.

Every figure is a whole process, from start to exit, on a workspace with a repository, on the clock: what a person waits. The
time of processors stands beside it, that of the processes which it starts included. The notes are generated in the form of Claude Code's memory: each says something else about one of a few hundred things, so that comparing has to look.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.distill_scale import run_whole
from benchmarks.harness import Figure, Table, run
from benchmarks.startup import daykeep

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

TITLE = "Imports at scale: whole processes over generated notes"
NOTES = 10_000
IMPORT_SECONDS = 30.0
LIST_SECONDS = 5.0

_THINGS = [
    "gateway",
    "invoice",
    "printer",
    "calendar",
    "archive",
    "router",
    "warehouse",
    "ledger",
    "garden",
    "mailbox",
    "parser",
    "kettle",
    "scheduler",
    "report",
    "dashboard",
    "cache",
    "importer",
    "widget",
    "tenant",
    "bucket",
    "scanner",
    "compressor",
    "balcony",
    "courier",
    "turbine",
]
_DEEDS = [
    "rejects",
    "retries",
    "loses",
    "needs",
    "prefers",
    "wants",
    "doubles",
    "rounds",
    "rotates",
    "keeps",
    "refuses",
    "expires",
    "delays",
]
_OBJECTS = [
    "tokens",
    "headers",
    "orders",
    "dates",
    "labels",
    "photos",
    "names",
    "drafts",
    "quotas",
    "leases",
    "coupons",
    "cards",
    "parcels",
    "keys",
]
_TIMES = (
    "on Mondays", "after midnight", "before a release", "when the queue is full", "during audits", "in winter",
    "for new customers", "without a lease", "at month end", "under load", "behind the proxy", "since the move",
)  # fmt: skip
_TYPES = ("user", "feedback", "project", "reference")


def notes(count: int) -> Iterator[tuple[str, str]]:
    """Names and texts of generated notes; the same ones every time."""
    chance = random.Random(20260311)
    for number in range(count):
        thing, deed, what = (chance.choice(words) for words in (_THINGS, _DEEDS, _OBJECTS))
        said = f"The {thing} of site {number} {deed} {what} {chance.choice(_TIMES)}; see ticket {number * 7 + 3}."
        why = f"the {chance.choice(_THINGS)} {chance.choice(_DEEDS)} {chance.choice(_OBJECTS)} otherwise"
        head = (
            f"name: note-{number}\ndescription: the {thing} {deed} {what}\nmetadata: \n  node_type: memory\n"
            f"  type: {chance.choice(_TYPES)}\n  modified: 2026-08-15T18:58:28.638Z"
        )
        yield f"note-{number}.md", f"---\n{head}\n---\n\n{said}\n\n**Why:** {why}.\n"


def measure_all(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Import, import again, list what waits, and start."""
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        home, root, source = base / "home", base / "work", base / "memory"
        home.mkdir()
        source.mkdir()
        for name, text in notes(options.notes):
            (source / name).write_text(text, encoding="utf-8")
        run_whole((daykeep(), "init", str(root), "--lang", "en"), base, home)
        words = (daykeep(), "import", "claude-memory", str(source))
        ran = {
            "plan": _measure(words, root, home),
            "import": _measure((*words, "--apply"), root, home),
            "import again": _measure((*words, "--apply"), root, home),
            "review list": _measure((daykeep(), "review", "list"), root, home),
            "start": _measure((daykeep(), "start"), root, home),
        }
    table = Table(
        "Whole processes",
        ("what", "processors s", "clock s", "MiB"),
        notes=[
            f"{options.notes:,} notes, a file each; what waits is all of them",
            "clock: on the machine as it was, other work on it included",
        ],
    )
    table.rows += [(name, *values) for name, values in ran.items()]
    figures = [
        Figure("import", ran["import"][1], "s", IMPORT_SECONDS, at_least=False),
        Figure("import again", ran["import again"][1], "s", IMPORT_SECONDS, at_least=False),
        Figure("list of what waits", ran["review list"][1], "s", LIST_SECONDS, at_least=False),
    ]
    return [table], figures


def _measure(words: tuple[str, ...], root: Path, home: Path) -> tuple[float, float, float]:
    """Run a command: seconds of processors, seconds on the clock, MiB."""
    before = _processor_seconds()
    ran = run_whole(words, root, home)
    return _processor_seconds() - before, ran.seconds, ran.mib


def _processor_seconds() -> float:
    """What the processes that have ended have used until now, and those that they had started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--notes", type=int, default=NOTES, help=f"how many notes (default {NOTES:,})")


if __name__ == "__main__":
    sys.exit(run("importing", TITLE, measure_all, options=add_options))
