"""How long the queue of proposals takes with many waiting: making one, deciding about one, listing all of them.

Making and deciding run in this process, as in a heartbeat or a review, with git as its own processes; the list is a
whole run of the installed command. Deciding is everything that an approval does: sources, MEMORY.md, verdicts, the
commit, the queue. Half of the waiting proposals are packed references, as after a `git gc`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table, median, percentile, run
from benchmarks.history import AUTHOR, MEMORY, START, make_workspace, time_each
from daykeep.files.replace import sha256_of
from daykeep.files.store import Files
from daykeep.memory.items import Item, ItemLine
from daykeep.memory.leaving.budget import Limits
from daykeep.review.queue.proposals import APPROVED, REJECTED, Draft, propose
from daykeep.review.stores.joined import open_store
from daykeep.review.verdict.decide import Decision, Desk, decide

if TYPE_CHECKING:
    import argparse

    from daykeep.git.history import History
    from daykeep.review.queue.proposals import Proposal, ProposalStore

TITLE = "Review: the queue of proposals in a large workspace"
GOAL_CREATE_MS, GOAL_APPROVE_MS, GOAL_LIST_MS = 60, 120, 300
LINES = 120
"""So many lines MEMORY.md has: a full one, within its budget with what is added."""

MARKER = "SOUL.md"


def make_queue(root: Path, *, logs: int, waiting: int) -> tuple[History, ProposalStore]:
    """A workspace with a full memory and so many proposals, of two items each, that wait in its history."""
    history = make_workspace(root, logs=logs)
    lines = "".join(f"- Lesson {number}: what was true on that day stays true\n" for number in range(LINES))
    (root / MEMORY).write_text(f"# Memory\n\n## Lessons\n\n{lines}", encoding="utf-8")
    (root / MARKER).write_text("# Soul\n", encoding="utf-8")
    history.commit([MEMORY, MARKER], subject="Fill", author=AUTHOR, at=START)
    store = open_store(Files(root), history)
    for number in range(waiting):
        make_proposal(root, store, number)
        if number == waiting // 2:
            subprocess.run(["git", "pack-refs", "--all"], cwd=root, check=True)
    return history, store


def make_proposal(root: Path, store: ProposalStore, number: int) -> Proposal:
    """Queue one more proposal with two items."""
    day = START.date() - timedelta(days=number % 365)
    name = f"memory/{day}.md"
    items = [
        propose(
            Item(
                kind="lesson",
                title=f"number {number}",
                day=day,
                name=name,
                lines=(ItemLine(3, text, text),),
                origin="agent",
                score=0.82,
                rule="full",
            ),
            reason="0.82, below the gate 0.90",
            reasons=("it says always", "it names a cause"),
        )
        for text in (f"- Always rinse filter {number} twice", f"- Never leave pump {number} running dry")
    ]
    base = sha256_of((root / MEMORY).read_bytes())
    made = store.create(Draft("distill", MEMORY, base, tuple(items)), now=START + timedelta(minutes=number))
    if made is None:
        raise SystemExit("the proposal was lost")
    return made


def measure(chosen: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Measure every action on one workspace; each leaves as many waiting as it found."""
    with tempfile.TemporaryDirectory(prefix="daykeep-bench-") as folder:
        root = Path(folder, "work")
        root.mkdir()
        history, store = make_queue(root, logs=chosen.logs, waiting=chosen.waiting)
        acts, rounds = Actions(root, history, store, chosen.waiting), chosen.rounds
        took = {
            "create": acts.create(rounds),
            "approve": acts.decide(rounds, APPROVED),
            "reject": acts.decide(rounds, REJECTED),
            "list, in process": acts.list(rounds),
        }
        took["list, whole process"] = time_each(max(20, rounds // 2), lambda _: list_waiting(root))
        took["python -c pass, beside"] = time_each(
            10, lambda _: subprocess.run([sys.executable, "-c", "pass"], check=True)
        )
    table = Table(
        f"Milliseconds with {chosen.waiting} proposals waiting in a workspace of {chosen.logs:,} daily logs",
        ["action", "median", "95 %", "worst"],
        [[name, median(values), percentile(values, 0.95), max(values)] for name, values in took.items()],
    )
    goals = {"create": GOAL_CREATE_MS, "approve": GOAL_APPROVE_MS, "list, whole process": GOAL_LIST_MS}
    figures = [
        Figure(f"{name.partition(',')[0]}_p95", percentile(took[name], 0.95), "ms", goal, at_least=False)
        for name, goal in goals.items()
    ]
    return [table], figures


class Actions:
    """What is measured in this process; every method gets the number of rounds and gives the milliseconds of each."""

    def __init__(self, root: Path, history: History, store: ProposalStore, waiting: int) -> None:
        self.root = root
        self.files = Files(root)
        self.store = store
        self.count = waiting
        self.desk = Desk(
            memory=MEMORY,
            language="en",
            now=START + timedelta(days=1),
            day=START.date(),
            history=history,
            author=AUTHOR,
            by="you",
            limits=Limits(1_000_000, 100_000),
        )

    def create(self, rounds: int) -> list[float]:
        """Make proposals; each is rejected outside of what is measured."""
        took = []
        for _ in range(rounds):
            started = time.perf_counter()
            made = self._make()
            took.append((time.perf_counter() - started) * 1000)
            self._decide(made, REJECTED)
        return took

    def decide(self, rounds: int, status: str) -> list[float]:
        """Decide about new proposals."""
        took = []
        for _ in range(rounds):
            made = self._make()
            started = time.perf_counter()
            self._decide(made, status)
            took.append((time.perf_counter() - started) * 1000)
        return took

    def list(self, rounds: int) -> list[float]:
        """List what waits."""
        return time_each(rounds, lambda _: self.store.list_waiting())

    def _make(self) -> Proposal:
        self.count += 1
        return make_proposal(self.root, self.store, self.count)

    def _decide(self, made: Proposal, status: str) -> None:
        decisions = [Decision(made.id, item.id, status) for item in made.items]
        done = decide(self.files, self.store, decisions, self.desk)
        if done.refused or done.problems or not done.commit:
            raise SystemExit(f"not decided: {done}")


def list_waiting(root: Path) -> None:
    """Run `daykeep review list` as a person would."""
    environment = {**os.environ, "DAYKEEP_WORKSPACE": str(root)}
    command = [sys.executable, "-m", "daykeep", "review", "list", "--json"]
    subprocess.run(command, cwd=root, env=environment, check=True, stdout=subprocess.DEVNULL)


def add_options(parser: argparse.ArgumentParser) -> None:
    """How large the workspace and the queue are, and how often each action is done."""
    parser.add_argument("--logs", type=int, default=4000, help="daily logs in the workspace (default: 4,000)")
    parser.add_argument("--waiting", type=int, default=200, help="proposals that wait (default: 200)")
    parser.add_argument("--rounds", type=int, default=60, help="proposals to make and decide (default: 60)")


if __name__ == "__main__":
    raise SystemExit(run("review", TITLE, measure, options=add_options))
