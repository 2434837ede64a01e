"""The built-in actions of a beat, on a real workspace. What they need is loaded when one of them runs."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from daykeep.heartbeat.alerts import Alert
from daykeep.heartbeat.beat import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import date

    from daykeep.distill.run import Place, Report
    from daykeep.doctor.finding import Finding, Subject
    from daykeep.files.store import Files
    from daykeep.heartbeat.jobs import Job
    from daykeep.heartbeat.schedule import Period
    from daykeep.search.answer import Searcher

ONE_BY_ONE = 5
"""Up to so many new findings of the doctor are an alert each; more become one."""


class WorkspaceActions:
    """The work of one workspace's jobs.

    ``place``, ``subject`` and ``searcher`` are asked for only when an action runs, because what they need is slow to load. ``environ`` is what
    commands get, ``timeout_seconds`` how long each may take.
    """

    def __init__(
        self,
        files: Files,
        day: date,
        place: Callable[[], Place],
        *,
        subject: Callable[[], Subject],
        searcher: Callable[[], Searcher],
        archive_days: int,
        environ: Mapping[str, str],
        timeout_seconds: float,
    ) -> None:
        self._files = files
        self._day = day
        self._place = place
        self._subject = subject
        self._searcher = searcher
        self._archive_days = archive_days
        self._environ = environ
        self._timeout_seconds = timeout_seconds

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

    def archive(self, period: Period) -> Result:
        """Move the daily logs that are older than ``daily.archive_days`` and distilled as they are to the archive."""
        del period  # whatever is old enough today
        from daykeep.daily.archive import archive_logs  # noqa: PLC0415 - a quiet beat does without
        from daykeep.distill.state import load_state  # noqa: PLC0415 - a quiet beat does without

        place = self._place()
        report = archive_logs(
            self._files,
            day=self._day,
            archive_days=self._archive_days,
            history=place.history,
            author=place.author,
            now=place.now,
            is_distilled=load_state(self._files).is_read,
        )
        count = len(report.moved)
        summary = f"archived {count} log{'' if count == 1 else 's'}" if count else "nothing to archive"
        alerts = tuple(Alert(f"archive:{text}", text, event=True) for text in report.problems)
        return Result(bool(count), summary, alerts)

    def index(self, period: Period) -> Result:
        """Read all that is new or changed into the search index, and make vectors where a model is named for them.

        What was not read, and an index that can't be kept, are alerts.
        """
        del period  # the files as they are now
        with self._searcher() as searcher:
            done = searcher.update()
            built = searcher.make_vectors(seconds=self._timeout_seconds)
            problems = [*searcher.index.notes, *done.problems]
        if done.stale:
            problems.append(f"{len(done.stale):,} files are not indexed: {done.why}")
        read = done.added + done.changed
        changed = bool(read or done.removed)
        summary = f"indexed {read} files, {done.removed} are gone" if changed else "the index is up to date"
        if built is not None and built.made:
            summary, changed = f"{summary}, {built.made} vectors made", True
        alerts = tuple(Alert(f"index:{text}", text, event=True) for text in problems)
        return Result(changed, summary, alerts)

    def doctor(self, period: Period, known: Sequence[str]) -> Result:
        """Examine the workspace; every error and warning that was not known is an alert."""
        del period  # the workspace as it is now
        from daykeep.doctor.examine import examine  # noqa: PLC0415 - a quiet beat does without

        subject = self._subject()
        found = [
            one for one in examine(subject).findings if one.level != "info" and not _is_said(one, subject)
        ]
        new = [one for one in found if one.id not in set(known)]
        summary = f"{len(found)} finding{'' if len(found) == 1 else 's'}, {len(new)} of them new"
        ids = tuple(one.id for one in found)
        return Result(bool(new), summary, tuple(_doctor_alerts(new)), findings=ids)

    def command(self, job: Job, period: Period) -> Result:
        """Run an enabled command; an end other than with 0 is an alert, and the next time is the next try."""
        from daykeep.heartbeat.commands import run_command  # noqa: PLC0415 - a quiet beat does without

        ran = run_command(job.run, self._files.root, self._environ, timeout_seconds=self._timeout_seconds)
        if not ran.failed:
            return Result(True, ran.tail)
        said = f"{ran.how}{': ' if ran.tail else ''}{ran.tail}"
        text = f"{job.name} for {period.id}: the command {said}"
        return Result(True, said, (Alert(f"job:{job.name}:{period.id}", text, event=True),), failed=True)


def _is_said(finding: Finding, subject: Subject) -> bool:
    """Whether every beat looks for the same by itself: settings and zone, changed core files."""
    if finding.message in subject.problems:
        return True
    return finding.id.startswith("unapproved:") and finding.name in subject.layout.core


def _doctor_alerts(new: Sequence[Finding]) -> list[Alert]:
    if len(new) > ONE_BY_ONE:
        names = list(dict.fromkeys(one.name for one in new if one.name))
        where = f" in {', '.join(names[:3])}{' and others' if len(names) > 3 else ''}" if names else ""
        text = f"the doctor found {len(new)} new things{where}; `daykeep doctor` lists them"
        return [Alert(f"doctor:{hash_of(new)}", text, event=True)]
    return [Alert(f"doctor:{one.id}", _finding_text(one), event=True) for one in new]


def hash_of(findings: Sequence[Finding]) -> str:
    """A short name for a set of findings, the same in every run."""
    ids = "\n".join(sorted(one.id for one in findings))
    return sha256(ids.encode()).hexdigest()[:16]


def _finding_text(finding: Finding) -> str:
    place = (
        f"{finding.name}:{finding.line}: " if finding.line else f"{finding.name}: " if finding.name else ""
    )
    return f"{place}{finding.message}" + (f" ({finding.hint})" if finding.hint else "")


def _alerts(report: Report, period: Period) -> list[Alert]:
    alerts = [Alert(f"distill:{text}", text, event=True) for text in (*report.problems, *report.passed_over)]
    if report.new_held:
        things = "thing waits" if report.new_held == 1 else "things wait"
        text = f"{report.new_held} {things} for you ({period.id}): `daykeep review`"
        alerts.append(Alert(f"held:{period.id}", text, event=True))
    return alerts
