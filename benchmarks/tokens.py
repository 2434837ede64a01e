"""How near the estimate of tokens is to what vocabularies count, by kind of text, and how fast it and exact counts are.

Needs the package of the extra ``tokens`` for the exact counts. With the data folder it also holds the estimate for Claude
against the usage of a recorded conversation. ``--data`` may name any other file or folder of texts.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from benchmarks.counting.hidden import hidden_errors
from benchmarks.counting.texts import kinds
from benchmarks.counting.usage import read_costs
from benchmarks.harness import Figure, Results, Table, median, run
from daykeep.models.tokens import CL100K, O200K, choose_counting, find_counter
from daykeep.text.tokens import VOCABULARIES, count_tokens, estimate_tokens
from daykeep.transcripts.messages.read import read_conversation

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    Counter = Callable[[str], int]

TITLE = "Tokens: estimates against vocabularies"
ROUNDS = 5
OVERHEAD_TOKENS = 8
"""What stands around one result of a tool, as the recorded conversation shows it."""
HIDDEN = (5, 20, 60)
"""Of how many answers the usage is hidden."""
GOAL_MEAN, GOAL_WORST, GOAL_SPEED, GOAL_CLAUDE = 10.0, 15.0, 20.0, 12.0


def error(pieces: list[str], estimate: Counter, exact: Counter) -> tuple[float, float]:
    """The error over all pieces together, signed, and the mean error of one piece; both in percent."""
    pairs = [(estimate(piece), exact(piece)) for piece in pieces]
    whole = sum(one for one, _ in pairs) / max(1, sum(other for _, other in pairs)) - 1
    mean = sum(abs(one - other) / max(1, other) for one, other in pairs) / len(pairs)
    return 100 * whole, 100 * mean


def own_estimate(name: str) -> Counter:
    """The estimate with the weights of one vocabulary."""
    weights = VOCABULARIES[name]
    return lambda text: estimate_tokens(text, weights)


def by_kind(found: dict[str, list[str]]) -> tuple[Table, dict[str, dict[str, float]]]:
    """The table of errors, and the mean errors of the vocabularies' own estimates by kind."""
    counters = {name: find_counter(name) for name in (O200K, CL100K)}
    table = Table(
        "Error of one text in percent, and of all together",
        (
            "kind",
            "texts",
            "own, o200k",
            "own, cl100k",
            "general, o200k",
            "general, cl100k",
            "characters / 4, o200k",
        ),
        notes=[
            "“own” is the estimate with that vocabulary's weights, “general” the one for a model of which nothing is known.",
            "The first number is the mean error of one text, the second the signed error of all texts together.",
        ],
    )
    means: dict[str, dict[str, float]] = {name: {} for name in counters}
    quarter: Counter = lambda text: max(1, len(text) // 4)  # noqa: E731
    for kind, pieces in found.items():
        own = {name: error(pieces, own_estimate(name), exact) for name, exact in counters.items()}
        general = {name: error(pieces, count_tokens, exact) for name, exact in counters.items()}
        crude = error(pieces, quarter, counters[O200K])
        cells = [own[O200K], own[CL100K], general[O200K], general[CL100K], crude]
        table.rows.append([kind, len(pieces), *(f"{mean:.0f} ({whole:+.0f})" for whole, mean in cells)])
        for name in counters:
            means[name][kind] = own[name][1]
    return table, means


def speeds(found: dict[str, list[str]]) -> tuple[Table, float]:
    """Megabytes a second of each way to count, over all kinds; and the estimate's."""
    text = "\n".join(piece for pieces in found.values() for piece in pieces)
    size = len(text.encode("utf-8", "replace")) / 1e6
    table = Table("Speed", ("way", "MB/s"))
    ways = {"estimate": count_tokens, O200K: find_counter(O200K), CL100K: find_counter(CL100K)}
    for name, count in ways.items():
        seconds = []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            count(text)
            seconds.append(time.perf_counter() - started)
        table.rows.append([name, size / median(seconds)])
    return table, float(table.rows[0][1])


def against_usage(path: Path) -> tuple[Table, float]:
    """What a model said that results of tools cost against the estimate for it; and the mean error in percent."""
    costs = list(read_costs(path))
    model = costs[0].model
    table = Table(
        f"Results of tools in a recorded conversation with {model}: {len(costs)}, by what its usage says",
        ("way", "mean error of one %", "all together %"),
    )
    ways = {
        f"estimate for {model}": choose_counting("auto", model).count,
        "estimate, general": count_tokens,
        "o200k_base": find_counter(O200K),
    }
    errors = []
    for name, count in ways.items():
        pairs = [(count(one.text) + OVERHEAD_TOKENS * one.results, one.tokens) for one in costs]
        mean = 100 * sum(abs(got - said) / said for got, said in pairs) / len(pairs)
        whole = 100 * (sum(got for got, _ in pairs) / sum(said for _, said in pairs) - 1)
        table.rows.append([name, mean, whole])
        errors.append(mean)
    return table, errors[0]


def with_hidden_usage(path: Path) -> Table:
    """How far the fill of a recorded conversation is off at each of its answers, where the last usages are hidden."""
    messages = read_conversation(path.read_bytes()).messages
    model = next(message.model for message in reversed(messages) if message.usage)
    table = Table(
        f"Fill of that conversation with {model} where the usage of its last answers is hidden",
        ("answers hidden", "places", "mean error %", "largest error %"),
    )
    for hidden in HIDDEN:
        errors = list(hidden_errors(messages, hidden, choose_counting("auto", model).count))
        table.rows.append([hidden, len(errors), sum(errors) / len(errors), max(errors)])
    return table


def measure(chosen: argparse.Namespace) -> Results:
    """Errors by kind, speed, and the usage of a recorded conversation where it is at hand."""
    found = kinds(chosen.data)
    table, means = by_kind(found)
    speed, fastest = speeds(found)
    tables, figures = [table, speed], []
    for name, errors in means.items():
        mean, worst = sum(errors.values()) / len(errors), max(errors.values())
        figures.append(
            Figure(f"estimate for {name}, mean error over kinds", mean, "%", GOAL_MEAN, at_least=False)
        )
        figures.append(Figure(f"estimate for {name}, worst kind", worst, "%", GOAL_WORST, at_least=False))
    figures.append(Figure("estimate, speed", fastest, "MB/s", GOAL_SPEED))
    recorded = chosen.data / "pi" / "before-compaction.jsonl" if chosen.data else None
    if recorded is not None and recorded.is_file():
        usage, claude = against_usage(recorded)
        tables += [usage, with_hidden_usage(recorded)]
        figures.append(
            Figure("estimate for Claude against its usage", claude, "%", GOAL_CLAUDE, at_least=False)
        )
    return tables, figures


if __name__ == "__main__":
    sys.exit(run("tokens", TITLE, measure))
