"""What waits for a person's decision, in a line: for whoever wakes up, and, when it has waited long, for a beat."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError
from daykeep.heartbeat.alerts import Alert
from daykeep.workspace.layout import PROPOSALS_FOLDER, WAITING_FILE

if TYPE_CHECKING:
    from datetime import date, datetime

    from daykeep.files.store import Files

LONG = timedelta(days=7)
"""What was made longer ago than this is named by beats; before, the job that made it has said so."""


def waiting_line(files: Files, day: date | None = None) -> str | None:
    """How many things wait, None if none does; what a person has put off counts from the ``day`` on that they named."""
    return _say(files, None, day, "wait for you", "waits for you")


def alerts_of_waiting(files: Files, now: datetime) -> list[Alert]:
    """An alert for everything that has waited for more than a week, and one for what was asked for, from the first beat."""
    said = _say(
        files,
        now - LONG,
        now.date(),
        "have waited for you for more than a week",
        "has waited for you for more than a week",
    )
    alerts = [Alert("review:waiting", said)] if said else []
    asked = _asked(files)
    if asked:
        names = " ".join(", ".join(asked).split())
        said = f"a change of {names} was asked" if len(asked) == 1 else f"changes of {names} were asked"
        alerts.append(Alert("review:asked", f"{said} of you: `daykeep review`"))
    return alerts


def _asked(files: Files) -> list[str]:
    """The files for which a change was asked that nobody has looked at; what can't be read, the others name."""
    try:
        if "missing" == files.kind(PROPOSALS_FOLDER) == files.kind(WAITING_FILE):
            return []
        from daykeep.review.stores.awaited import load_asked  # noqa: PLC0415 - a quiet start does without
        from daykeep.review.stores.filestore import FileStore  # noqa: PLC0415 - a quiet start does without

        waiting = FileStore(files).list_waiting().proposals
        here = [one.target for one in waiting if one.is_asked and one.pending_count]
        return sorted({*here, *load_asked(files)})
    except DaykeepError:
        return []


def _say(files: Files, before: datetime | None, day: date | None, many: str, one: str) -> str | None:
    try:
        if "missing" == files.kind(PROPOSALS_FOLDER) == files.kind(WAITING_FILE):
            return None
        from daykeep.review.stores.awaited import load_awaited  # noqa: PLC0415 - a quiet start does without
        from daykeep.review.stores.filestore import FileStore  # noqa: PLC0415 - a quiet start does without

        listing = FileStore(files).list_waiting()
        elsewhere = load_awaited(files, day)
    except DaykeepError as error:
        return f"what waits for you can't be read: {error.message}"
    here = [(made.created_at, made.count_on(day)) for made in listing.proposals]
    waiting = [*here, *elsewhere.proposals]
    count = sum(pending for created_at, pending in waiting if before is None or created_at < before)
    said = [f"{count} {f'thing {one}' if count == 1 else f'things {many}'}"] if count else []
    names = len({problem.name for problem in listing.problems}) + elsewhere.damaged
    if names:
        said.append(f"{names} proposal{'' if names == 1 else 's'} can't be read (`daykeep doctor`)")
    return f"{', '.join(said)}: `daykeep review`" if count else (said[0] if said else None)
