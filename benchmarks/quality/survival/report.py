"""The tables and figures of what survives: annotated values by budget, arguments of later calls, each beside plain methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table
from benchmarks.quality.survival import arguments, facts
from benchmarks.quality.survival.threads import read_session, read_sgd, read_tau
from benchmarks.quality.survival.views import (
    Rolling,
    clear_results,
    keep_all,
    newer_share,
    pinned_only,
    sliding,
    triaged_view,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from benchmarks.quality.survival.threads import Thread
    from benchmarks.quality.survival.views import Seen
    from daykeep.session.units.model import Unit

    Method = Callable[[Sequence[Unit]], Seen]

BUDGETS = (0.1, 0.2, 0.4)
IN_VIEW_AT_20, LOST_AT_40 = 0.98, 0
TAU_KEPT, TAU_SHARE = 0.995, 0.45
SESSION_KEPT, SESSION_SHARE = 0.99, 0.25
_TAU_AIM, _TAU_LEAST_CHARS = 0.45, 3_500
_SESSION_AIM, _SESSION_LOW = 0.24, 0.19


def measure_dialogues(folder: Path) -> tuple[Table, list[Figure]]:
    """Annotated values of the dialogues in a folder: in the view of each budget, and by one recall besides."""
    threads = read_sgd(folder)
    table = Table(
        "Annotated values of dialogues that can still be read",
        ("method", "part", "characters kept", "values", "in view", "in view or by one recall", "lost"),
        notes=[
            f"Threads of {facts.KEEP_UNITS} protected turns and sixteen dialogues. A recall is asked by the name of the slot alone and costs at most {facts.RECALL_TOKENS} tokens.",
            "Signs, small and capital letters and a leading article don't count; entries of the facts block don't join.",
            "What was missed in files that were at hand was looked at while the reading of phrases was built: only other files of the set are unseen.",
        ],
    )
    figures: list[Figure] = []
    for share in BUDGETS:
        total = facts.NOTHING
        for part in dict.fromkeys(thread.part for thread in threads):
            one = facts.measure_budget([thread for thread in threads if thread.part == part], share)
            table.rows.append(_fact_row(f"daykeep {share:.0%}", part, one))
            total += one
        table.rows.append(_fact_row(f"daykeep {share:.0%}", "all", total))
        figures += _fact_figures(share, total)
    plain: dict[str, Method] = {
        "keep all": keep_all,
        "drop all that isn't pinned": pinned_only,
        "last 10 messages": sliding(10),
        "newer fifth": newer_share(0.2),
        "newer two fifths": newer_share(0.4),
    }
    for name, method in plain.items():
        table.rows.append(_fact_row(name, "all", facts.measure_method(threads, method)))
    return table, figures


def _fact_row(method: str, part: str, one: facts.Survival) -> tuple[str | float | int, ...]:
    values = max(1, one.values)
    return (
        method,
        part,
        round(one.kept_chars / max(1, one.all_chars), 3),
        one.values,
        round(one.in_view / values, 4),
        round(one.with_recall / values, 4),
        one.values - one.with_recall,
    )


def _fact_figures(share: float, total: facts.Survival) -> list[Figure]:
    name = f"{share * 100:.0f}"
    in_view = total.in_view / max(1, total.values)
    lost = total.values - total.with_recall
    return [
        Figure(f"values_in_view_at_{name}", in_view, "share", IN_VIEW_AT_20 if share == BUDGETS[1] else None),
        Figure(
            f"values_lost_at_{name}",
            lost,
            "values",
            LOST_AT_40 if share == BUDGETS[2] else None,
            at_least=False,
        ),
    ]


def measure_trajectories(path: Path) -> tuple[Table, list[Figure]]:
    """Arguments of later calls in a file of tool-calling trajectories."""
    ours: Method = lambda units: triaged_view(units, _TAU_AIM, _TAU_LEAST_CHARS, keep_units=1)  # noqa: E731
    return _measure(
        "Later arguments in trajectories", "tau", read_tau(path), lambda: ours, (TAU_KEPT, TAU_SHARE)
    )


def measure_session(path: Path) -> tuple[Table, list[Figure]]:
    """Arguments of later calls in one coding session."""
    return _measure(
        "Later arguments in a coding session",
        "session",
        read_session(path),
        lambda: Rolling(_SESSION_AIM, _SESSION_LOW, keep_units=1),
        (SESSION_KEPT, SESSION_SHARE),
    )


def _measure(
    title: str, name: str, threads: Sequence[Thread], ours: Callable[[], Method], goals: tuple[float, float]
) -> tuple[Table, list[Figure]]:
    table = Table(
        title,
        (
            "method",
            "part",
            "characters kept",
            "arguments seen before",
            "still in view",
            "of one line",
            "of one line in view",
        ),
        notes=[
            "Arguments of at least four characters that stood in the conversation before; of several lines they are pieces of files.",
            "The system prompt, which every method keeps, is not counted.",
        ],
    )
    total = arguments.NOTHING
    for part in dict.fromkeys(thread.part for thread in threads):
        one = arguments.NOTHING
        for thread in threads:
            if thread.part == part:
                one += arguments.measure_arguments(thread, ours())
        table.rows.append(_argument_row("daykeep", part, one))
        total += one
    for method, view in _plain_methods().items():
        one = arguments.NOTHING
        for thread in threads:
            one += arguments.measure_arguments(thread, view)
        table.rows.append(_argument_row(method, "all", one))
    kept, share = goals
    return table, [
        Figure(f"{name}_lines_in_view", total.lines_kept / max(1, total.lines), "share", kept),
        Figure(f"{name}_all_in_view", total.kept / max(1, total.seen), "share", kept),
        Figure(
            f"{name}_characters", total.kept_chars / max(1, total.all_chars), "share", share, at_least=False
        ),
    ]


def _plain_methods() -> dict[str, Method]:
    return {
        "keep all": keep_all,
        "clear results, keep 3": clear_results(3),
        "clear results, keep 1": clear_results(1),
        "last 6 messages": sliding(6),
        "last 10 messages": sliding(10),
        "newer half": newer_share(0.5),
    }


def _argument_row(method: str, part: str, one: arguments.Reuse) -> tuple[str | float | int, ...]:
    return (
        method,
        part,
        round(one.kept_chars / max(1, one.all_chars), 3),
        one.seen,
        round(one.kept / max(1, one.seen), 4),
        one.lines,
        round(one.lines_kept / max(1, one.lines), 4),
    )
