"""The jobs of a workspace, and the hours in which its beats speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.heartbeat.hours import ActiveHours
    from daykeep.heartbeat.jobs import JobList


def find_hours(workspace: Workspace) -> tuple[ActiveHours | None, list[str]]:
    """The hours in which beats speak, None for always, and what is wrong with the settings of them."""
    written = str(workspace.settings["heartbeat.active_hours"])
    if not written.strip():
        return None, []
    from daykeep.heartbeat.hours import read_hours  # noqa: PLC0415 - not needed to start

    return read_hours(written, str(workspace.settings["heartbeat.active_zone"]), workspace.zone)


def find_jobs(workspace: Workspace) -> JobList:
    """The workspace's jobs; the weekly time of the settings counts where no job file gives one."""
    from daykeep.heartbeat.jobs import read_jobs, weekly_schedule  # noqa: PLC0415 - not needed to start

    def permit(name: str, command: str) -> str:
        from daykeep.heartbeat.commands import how_to_enable  # noqa: PLC0415 - not needed to start

        allowed = workspace.settings["heartbeat.commands"]
        return how_to_enable(workspace.root, name, command, allowed, home=workspace.environ.get("HOME", ""))

    settings = workspace.settings
    origins = {settings.origin(key) for key in ("distill.weekday", "distill.at")} - {"default"}
    weekly, fault = weekly_schedule(str(settings["distill.weekday"]), str(settings["distill.at"]))
    jobs = read_jobs(
        workspace.files, weekly=weekly, weekly_setting=" and ".join(sorted(origins)), permit=permit
    )
    return jobs._replace(problems=(fault, *jobs.problems)) if fault else jobs
