"""How long git takes for memory: a commit, the history, a line's origin, memory as it was, in a large workspace.

Everything runs in this process, as in a heartbeat; git itself runs as its own processes. Nobody else's files are
touched: the repository is made for the run. A plain ``git add`` and ``git commit`` of the same file is measured
beside, with the same settings for forcing data to the disk.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table, median, percentile, run
from daykeep.clock import Zone
from daykeep.files.store import Files
from daykeep.git.history import History, HistoryOff, init_repository, open_history
from daykeep.review.provenance.history import find_as_of, list_events
from daykeep.review.provenance.why import why

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

TITLE = "History: a commit and a look back in a large workspace"
AUTHOR = "daykeep <daykeep@localhost>"
START = datetime(2026, 3, 10, 12, tzinfo=UTC)
ZONE = Zone("UTC", UTC, "default", ())
GOAL_COMMIT_MS = 60
MEMORY = "MEMORY.md"


def make_workspace(root: Path, *, logs: int) -> History:
    """A workspace with so many daily logs, all of them in its history."""
    (root / "memory").mkdir(parents=True)
    names = [f"memory/{(START - timedelta(days=n)).date()}.md" for n in range(logs)]
    for name in names:
        (root / name).write_text(f"# {name[7:17]}\n\n- a line of {name}\n", encoding="utf-8")
    (root / MEMORY).write_text("# Memory\n", encoding="utf-8")
    init_repository(root)
    history = open_history(root)
    if isinstance(history, HistoryOff):
        raise SystemExit(f"history is off: {history.reason}")
    history.commit([*names, MEMORY], subject="Begin", author=AUTHOR, at=START)
    return history


def time_each(rounds: int, action: Callable[[int], object]) -> list[float]:
    """The milliseconds of every round."""
    took = []
    for number in range(rounds):
        started = time.perf_counter()
        action(number)
        took.append((time.perf_counter() - started) * 1000)
    return took


def measure(chosen: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Measure every action on one workspace."""
    with tempfile.TemporaryDirectory(prefix="daykeep-bench-") as folder:
        root = Path(folder, "work")
        history = make_workspace(root, logs=chosen.logs)
        took = {
            name: time_each(rounds, action) for name, rounds, action in actions(root, history, chosen.rounds)
        }
    table = Table(
        f"Milliseconds in a workspace with {chosen.logs:,} daily logs and {chosen.rounds} commits of each kind",
        ["action", "median", "95 %", "worst"],
        [[name, median(values), percentile(values, 0.95), max(values)] for name, values in took.items()],
    )
    slow = max(percentile(took[name], 0.95) for name in ("commit of MEMORY.md", "commit of a daily log"))
    return [table], [Figure("commit_p95", slow, "ms", GOAL_COMMIT_MS, at_least=False)]


def actions(root: Path, history: History, rounds: int) -> list[tuple[str, int, Callable[[int], object]]]:
    """What is measured, in this order: its name, how often, and how."""
    files, memory, log = Files(root), root / MEMORY, f"memory/{START.date()}.md"

    def commit(number: int) -> None:
        memory.write_text(f"{memory.read_text(encoding='utf-8')}- lesson {number}\n", encoding="utf-8")
        at = START + timedelta(minutes=number)
        if history.commit([MEMORY], subject=f"Lesson {number}", author=AUTHOR, at=at) is None:
            raise SystemExit("the commit was lost")

    def commit_log(number: int) -> None:
        (root / log).write_text(f"# Log\n\n- entry {number}\n", encoding="utf-8")
        at = START + timedelta(days=1, minutes=number)
        if history.commit([log], subject=f"Log {number}", author=AUTHOR, at=at) is None:
            raise SystemExit("the commit was lost")

    def plain(number: int) -> None:
        (root / log).write_text(f"# Log\n\n- {number}\n", encoding="utf-8")
        git = [
            "git",
            "-c",
            "core.fsync=committed,reference,index",
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
        ]
        subprocess.run([*git, "add", log], cwd=root, check=True)
        subprocess.run([*git, "commit", "-q", "-m", "x"], cwd=root, check=True)

    return [
        ("commit of MEMORY.md", rounds, commit),
        ("commit of a daily log", rounds, commit_log),
        ("git add and git commit, beside", rounds, plain),
        *looks(files, history, rounds),
    ]


def looks(files: Files, history: History, rounds: int) -> list[tuple[str, int, Callable[[int], object]]]:
    """What only reads, a tenth as often."""
    few = max(3, rounds // 10)
    logs = files.list_names("memory")
    return [
        ("all logs looked through, none changed", few, lambda _: history.changed(logs)),
        ("history, 20 commits", few, lambda _: list_events(files, history, memory=MEMORY, limit=20)),
        ("why, all commits searched", few, lambda _: why(files, history, "- lesson 0", memory=MEMORY)),
        ("MEMORY.md as of a day", few, lambda _: find_as_of(history, START.date(), zone=ZONE, name=MEMORY)),
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """How large the workspace is and how often each action is done."""
    parser.add_argument("--logs", type=int, default=4000, help="daily logs in the workspace (default: 4,000)")
    parser.add_argument("--rounds", type=int, default=100, help="commits to make (default: 100)")


if __name__ == "__main__":
    raise SystemExit(run("history", TITLE, measure, options=add_options))
