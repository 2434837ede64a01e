"""What a check of a very long conversation costs: time, memory, and that no turn starves."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table, median, run
from benchmarks.threads import make_thread
from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.economics.prices import ANTHROPIC
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.protocols import DeciderLimits
from daykeep.triage.run.ask import Ask
from daykeep.triage.run.check import Staff, run_check
from daykeep.triage.run.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.triage.model import Distribution
    from daykeep.triage.protocols import TriageState

TURNS, TOKENS = 10_000, 2_000_000
BUDGET = 100_000
AT = datetime(2026, 3, 10, 9, tzinfo=UTC)
SESSION = "long"
MODES = ("over budget", "must fit")
QUESTIONS = 64
"""What the best known decision services answer at once, the question about the code word included."""


class _FewQuestions(RuleDecider):
    """The rules, as slow to take turns as a service is."""

    limits = DeciderLimits(max_questions=QUESTIONS)

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.batches = 0

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """The rules' answers; which turns were asked about is counted."""
        self.batches += 1
        self.seen.update(view.unit_id for view in state.units)
        return super().decide(state)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options beside those of every benchmark."""
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--tokens", type=int, default=TOKENS)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--child", help=argparse.SUPPRESS)


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """The tables and figures; each check in a process of its own, since memory is measured."""
    if options.child:
        _child(options)
        sys.exit(0)
    rows: list[list[float]] = []
    for mode in MODES:
        found = [_in_process(options, mode) for _ in range(options.runs)]
        rows.append([median([one[place] for one in found]) for place in range(5)])
    table = Table(
        f"{options.turns:,} turns, {options.tokens:,} tokens, decided by rules",
        (
            "check",
            "reading the session s",
            "the check s",
            "the next check s",
            "as a new process s",
            "memory MiB",
        ),
        [(name, *(round(value, 2) for value in values)) for name, values in zip(MODES, rows, strict=True)],
        notes=["Seconds of the processor: what else the machine does counts less."],
    )
    starving, unseen, batches = _starving(options)
    figures = [
        Figure("check of 10,000 turns", rows[0][1], "s", 2.0, at_least=False),
        Figure("the same where the view must fit", rows[1][1], "s", 2.0, at_least=False),
        Figure("the next check", rows[0][2], "s"),
        Figure("memory of the process", rows[0][4], "MiB", 300.0, at_least=False),
        Figure("turns never looked at", unseen, "turns", 0, at_least=False),
        Figure("batches over the fewest possible", batches, "×", 1.0, at_least=False),
    ]
    return [table, starving], figures


def _in_process(options: argparse.Namespace, mode: str) -> list[float]:
    """Seconds for reading, the first check, the next one, a new process; and its memory."""
    words = ["--turns", str(options.turns), "--tokens", str(options.tokens), "--child", mode]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.triage_scale", *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
    )
    return [float(word) for word in done.stdout.split()[-5:]]


def _child(options: argparse.Namespace) -> None:
    import resource  # noqa: PLC0415 - not on every system

    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(
            [sys.executable, "-c", _FILL, folder, str(options.turns), str(options.tokens)], check=True
        )
        assert made.returncode == 0
        desk = Desk(Files(Path(folder)), SESSION)
        ask = Ask(AT.isoformat(), BUDGET, prices=ANTHROPIC, must_fit=options.child == "must fit")
        staff = Staff(default_policy(), RuleDecider())
        times = [_seconds(desk.load)]
        times.append(_seconds(lambda: run_check(desk, ask, staff)))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        times.append(_seconds(lambda: run_check(desk, ask._replace(force=True), staff)))
        other = Desk(Files(Path(folder)), SESSION)
        times.append(_seconds(lambda: run_check(other, ask._replace(force=True), staff)))
        print(*times, memory)


_FILL = """
import sys
from pathlib import Path
from benchmarks.triage_scale import fill
fill(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
"""


def fill(folder: Path, turns: int, tokens: int) -> None:
    """Write the long session into a folder."""
    store = SessionStore(Files(folder, durable=False))
    store.new(at=AT, session_id=SESSION)
    store.append(SESSION, make_thread(turns, tokens=tokens))


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _starving(options: argparse.Namespace) -> tuple[Table, int, float]:
    """How many checks it takes until every turn was asked about, by a decider that answers 64 questions at once."""
    turns = min(options.turns, 2_000)
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), turns, turns * 60)
        desk = Desk(Files(Path(folder), durable=False), SESSION)
        decider = _FewQuestions()
        staff = Staff(default_policy()._replace(max_batches=4), decider)
        able = turns - 5  # the first turn and the newest four are protected
        fewest = -(-able // (QUESTIONS - 1))
        checks = 0
        while len(decider.seen) < able and decider.batches < 2 * fewest:
            checks += 1
            run_check(desk, Ask(AT.isoformat(), 10**9, force=True, keep_tokens=0), staff)
        table = Table(
            f"A decider of {QUESTIONS} questions, {turns:,} turns, nothing may go",
            ("checks", "batches", "fewest possible", "turns looked at"),
            [(checks, decider.batches, fewest, len(decider.seen))],
        )
        return table, max(0, able - len(decider.seen)), decider.batches / fewest


if __name__ == "__main__":
    sys.exit(run("triage_scale", "A check of a very long conversation", measure, options=add_options))
