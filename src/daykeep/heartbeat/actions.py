"""The built-in actions of a beat, on a real workspace. What they need is loaded when one of them runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.heartbeat.alerts import Alert
from daykeep.heartbeat.beat import Result

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from daykeep.distill.run import Place, Report
    from daykeep.files.store import Files
    from daykeep.heartbeat.schedule import Period


class WorkspaceActions:
    """Distils and commits in one workspace; ``place`` is asked for only when an action runs, because git is slow to load."""

    def __init__(self, files: Files, day: date, place: Callable[[], Place]) -> None:
        self._files = files
        self._day = day
        self._place = place

    def has_unread(self, period: Period) -> bool:
        """Whether a log up to the period's last day has content that was not distilled; reads only."""
        from daykeep.distill.run import has_unread  # noqa: PLC0415 - a quiet beat does without

        return has_unread(self._files, period.last_day)

    def distill(self, period: Period) -> Result:
        """Distil whatever is unread up to the period's last day, so that missed weeks are made good at once."""
        from daykeep.distill.run import Window, distill  # noqa: PLC0415 - a quiet beat does without

        report = distill(self._files, Window(None, period.last_day), self._place())
        logs = f"{len(report.read)} log{'' if len(report.read) == 1 else 's'}"
        summary = f"learned {len(report.plan.added)} from {logs}"
        return Result(bool(report.read), summary, tuple(_alerts(report, period)))

    def commit_days(self, period: Period) -> Result:
        """Commit the daily logs up to today that changed; nothing where there is no history."""
        del period  # whatever is uncommitted belongs to it or to a day after it
        from daykeep.daily.find import list_daily  # noqa: PLC0415 - a quiet beat does without
        from daykeep.git.history import History  # noqa: PLC0415 - a quiet beat does without
        from daykeep.review.record import commit_days  # noqa: PLC0415 - a quiet beat does without

        place = self._place()
        if not isinstance(place.history, History):
            return Result(False, f"history is off: {place.history.reason}")
        names = [log.name for log in list_daily(self._files) if log.day <= self._day]
        problems: list[str] = []
        commit = commit_days(place.history, names, at=place.now, author=place.author, problems=problems)
        alerts = tuple(Alert(f"history:{text}", text) for text in problems)
        summary = f"committed as {commit[:10]}" if commit else "nothing changed"
        return Result(commit is not None, summary, alerts)


def _alerts(report: Report, period: Period) -> list[Alert]:
    alerts = [Alert(f"distill:{text}", text, event=True) for text in (*report.problems, *report.passed_over)]
    if report.new_held:
        things = "thing waits" if report.new_held == 1 else "things wait"
        text = (
            f"{report.new_held} {things} for you ({period.id}): `daykeep distill --all --force --dry-run` marks "
            "them `?`; write into MEMORY.md yourself what is worth keeping"
        )
        alerts.append(Alert(f"held:{period.id}", text, event=True))
    return alerts
