"""What needs a person's attention, each thing once.

The ledger remembers what was said and when. An alert is said again when its text changes or a week has passed. A
*condition* (a bad zone, a failing job) is raised anew by every beat and forgotten a day after it is gone, so that one
that comes and goes is not a stream; an *event* (items that wait) is raised once and kept until somebody was told.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.review.account.trust import find_unapproved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.workspace.layout import Layout

REPEAT_AFTER = timedelta(days=7)
"""How long an alert that still holds stays silent after it was said."""
FORGET_AFTER = timedelta(days=1)
"""How long a condition must be gone before its return is news."""
LEDGER_LIMIT = 200
"""Alerts remembered at most; the newest are kept."""


class Alert(NamedTuple):
    """One thing that needs attention: a stable key, a line of text, and whether it is an event."""

    key: str
    text: str
    event: bool = False


class Entry(NamedTuple):
    """What the ledger knows of an alert; ``said_at`` is None as long as nobody was told."""

    text: str
    event: bool
    said_at: datetime | None
    seen_at: datetime


def sift(
    alerts: Sequence[Alert], ledger: Mapping[str, Entry], now: datetime, *, deliver: bool = True
) -> tuple[list[Alert], dict[str, Entry]]:
    """The alerts to say now, old events first, and the ledger afterwards; pure.

    Without ``deliver`` nobody is listening: nothing is said, and what would have been stays unsaid.
    """
    after = {key: entry for key, entry in ledger.items() if _is_kept(entry, now)}
    for alert in alerts:
        old = ledger.get(alert.key)
        said_at = old.said_at if old is not None and _still_holds(old, alert, now) else None
        after[alert.key] = Entry(alert.text, alert.event, said_at, now)
    raised = {alert.key for alert in alerts}
    unsaid = [key for key, entry in after.items() if entry.said_at is None and (key in raised or entry.event)]
    if not deliver:
        return [], _limited(after)
    said = [Alert(key, after[key].text, after[key].event) for key in unsaid]
    after |= {key: after[key]._replace(said_at=now) for key in unsaid}
    return said, _limited(after)


def _still_holds(old: Entry, alert: Alert, now: datetime) -> bool:
    if old.text != alert.text or old.said_at is None:
        return False
    return timedelta(0) <= now - old.said_at < REPEAT_AFTER or timedelta(0) < old.said_at - now < FORGET_AFTER


def _is_kept(entry: Entry, now: datetime) -> bool:
    if entry.said_at is None:
        return entry.event
    return abs(now - entry.seen_at) < FORGET_AFTER


def _limited(ledger: dict[str, Entry]) -> dict[str, Entry]:
    newest = sorted(ledger, key=lambda key: ledger[key].seen_at)[-LEDGER_LIMIT:]
    return {key: entry for key, entry in ledger.items() if key in set(newest)}


def render_ledger(ledger: Mapping[str, Entry]) -> dict[str, Any]:
    """The ledger as JSON values."""
    return {
        key: {
            "text": entry.text,
            "event": entry.event,
            "said_at": entry.said_at.isoformat(timespec="seconds") if entry.said_at else None,
            "seen_at": entry.seen_at.isoformat(timespec="seconds"),
        }
        for key, entry in ledger.items()
    }


def parse_ledger(value: Any) -> dict[str, Entry]:
    """The ledger from JSON values; rows that are not its own are left out."""
    found: dict[str, Entry] = {}
    for key, row in value.items() if isinstance(value, dict) else ():
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            continue
        seen_at, said_at = parse_time(row.get("seen_at")), parse_time(row.get("said_at"))
        if seen_at is not None:
            found[key] = Entry(row["text"], row.get("event") is True, said_at, seen_at)
    return found


def parse_time(value: Any) -> datetime | None:
    """An ISO time with an offset, as daykeep writes it; None for anything else."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return moment if moment.tzinfo is not None else None


def alerts_of_changes(files: Files, layout: Layout) -> list[Alert]:
    """An alert for each core file that was changed since it was put on record; one that never was is left out."""
    try:
        if files.kind(DECISIONS_FILE) == "missing":
            return []
        changed = [row.name for row in find_unapproved(files, layout) if row.trusted_sha256 is not None]
    except DaykeepError as error:
        return [Alert("decisions", error.message)]
    return [
        Alert(
            f"core:{name}",
            f"{name} changed without your approval; `daykeep trust {name}` if the change is yours",
        )
        for name in changed
        if name in layout.core
    ]
