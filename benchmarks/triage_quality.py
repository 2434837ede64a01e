"""What triage keeps of what matters: small talk against decisions, facts and later arguments in sight, notes that are true."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness import Figure, Table, run
from benchmarks.quality.chatter.sgd import read_dialogues
from benchmarks.quality.chatter.tables import dialogue_tables, group_tables
from benchmarks.quality.notes.judge import measure_notes
from benchmarks.quality.survival.report import measure_dialogues, measure_session, measure_trajectories

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

PARTS = ("chatter", "facts", "arguments", "notes")
"""What can be measured alone with ``--only``."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options beside those of every benchmark."""
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="measure this part alone; may be repeated"
    )


def measure(options: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """All tables and figures of the parts for which the folder holds data: ``sgd``, ``tau``, ``pi``."""
    if options.data is None:
        sys.exit("no data: set DAYKEEP_DATA, or give a folder with sgd, tau and pi with --data")
    folder = Path(options.data)
    tables: list[Table] = []
    figures: list[Figure] = []
    for name, part in MEASURES.items():
        if options.only and name not in options.only:
            continue
        found, numbers = part(folder)
        tables += found
        figures += numbers
    return tables, figures


def _chatter(folder: Path) -> tuple[list[Table], list[Figure]]:
    dialogues = read_dialogues(sorted((folder / "sgd").glob("dialogues_*.json")))
    tables, figures = dialogue_tables(dialogues)
    more, others = group_tables()
    return [*tables, *more], [*figures, *others]


def _facts(folder: Path) -> tuple[list[Table], list[Figure]]:
    table, figures = measure_dialogues(folder / "sgd")
    return [table], figures


def _arguments(folder: Path) -> tuple[list[Table], list[Figure]]:
    tables, figures = [], []
    for path in sorted((folder / "tau").glob("*.json")):
        table, numbers = measure_trajectories(path)
        tables.append(table)
        figures += numbers
    for path in sorted((folder / "pi").glob("*.jsonl")):
        table, numbers = measure_session(path)
        tables.append(table)
        figures += numbers
    return tables, figures


MEASURES: dict[str, Callable[[Path], tuple[list[Table], list[Figure]]]] = {
    "chatter": _chatter,
    "facts": _facts,
    "arguments": _arguments,
    "notes": measure_notes,
}


if __name__ == "__main__":
    sys.exit(run("triage_quality", "What triage keeps of what matters", measure, options=add_options))
