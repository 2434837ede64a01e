"""The start packet in one call: choose where files are read from, gather, cut, put together."""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING

from daykeep.clock import instant_of
from daykeep.context.framing import Words
from daykeep.context.packet import Lists, Packet, Setting, build_packet
from daykeep.context.reading import PastReader, PresentReader, Reader
from daykeep.context.start import Request, gather

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from daykeep.clock import Zone
    from daykeep.context.budget import Budget
    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff
    from daykeep.workspace.layout import Layout


def wake(
    files: Files,
    layout: Layout,
    request: Request,
    *,
    zone: Zone,
    language: str,
    budget: Budget,
    lists: Lists | None = None,
    past: Callable[[], History | HistoryOff] | None = None,
) -> Packet:
    """Build the start packet for ``request.day``; reads files, writes nothing.

    ``past`` is given for an earlier day than today: files are then read as they were at that day's end, where
    history knows them; where it doesn't, as they are now, and the packet says so. Missing and unreadable files are
    named in the packet, they are no errors.
    """
    words = Words(language)
    reader, as_of = (
        (PresentReader(files), "") if past is None else _past(files, request.day, zone, words, past())
    )
    setting = Setting(request.session, request.day.isoformat(), f"{zone.name} ({zone.origin})", as_of)
    found = gather(reader, layout, request, words)
    return build_packet(found, setting, budget, words, lists or Lists())


def plain_names(already: str, root: str) -> tuple[str, ...]:
    """The names in a comma-separated list of files, relative to the root where they are absolute.

    >>> plain_names("SOUL.md, /ws/USER.md", "/ws")
    ('SOUL.md', 'USER.md')
    """
    names = (name.strip().replace("\\", "/") for name in already.split(","))
    return tuple(name.removeprefix(root.replace("\\", "/") + "/") for name in names if name)


def _past(
    files: Files, day: date, zone: Zone, words: Words, history: History | HistoryOff
) -> tuple[Reader, str]:
    """A reader for the end of a day, and how it reads in words."""
    from daykeep.git.history import HistoryOff  # noqa: PLC0415 - git is needed only for the past

    present = PresentReader(files, archive=True)
    label = day.isoformat()
    if isinstance(history, HistoryOff):
        return present, words("as_of", day=label, how=words("no_history", why=history.reason))
    end = instant_of(day + timedelta(days=1), time(0), zone) - timedelta(microseconds=1)
    commit_id = history.commit_at(end)
    if commit_id is None:
        return present, words("as_of", day=label, how=words("no_commit"))
    how = words("as_of", day=label, how=words("commit", id=commit_id[:12]))
    return PastReader(files, history, commit_id, note=words("present_text")), how
