"""What an agent reads when it wakes up: the packet, with what needs attention and what is due."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import parse_day
from daykeep.context.budget import parse_budget
from daykeep.context.packet import Lists
from daykeep.context.start import Request
from daykeep.context.wake import plain_names, wake

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.app import Workspace
    from daykeep.context.packet import Packet


class Wish(NamedTuple):
    """Who wakes up (``main``, ``group``, ``cron``, ``subagent``, ``heartbeat``), and how the packet is wished.

    ``already`` names files that are in the context, ``budget`` is as in "12000 tokens" ("" for the setting), ``as_of`` names a day
    that is over ("" for now).
    """

    session: str = "main"
    already: Sequence[str] = ()
    budget: str = ""
    full: bool = False
    as_of: str = ""


def build_packet(workspace: Workspace, wish: Wish) -> Packet:
    """Build what an agent reads when it wakes up. UsageError for a budget or a day that can't be read."""
    day, is_over = _day(workspace, wish.as_of)
    already = plain_names(",".join(wish.already), str(workspace.root))
    todo_days = int(workspace.settings["daily.todo_days"])
    return wake(
        workspace.files,
        workspace.layout,
        Request(wish.session, day, wish.full, already, todo_days),
        zone=workspace.zone,
        language=workspace.language,
        budget=parse_budget(wish.budget or workspace.settings["start.budget"]),
        lists=None if is_over else find_lists(workspace, wish.session),
        past=(lambda: workspace.history) if is_over else None,
    )


def find_lists(workspace: Workspace, session: str) -> Lists:
    """What needs attention and, for an agent that a beat wakes, what is due; nothing is done or said by this."""
    if session not in {"main", "heartbeat"}:
        return Lists()
    from daykeep.heartbeat.alerts import alerts_of_changes  # noqa: PLC0415 - not needed by every session
    from daykeep.heartbeat.waiting import waiting_line  # noqa: PLC0415 - not needed by every session

    alerts = [alert.text for alert in alerts_of_changes(workspace.files, workspace.layout)]
    waiting = waiting_line(workspace.files, workspace.day)
    if waiting:
        alerts.append(waiting)
    if session == "main":
        return Lists(alerts=alerts)
    from daykeep.heartbeat.beat import Moment, preview_beat  # noqa: PLC0415 - only where a beat wakes the agent
    from daykeep.operations.jobs import find_jobs  # noqa: PLC0415 - only where a beat wakes the agent

    jobs = find_jobs(workspace)
    plan = preview_beat(workspace.files, Moment(workspace.now, workspace.zone), jobs)
    due = [f"{task.job.name} {task.period.id}" for task in plan.tasks]
    return Lists(due, [*workspace.problems, *jobs.problems, *alerts])


def _day(workspace: Workspace, as_of: str) -> tuple[date, bool]:
    """The day of the packet, and whether it is over."""
    day = parse_day(as_of, now=workspace.now, zone=workspace.zone) if as_of else workspace.day
    return day, day < workspace.day
