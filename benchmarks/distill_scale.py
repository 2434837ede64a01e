"""How distillation scales: a first run over thousands of logs, a run with nothing new, a run after one change.

Every figure is a whole process, from start to exit, on a workspace with a repository. Memory is the greatest sum, at one
moment, of what the process and those that it started have used at most until then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.harness import Figure, Table, run
from benchmarks.loggen import logs
from benchmarks.startup import daykeep, environment

if TYPE_CHECKING:
    import argparse

TITLE = "Distillation at scale: whole processes over generated logs of five kilobytes"
LOGS = 4_000
MANY = 10
"""The larger workspace has so many times the logs."""

FIRST_SECONDS, QUIET_SECONDS, CHANGED_SECONDS = 6.0, 0.5, 0.7
FIRST_MIB = 250.0
MANY_RATIO = 12.0
QUIET_ROUNDS = 5
_LOOK_SECONDS = 0.02


class Ran(NamedTuple):
    """One process: seconds from start to exit, and MiB of the process and its children together."""

    seconds: float
    mib: float
    out: str


def make_workspace(folder: Path, count: int, home: Path) -> int:
    """A new workspace with ``count`` generated logs; how many bytes they have."""
    run_whole((daykeep(), "init", str(folder), "--lang", "en"), folder.parent, home)
    size = 0
    for name, text in logs(count):
        data = text.encode()
        (folder / name).write_bytes(data)
        size += len(data)
    return size


def run_whole(command: tuple[str, ...], folder: Path, home: Path) -> Ran:
    """Run a command in a folder, from start to exit. Raises RuntimeError where it does not end well."""
    began = time.perf_counter()
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        watch = _Watch(process.pid)
        watch.start()
        out, err = process.communicate()
        seconds = time.perf_counter() - began
        watch.stop()
    if process.returncode != 0:
        raise RuntimeError(
            f"{' '.join(command)} ended with {process.returncode}: {err.decode(errors='replace')}"
        )
    return Ran(seconds, watch.kib / 1024, out.decode(errors="replace"))


class _Watch(threading.Thread):
    """Looks at the highest resident sizes of a process and of its children until it is stopped."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._ended = threading.Event()
        self.kib = 0
        """The greatest sum of the highest sizes of those that were alive together."""

    def stop(self) -> None:
        """End the watch."""
        self._ended.set()
        self.join()

    def run(self) -> None:
        """Look again and again."""
        while not self._ended.wait(_LOOK_SECONDS):
            self.kib = max(self.kib, sum(map(_peak, (self._pid, *_children(self._pid)))))


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]


def _peak(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0].split()[1]) if lines else 0


class Measured(NamedTuple):
    """The runs over one workspace."""

    logs: int
    size: int
    first: Ran
    quiet: Ran
    changed: Ran


def measure(count: int) -> Measured:
    """Distil ``count`` logs for the first time, again with nothing new, and again after one log has grown."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        root = Path(folder) / "work"
        size = make_workspace(root, count, home)
        _settle(root)
        command = (daykeep(), "distill", "--all")
        first = run_whole(command, root, home)
        quiet = min(
            (run_whole(command, root, home) for _ in range(QUIET_ROUNDS)), key=lambda ran: ran.seconds
        )
        newest = max((root / "memory").glob("20*.md"))
        with newest.open("a", encoding="utf-8") as stream:
            stream.write("\n## 23:00 Lesson: porch\n- Always lock the porch door before the alarm is armed\n")
        return Measured(count, size, first, quiet, run_whole(command, root, home))


def _settle(root: Path) -> None:
    """Give the logs the age that logs have: files of this moment are read again to be sure."""
    past = time.time() - 3600
    for path in (root / "memory").glob("20*.md"):
        os.utime(path, (past, past))


def measure_all(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Measure the workspace and the larger one, and judge."""
    table = Table(
        "Whole processes",
        ("logs", "MB", "first s", "MiB", "nothing new s", "one grown s"),
        notes=[
            "first run: reading, scoring, comparing, committing the logs and what was learned",
            "MiB: highest resident sizes of the process and of those that it started, summed while they live",
        ],
    )
    few = measure(options.logs)
    everything = [few] if options.many <= 1 else [few, measure(options.logs * options.many)]
    for one in everything:
        row = (
            one.logs,
            one.size / 1e6,
            one.first.seconds,
            one.first.mib,
            one.quiet.seconds,
            one.changed.seconds,
        )
        table.rows.append((str(row[0]), *row[1:]))
    figures = [
        Figure("first run", few.first.seconds, "s", FIRST_SECONDS, at_least=False),
        Figure("first run, memory", few.first.mib, "MiB", FIRST_MIB, at_least=False),
        Figure("nothing new", few.quiet.seconds, "s", QUIET_SECONDS, at_least=False),
        Figure("one log has grown", few.changed.seconds, "s", CHANGED_SECONDS, at_least=False),
    ]
    if len(everything) > 1:
        ratio = everything[1].first.seconds / few.first.seconds
        figures.append(Figure(f"{options.many} times the logs", ratio, "x", MANY_RATIO, at_least=False))
    return [table], figures


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--logs", type=int, default=LOGS, help=f"how many logs (default {LOGS:,})")
    parser.add_argument(
        "--many",
        type=int,
        default=MANY,
        help=f"how many times as many the larger has, 1: none (default {MANY})",
    )


if __name__ == "__main__":
    sys.exit(run("distill_scale", TITLE, measure_all, options=add_options))
