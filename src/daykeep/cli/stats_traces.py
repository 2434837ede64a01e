"""The figures of sessions and look-ups for ``daykeep stats``, from traces."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.traces import Event

PROBLEMS_SHOWN = 3


def read_traces(call: Call, workspace: Workspace, *, weeks: int) -> tuple[Event, ...]:
    """The events of the last weeks, the present one included; damaged lines are notes."""
    from daykeep.traces import read_events

    first = _first_day(workspace, weeks)
    events, problems = read_events(workspace.files)
    for problem in problems[:PROBLEMS_SHOWN]:
        call.note(f"{problem.name}:{problem.line}: {problem.message}")
    if len(problems) > PROBLEMS_SHOWN:
        call.note(f"{len(problems) - PROBLEMS_SHOWN} more damaged lines among the traces")
    return tuple(event for event in events if first <= event.at[:10] <= workspace.day.isoformat())


def trace_data(events: tuple[Event, ...]) -> dict[str, Any]:
    """The figures as JSON values."""
    from daykeep.traces.figures import data_of, figures_of

    return data_of(figures_of(events))


def trace_lines(events: tuple[Event, ...]) -> list[str]:
    """The figures as lines, after an empty one; none where nothing was traced."""
    from daykeep.traces.figures import figures_of, render_figures

    lines = render_figures(figures_of(events))
    return ["", *lines] if lines else []


def export_traces(workspace: Workspace, *, weeks: int, endpoint: str) -> dict[str, Any]:
    """Send what was not sent yet to an OpenTelemetry collector, and say how much that was.

    UsageError without an address; ModelError where it can't be reached: then everything is sent next time.
    """
    from daykeep import __version__
    from daykeep.errors import UsageError
    from daykeep.models.telemetry import send_events
    from daykeep.traces.export import find_waiting, mark_sent

    address = endpoint or str(workspace.settings["traces.endpoint"])
    if not address:
        raise UsageError(
            "no collector was named", hint="give --endpoint, or set traces.endpoint in your own settings"
        )
    waiting = find_waiting(workspace.files, address, since=_first_day(workspace, weeks))
    if waiting.events:
        send_events(waiting.events, address, version=__version__)
        mark_sent(workspace.files, address, waiting)
    return {"sent": len(waiting.events), "before": waiting.sent_before}


def _first_day(workspace: Workspace, weeks: int) -> str:
    from daykeep.clock import week_of

    return (week_of(workspace.day).first_day - timedelta(weeks=weeks - 1)).isoformat()
