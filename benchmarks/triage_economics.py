"""What the calls of a recorded session cost under triage and under other tools' documented ways, in the same run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.costs.baselines import BASELINES
from benchmarks.costs.ours import Triage
from benchmarks.costs.replay import load_recording, replay
from benchmarks.harness import Figure, Table, run
from daykeep.triage.economics.prices import BOOK

if TYPE_CHECKING:
    import argparse

    from benchmarks.costs.replay import Bill, Recording
    from daykeep.triage.economics.prices import Prices

BUDGET = 60_000
"""The default of the setting ``triage.budget_tokens``."""
BOOKS = ("anthropic", "anthropic-1h", "openai", "none")
MILLION = 1_000_000


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--budget", type=int, default=BUDGET, help="tokens that a context may have")
    parser.add_argument("--prices", default=",".join(BOOKS), help="price books, by commas")


def _sessions(options: argparse.Namespace) -> list[Path]:
    """The recorded sessions: a file, or those in a folder or its folder ``pi``."""
    if options.data is None:
        sys.exit("no data: set DAYKEEP_DATA, or give a recorded session with --data")
    data = Path(options.data)
    if data.is_file():
        return [data]
    found = sorted((data / "pi" if (data / "pi").is_dir() else data).glob("*.jsonl"))
    if not found:
        sys.exit(f"no recorded session in {data}")
    return found


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """The bills of all policies for each session and price book, and ours over the cheapest other one."""
    tables, figures = [], []
    for path in _sessions(options):
        recording = load_recording(path)
        table = Table(
            f"{len(recording.steps)} calls, {sum(recording.weights):,} tokens said",
            ("prices", "policy", "total", "read", "written", "for the policy", "largest", "mean", "rewrites"),
            notes=[
                "Tokens at the price of fresh input, in millions. The answers are the same under every policy.",
                "Every policy sees the same estimate of tokens; what the agent's own compactions put in is left out.",
            ],
        )
        tables.append(table)
        for name in options.prices.split(","):
            ours, error = _own(recording, BOOK[name], options.budget)
            others = [replay(recording, make(recording), BOOK[name]) for make in BASELINES]
            table.rows += [_row(name, bill) for bill in sorted([*others, ours], key=lambda one: one.total)]
            share = ours.total / min(bill.total for bill in others)
            figures.append(
                Figure(f"cost over the cheapest other way, {name}", share, "×", 1.0, at_least=False)
            )
            if error is not None:
                figures.append(
                    Figure(f"error of predicted cached tokens, {name}", 100 * error, "% of the prompt")
                )
    return tables, figures


def _own(recording: Recording, prices: Prices, budget: int) -> tuple[Bill, float | None]:
    """Our bill, and how far the predictions of cached tokens were off on average, as a share of the prompt."""
    policy = Triage(recording, prices, budget=budget)
    bill = replay(recording, policy, prices, told=policy.tell)
    return bill, policy.error()


def _row(name: str, bill: Bill) -> tuple[str | float | int, ...]:
    millions = [round(value / MILLION, 3) for value in (bill.total, bill.read, bill.written, bill.policy)]
    return (name, bill.name, *millions, bill.largest, bill.mean, bill.rewrites)


if __name__ == "__main__":
    sys.exit(run("triage_economics", "What a long session costs under triage", measure, options=_add_options))
