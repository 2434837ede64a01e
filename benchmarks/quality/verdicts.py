"""Runs the whole pipeline on a labelled section that stands in a daily log of its own.

A workspace is a real folder, without git: the log is written to it, and `distill` runs on it with the settings that
ship, and the weights that ship or others. Nothing is known in it, so nothing is left out as known.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.quality.rows import Judged, blank, normalised
from benchmarks.quality.rules import find_by_rule
from daykeep.daily.find import list_daily
from daykeep.distill.extract import full
from daykeep.distill.outcomes import ADDED, PROPOSED
from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.files.encoding import decode
from daykeep.files.store import Files
from daykeep.git.history import HistoryOff
from training.rows import RowLog, log_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.quality.rules import Rule
    from daykeep.distill.outcomes import Outcome
    from daykeep.distill.score.model import Weights

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
MEMORY = "MEMORY.md"
FRESH = "# MEMORY\n"


class Run(NamedTuple):
    """What one run made of one log: the decided items, and every byte that it wrote beside the log."""

    outcomes: Sequence[Outcome]
    texts: Sequence[str]
    written: bytes


def run_in_workspace(
    log: RowLog, *, rules: Rules | None = None, weights: Weights | None = None, dry_run: bool = False
) -> Run:
    """Write a log into a fresh workspace and distill it; ``weights`` None: with those that ship.

    With ``dry_run`` all is decided and nothing written. A log of a name that is no daily log's (it was archived) takes the plain name of its day.
    """
    data = _bytes_of(log)
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / MEMORY).write_text(FRESH, encoding="utf-8")
        files = Files(root, durable=False)
        name = _write(root, files, log, data)
        place = Place(
            MEMORY, "en", NOW, HistoryOff("a benchmark", ""), "daykeep <d@localhost>", rules=rules or Rules()
        )
        with _using(weights):
            report = distill(files, Window(None, None), place, dry_run=dry_run)
        written = b"\n".join(
            path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file() and path != root / name
        )
    return Run(report.plan.outcomes, decode(data).texts, written)


def _write(root: Path, files: Files, log: RowLog, data: bytes) -> str:
    for name in (log.name, f"memory/{log.day.isoformat()}.md"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        if any(daily.name == name for daily in list_daily(files)):
            return name
        path.unlink()
    raise ValueError(f"{log.name} of {log.day}: no daily log")


@contextmanager
def _using(weights: Weights | None) -> Iterator[None]:
    """Let the pipeline in this process score with other weights than those that ship; None: with those."""
    names = vars(full)
    extract = full.extract_full
    if weights is not None:
        names["extract_full"] = partial(extract, weights=weights)
    try:
        yield
    finally:
        names["extract_full"] = extract


def _bytes_of(log: RowLog) -> bytes:
    return ("\n".join(log.lines) + "\n").encode("utf-8", "surrogateescape")


def judge_row(row: dict[str, Any], *, weights: Weights | None = None, dry_run: bool = False) -> Judged:
    """Run the pipeline on a row's log and lay what came out beside the row's label.

    Items that are written or proposed count, if they hold a line of the row; the best one gives kind and score.
    """
    log = log_of(row)
    run = run_in_workspace(log, weights=weights, dry_run=dry_run)
    start = _start(row, log)
    mine = [
        outcome
        for outcome in run.outcomes
        if outcome.status in {ADDED, PROPOSED} and outcome.item.last >= start
    ]
    verdicts = full.explain_log(log.name, log.day, run.texts, weights=weights)
    scores = [verdict.score for verdict in verdicts if verdict.last >= start]
    judged = blank(row)._replace(score=max(scores, default=0.0))
    if not mine:
        return judged
    best = max(mine, key=lambda outcome: outcome.item.score)
    lines = [
        line for one in mine for line in one.item.lines if line.text is not None and line.number >= start
    ]
    return judged._replace(
        kind=best.item.kind,
        score=best.item.score,
        gate_score=best.item.score,
        applied=any(outcome.status == ADDED for outcome in mine),
        taken=normalised(line.source for line in lines),
    )


def judge_by_rule(row: dict[str, Any], rule: Rule) -> Judged:
    """What a keyword rule takes from a row's log, beside the row's label; a rule has no doubts: score 1 or 0."""
    log = log_of(row)
    start = _start(row, log)
    taken = {number: kind for number, kind in find_by_rule(log.lines, rule).items() if number >= start}
    judged = blank(row)
    if not taken:
        return judged
    return judged._replace(
        kind=next(iter(taken.values())),
        score=1.0,
        gate_score=1.0,
        applied=True,
        taken=normalised(log.lines[number - 1] for number in taken),
    )


def _start(row: dict[str, Any], log: RowLog) -> int:
    """The first line of a row in its log: its heading where it has one."""
    return log.first - 1 if row["heading"].strip() else log.first
