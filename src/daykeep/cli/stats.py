"""``daykeep stats``: shows week by week what memory learned, how large it is, and what was decided."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from daykeep.cli.frame import Call, command
from daykeep.cli.stats_traces import export_traces, read_traces, trace_data, trace_lines

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.review.figures.stats import Stats

PIPED_WIDTH = 80
"""Where nobody watches, lines are as long as on a plain terminal."""


@command("stats")
@click.option(
    "--weeks", type=click.IntRange(1, 260), default=12, show_default=True, help="Show the last N weeks."
)
@click.option("--svg", metavar="FILE", help="Draw the charts into FILE as a picture.")
@click.option("--export", type=click.Choice(("otlp",)), help="Send the traces to an OpenTelemetry collector.")
@click.option("--endpoint", default="", metavar="URL", help="Its address; else traces.endpoint.")
@click.option("--at", metavar="TIME", help="Work as if it were this moment.")
def stats(
    call: Call, *, weeks: int, svg: str | None, at: str | None, export: str | None, endpoint: str
) -> None:
    """Show what memory learned, week by week.

    Four charts: what was learned by kind, the size of MEMORY.md against its limits, what you approved, rejected, put
    off, took back, forgot and brought back, and where it all came from. Then the figures of sessions and look-ups.
    """
    workspace = call.workspace(at=at)
    if export:
        call.emit(*_exported(workspace, weeks, endpoint))
        return
    counted = _count(workspace, weeks)
    events = read_traces(call, workspace, weeks=weeks)
    if counted.off:
        call.note(f"history is off: {counted.off}; earlier sizes are not known")
    if svg is not None:
        _write_picture(counted, Path(svg))
    drawn = [f"Drawn into {svg}."] if svg else []
    data = {**_data(counted), "svg": svg, "sessions": trace_data(events)}
    call.emit(data, [*_charts(counted), *trace_lines(events), *drawn])


def _exported(workspace: Workspace, weeks: int, endpoint: str) -> tuple[dict[str, Any], list[str]]:
    done = export_traces(workspace, weeks=weeks, endpoint=endpoint)
    return done, [f"{done['sent']} events sent, {done['before']} were sent before."]


def _count(workspace: Workspace, weeks: int) -> Stats:
    from daykeep.memory.leaving.budget import Limits
    from daykeep.review.figures.stats import read_stats

    limits = Limits(
        int(workspace.settings["memory.budget_chars"]), int(workspace.settings["memory.budget_lines"])
    )
    return read_stats(
        workspace.files,
        workspace.history,
        memory=workspace.layout.memory_target,
        limits=limits,
        day=workspace.day,
        zone=workspace.zone,
        weeks=weeks,
    )


def _charts(counted: Stats) -> list[str]:
    import shutil

    from daykeep.review.figures.charts import FILLS, charts_of, render_text

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH
    return render_text(charts_of(counted), width=width, plain=not _can_show("".join(FILLS)))


def _can_show(signs: str) -> bool:
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _write_picture(counted: Stats, path: Path) -> None:
    """Write the picture; over nothing but an earlier picture of these charts."""
    import hashlib

    from daykeep.errors import ConflictError
    from daykeep.files.outside import find_outside, write_outside
    from daykeep.review.figures.charts import charts_of
    from daykeep.review.figures.picture import MARK, render_svg

    before = find_outside(path)
    if before and MARK.encode() not in before:
        raise ConflictError(
            f'"{path}" is there already and is no picture by `daykeep stats`; nothing was overwritten',
            hint="give another name",
        )
    picture = render_svg(
        charts_of(counted), title=f"Memory, {counted.weeks[0].week.id} to {counted.weeks[-1].week.id}"
    )
    expected = hashlib.sha256(before).hexdigest() if before is not None else None
    write_outside(path, picture.encode(), expected_sha256=expected)


def _data(counted: Stats) -> dict[str, Any]:
    return {
        "name": counted.memory,
        "limits": {"chars": counted.limits.chars, "lines": counted.limits.lines},
        "weeks": [
            {
                "week": week.week.id,
                "learned": _counts(week.learned, "kind"),
                "decided": _counts(week.decided, "decision"),
                "chars": week.size.chars if week.size else None,
                "lines": week.size.lines if week.size else None,
            }
            for week in counted.weeks
        ],
        "origins": _counts(counted.origins, "origin"),
    }


def _counts(counts: Any, key: str) -> list[dict[str, Any]]:
    return [{key: name, "count": count} for name, count in counts.items()]
