"""Renders ``docs/benchmarks.md`` from the results kept in ``benchmarks/results/``.

The page holds nothing that was not measured: every number stands in one of the JSON files, with the machine, the commit
and the date it was measured at.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from benchmarks.harness import REPOSITORY
from benchmarks.misses import MISSES

if TYPE_CHECKING:
    from pathlib import Path

RESULTS = REPOSITORY / "benchmarks" / "results"
PAGE = REPOSITORY / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

<!-- Written by benchmarks/report.py from benchmarks/results/; changes made here are overwritten. -->

`scripts/bench` measures and renders this page. Compare ratios, not milliseconds: they depend on the machine.
"""


def load_results(folder: Path = RESULTS) -> list[dict[str, Any]]:
    """Every kept result, by the name of its file."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]


def render_page(results: list[dict[str, Any]]) -> str:
    """The text of the page."""
    return "\n".join([HEAD, *(_render_result(result) for result in results)])


def _render_result(result: dict[str, Any]) -> str:
    where = "{cores} cores ({processor}), {memory_gib} GiB, {system}, Python {python}".format(
        **result["machine"]
    )
    what = f"`python -m benchmarks.{result['benchmark']}`, measured on {result['date'][:10]}"
    parts = [f"## {result['title']}\n", f"{what} at commit `{result['commit']}`: {where}.\n"]
    for table in result["tables"]:
        parts.append(f"### {table['title']}\n")
        parts.append(_render_table(table["columns"], table["rows"]))
        parts += [f"- {note}" for note in table["notes"]]
        parts.append("")
    rows = [
        [name, f"{figure['value']:,.2f} {figure['unit']}", figure["goal"] or "", _verdict(figure["met"])]
        for name, figure in result["figures"].items()
    ]
    if rows:
        parts += ["### Goals\n", _render_table(["figure", "measured", "goal", "met"], rows)]
    missed = [miss for miss in MISSES if miss.benchmark == result["benchmark"]]
    if missed:
        parts.append("Not reached yet; a test sees to it that these figures only get better:\n")
        parts += [f"- **{miss.figure}**: {miss.why}" for miss in missed]
        parts.append("")
    return "\n".join(parts)


def _verdict(met: bool | None) -> str:
    return {None: "", True: "yes", False: "no"}[met]


def _render_table(columns: list[str], rows: list[list[Any]]) -> str:
    lines = [columns, ["---"] * len(columns), *([_cell(value) for value in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("|", "\\|")


def main() -> int:
    """Write the page, or with ``--check`` say whether it is what the results say; the exit code."""
    text = render_page(load_results())
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text else 1
    PAGE.write_text(text, encoding="utf-8")
    print(f"wrote {PAGE.relative_to(REPOSITORY)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
