"""The commits that daykeep makes of memory: what was learned, the days' logs, and what others changed before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.daily.names import parse_daily_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from daykeep.git.history import History

ITEM_TRAILER = "Daykeep-Item"
SOURCE_TRAILER = "Daykeep-Source"


def commit_learned(
    history: History,
    names: Sequence[str],
    items: Sequence[tuple[str, str, date]],
    *,
    at: datetime,
    author: str,
) -> str | None:
    """Commit what was learned: ``items`` are (id, "name:first-last", day); the commit's id, None if nothing differs."""
    days = sorted({day for _, _, day in items})
    count = f"{len(items)} thing{'' if len(items) == 1 else 's'}"
    trailers = [
        pair for item, source, _ in items for pair in ((ITEM_TRAILER, item), (SOURCE_TRAILER, source))
    ]
    subject = f"Learned {count} from {_span(days)}"
    return history.commit(names, subject=subject, trailers=trailers, author=author, at=at)


def commit_days(history: History, names: Sequence[str], *, at: datetime, author: str) -> str | None:
    """Commit daily logs as they are; the commit's id, None if nothing differs."""
    named = [parse_daily_name(name) for name in names]
    days = sorted({daily.day for daily in named if daily is not None})
    subject = f"Log{'' if len(days) == 1 else 's'} of {_span(days)}"
    return history.commit(names, subject=subject, author=author, at=at)


def commit_edits(history: History, names: Sequence[str], *, at: datetime, author: str) -> str | None:
    """Commit what others changed in these files, so that the next commit of daykeep's holds only its own lines."""
    subject = f"Edits to {', '.join(names)}"
    return history.commit(names, subject=subject, author=author, at=at)


def _span(days: Sequence[date]) -> str:
    if not days:
        return "earlier logs"
    first, last = days[0].isoformat(), days[-1].isoformat()
    return first if first == last else f"{first} to {last}"
