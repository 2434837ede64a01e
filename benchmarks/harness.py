"""What every benchmark needs: its options, medians, a table on the screen, a JSON file with where it was measured.

The JSON has ``benchmark``, ``title``, ``date``, ``commit``, ``machine``, ``versions``, ``options`` and ``tables``;
each table has ``title``, ``columns``, ``rows`` (values as numbers or text) and ``notes``. ``figures`` holds single
numbers by name, each with ``value``, ``unit``, ``goal`` and ``met`` (null where there is no goal), for the tables of
the documentation and for comparing runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.misses import is_excused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

REPOSITORY = Path(__file__).parents[1]
STDOUT = Path("-")
PACKAGES = (
    "daykeep",
    "click",
    "filelock",
    "gitpython",
    "apscheduler",
    "markdown-it-py",
    "python-frontmatter",
)


@dataclass
class Table:
    """A table of results: what it shows, the names of its columns, its rows, and what a reader must know."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence[str | float | int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Figure:
    """One number with its goal: ``at_least`` says on which side of the goal the good numbers are."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None if there is none."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal


Results = tuple[list[Table], list[Figure]] | tuple[list[Table], list[Figure], dict[str, Any]]
"""What a benchmark measured: tables, figures, and further JSON values by key."""


def median(values: Sequence[float]) -> float:
    """The median of some measurements."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` (0 to 1) of the measurements don't exceed: the nearest rank, no interpolation."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]


def machine() -> dict[str, Any]:
    """Where this runs: processor, cores, memory, system, Python."""
    memory = 0
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(memory / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """The versions of daykeep and of what it is built on, as installed here."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def find_data(given: Path | None, usual: str) -> list[Path]:
    """The JSON files to measure: ``given`` itself if it is a file, else in that folder the ``usual`` one.

    Where the folder has no such file, all that lie where it would, else all in the folder itself. Exits where there are
    none.
    """
    if given is not None and given.is_file():
        return [given]
    if given is not None:
        for found in (
            [given / usual],
            sorted((given / usual).parent.glob("*.json")),
            sorted(given.glob("*.json")),
        ):
            if found and found[0].is_file():
                return found
    sys.exit(
        f"--data (or DAYKEEP_DATA) must name a file of the format of {usual}, or the folder that holds it"
    )


def commit() -> str:
    """The commit that is measured, with "+" if there are changes on top; empty outside a repository."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(REPOSITORY), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def run(
    name: str,
    title: str,
    measure: Callable[[argparse.Namespace], Results],
    *,
    options: Callable[[argparse.ArgumentParser], None] | None = None,
    arguments: Sequence[str] | None = None,
) -> int:
    """Measure, print the tables and figures, write the JSON if asked for; 0, or 1 if a figure misses its goal.

    Known misses (:mod:`benchmarks.misses`) that did not get worse count as no failure; they are printed as missed.
    ``measure`` may return further JSON values as its third value.
    """
    chosen = _parser(name, title, options).parse_args(arguments)
    if chosen.data is None and os.environ.get("DAYKEEP_DATA"):
        chosen.data = Path(os.environ["DAYKEEP_DATA"])
    tables, figures, *more = measure(chosen)
    result = {**describe(name, title, chosen, tables, figures), **(more[0] if more else {})}
    text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
    if chosen.json == STDOUT:
        sys.stdout.write(text)
    else:
        print(render(title, tables, figures))
    if chosen.json not in {None, STDOUT}:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(text, encoding="utf-8")
    return 0 if all(_is_fine(name, figure) for figure in figures) else 1


def _parser(
    name: str, title: str, options: Callable[[argparse.ArgumentParser], None] | None
) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{name}", description=title)
    parser.add_argument(
        "--data", type=Path, default=None, help="a file, or a folder with data sets (else DAYKEEP_DATA)"
    )
    parser.add_argument(
        "--json",
        type=Path,
        nargs="?",
        const=STDOUT,
        default=None,
        metavar="OUT",
        help="write the results to this file, or without one print them as JSON alone",
    )
    if options is not None:
        options(parser)
    return parser


def _is_fine(benchmark: str, figure: Figure) -> bool:
    return figure.met is not False or is_excused(
        benchmark, figure.name, figure.value, at_least=figure.at_least
    )


def describe(
    name: str, title: str, chosen: argparse.Namespace, tables: Sequence[Table], figures: Sequence[Figure]
) -> dict[str, Any]:
    """The results with all that is needed to judge them, as JSON values."""
    options = {key: value for key, value in vars(chosen).items() if key not in {"json", "data"}}
    return {
        "benchmark": name,
        "title": title,
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
        "options": options,
        "tables": [asdict(table) for table in tables],
        "figures": {figure.name: _figure(figure) for figure in figures},
    }


def _figure(figure: Figure) -> dict[str, Any]:
    goal = None if figure.goal is None else f"{'>=' if figure.at_least else '<='} {figure.goal:g}"
    return {"value": figure.value, "unit": figure.unit, "goal": goal, "met": figure.met}


def render(title: str, tables: Sequence[Table], figures: Sequence[Figure]) -> str:
    """The results as text for a terminal."""
    blocks = [title]
    for table in tables:
        cells = [list(table.columns), *([_cell(value) for value in row] for row in table.rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(table.columns))]
        lines = [_line(row, widths) for row in cells]
        lines.insert(1, "  ".join("-" * width for width in widths))
        blocks.append("\n".join([table.title, "", *lines, *(f"* {note}" for note in table.notes)]))
    if figures:
        blocks.append("\n".join(_verdict(figure) for figure in figures))
    return "\n\n".join(blocks)


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first = row[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))])


def _verdict(figure: Figure) -> str:
    words = {None: "", True: "met", False: "MISSED"}[figure.met]
    goal = f" (goal {_figure(figure)['goal']}: {words})" if figure.goal is not None else ""
    return f"{figure.name}: {figure.value:,.2f} {figure.unit}{goal}"
