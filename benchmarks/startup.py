"""How long the everyday commands take, from process start to exit, against ``python -c "import click"``; and an agent's hooks.

Every case runs once per round, in turn, so that a slow moment of the machine falls on all of them. The table shows medians.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from benchmarks.harness import Figure, Table, median, percentile, run
from benchmarks.hooks import events as hook_events

if TYPE_CHECKING:
    import argparse

TITLE = "Start-up: whole processes, from start to exit"
ROUNDS = 40
BASE = 'python -c "import click"'
FEW, MANY = 40, 4000
ZONE = "Asia/Shanghai"


class Case(NamedTuple):
    """One command line: what the table calls it, how it runs, and the bar for its ratio to ``against``."""

    name: str
    command: tuple[str, ...]
    folder: Path
    against: str = BASE
    bar: float | None = None
    data: bytes = b""


class Measured(NamedTuple):
    """The times of one case in seconds, one per round."""

    case: Case
    seconds: list[float]

    @property
    def median(self) -> float:
        """The median in seconds."""
        return median(self.seconds)


def environment(home: Path) -> dict[str, str]:
    """The environment of every run: no settings of the machine, byte code kept."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DAYKEEP_", "PYTHON", "GIT_"))
    }
    return {**kept, "HOME": str(home), "TZ": ZONE}


def make_workspace(folder: Path, days: int, home: Path) -> Path:
    """A workspace with ``days`` daily logs that end today; the last two are the same however many there are."""
    today = datetime.now(ZoneInfo(ZONE)).date()
    _run((daykeep(), "init", str(folder), "--lang", "en"), folder.parent, home)
    for back in range(days):
        day = today - timedelta(days=back)
        text = f"# {day}\n\n## 09:10 Morning\n- Disk at {60 + back % 7} %, backup ok\n- [ ] Look at the alert rules\n"
        (folder / "memory" / f"{day}.md").write_text(text, encoding="utf-8")
    return folder


def daykeep() -> str:
    """The installed command beside the interpreter that runs this benchmark."""
    return str(Path(sys.executable).with_name("daykeep"))


def cases(few: Path, many: Path) -> list[Case]:
    """Every case with its bar; ``few`` and ``many`` are prepared workspaces."""
    command = daykeep()
    return [
        Case(BASE, (sys.executable, "-c", "import click"), few),
        Case("daykeep --help", (command, "--help"), few, bar=1.6),
        Case("daykeep log (durable)", (command, "log", "the backup is done"), few, bar=2.2),
        Case(f"daykeep start, {FEW} logs", (command, "start"), few, bar=3.0),
        Case("daykeep heartbeat, quiet", (command, "heartbeat"), few, bar=3.0),
        Case(f"daykeep start, {MANY:,} logs", (command, "start"), many, f"daykeep start, {FEW} logs", 1.15),
    ]


def make_lived_in(folder: Path, home: Path) -> Path:
    """A workspace of two months, with a conversation beside it and an index that knows all of it."""
    today = datetime.now(ZoneInfo(ZONE)).date()
    _run((daykeep(), "init", str(folder), "--lang", "en"), folder.parent, home)
    hook_events.fill(folder, today)
    hook_events.write_transcript(folder.parent / "session.jsonl", today)
    _run((daykeep(), "index", "update"), folder, home)
    return folder


def hook_cases(folder: Path) -> list[Case]:
    """Every event of an agent's hooks, as it is told in a workspace that was lived in."""
    base = hook_events.BASE
    hook = (daykeep() + "-hook", "--workspace", str(folder))
    told = [
        Case(
            one.name,
            hook,
            folder,
            base,
            one.bar,
            one.data(folder.parent / "session.jsonl", folder.parent).replace(b"{root}", str(folder).encode()),
        )
        for one in hook_events.EVENTS
    ]
    return [Case(base, (sys.executable, "-c", "import json,re,hashlib"), folder, base), *told]


def measure(rounds: int, *, warm_up: int = 3) -> list[Measured]:
    """Run every case ``rounds`` times in turn, after ``warm_up`` rounds that are not counted."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        few = make_workspace(Path(folder) / "few", FEW, home)
        many = make_workspace(Path(folder) / "many", MANY, home)
        lived_in = make_lived_in(Path(folder) / "lived-in", home)
        for workspace in (few, many, lived_in):
            _run((daykeep(), "heartbeat"), workspace, home)
        measured = [Measured(case, []) for case in (*cases(few, many), *hook_cases(lived_in))]
        for number in range(warm_up + rounds):
            for item in measured:
                seconds = _run(item.case.command, item.case.folder, home, item.case.data)
                if number >= warm_up:
                    item.seconds.append(seconds)
    return measured


def _run(command: tuple[str, ...], folder: Path, home: Path, data: bytes = b"") -> float:
    began = time.perf_counter()
    result = subprocess.run(
        command, cwd=folder, env=environment(home), input=data, capture_output=True, check=False
    )
    seconds = time.perf_counter() - began
    if result.returncode != 0:
        text = (result.stderr or result.stdout).decode(errors="replace")
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {text}")
    return seconds


def judge(measured: list[Measured]) -> tuple[list[Table], list[Figure]]:
    """The table of medians with their ratios, and one figure for each case that has a bar."""
    medians = {item.case.name: item.median for item in measured}
    table = Table(
        "Whole processes",
        ("command", "median ms", "p90 ms", "ratio", "to", "bar"),
        notes=["one process after the other, every command once in each round, medians over the rounds"],
    )
    figures = []
    for item in measured:
        ratio = item.median / medians[item.case.against]
        bar = "" if item.case.bar is None else f"{item.case.bar:g}"
        row = (
            item.case.name,
            item.median * 1000,
            percentile(item.seconds, 0.9) * 1000,
            ratio,
            item.case.against,
            bar,
        )
        table.rows.append(row)
        if item.case.bar is not None:
            figures.append(
                Figure(f"{item.case.name} / {item.case.against}", ratio, "x", item.case.bar, at_least=False)
            )
    return [table], figures


def measure_all(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Measure and judge."""
    return judge(measure(options.rounds))


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, help=f"how often each command runs (default {ROUNDS})"
    )


if __name__ == "__main__":
    sys.exit(run("startup", TITLE, measure_all, options=add_options))
