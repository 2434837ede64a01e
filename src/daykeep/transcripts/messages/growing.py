"""Reads on in a transcript of Claude Code that has grown: only from a place that was remembered, not from its beginning.

Where it has not simply grown (a person went back, the file was written anew, a compaction copied what stands before),
it is read whole. Files of other formats are read whole each time.
"""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DocumentError
from daykeep.files.disk import explained
from daykeep.files.readonly import open_read_only
from daykeep.transcripts.detect import CLAUDE, find_format
from daykeep.transcripts.entries.draft import StartOverError
from daykeep.transcripts.entries.lines import digest_before
from daykeep.transcripts.messages.model import Conversation
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.messages.readers.claude import BEGINNING, Spot, read_claude
from daykeep.transcripts.messages.readers.gathering import Gathering

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo
    from pathlib import Path
    from typing import BinaryIO


class Place(NamedTuple):
    """Where to read on: an entry, and a digest of bytes before it, by which a file that was written anew is known."""

    spot: Spot
    check: str


class Grown(NamedTuple):
    """What was read: the conversation, whether from the remembered place ``on`` alone, and the entries' places, by line."""

    conversation: Conversation
    on: bool
    spots: Mapping[int, Spot]


def read_growing(path: Path, since: Place | None = None, *, zone: tzinfo = UTC) -> Grown:
    """Read a transcript from a place on, or whole where that can't be; ``zone`` is that of times without one.

    What was said before an agent's compaction is part of it. Raises as `read_conversation` does.
    """
    stream = open_read_only(path)
    if stream is None:
        raise DocumentError(f"there is no file '{path}'")
    with stream, explained("can't read", str(path)):
        if since is not None and digest_before(stream, since.spot.offset) == since.check:
            try:
                return _read(stream, path.name, zone, since.spot)
            except StartOverError:
                pass
        stream.seek(0)
        if find_format(stream) == CLAUDE:
            return _read(stream, path.name, zone, BEGINNING)
    return Grown(read_conversation(path, zone=zone, whole=True), on=False, spots={})


def find_place(path: Path, spot: Spot | None) -> Place | None:
    """An entry as a place to read on from; None for one that hangs on nothing: before it there is nothing to save."""
    if spot is None or not spot.link:
        return None
    stream = open_read_only(path)
    if stream is None:
        return None
    with stream:
        return Place(spot, digest_before(stream, spot.offset))


def _read(stream: BinaryIO, name: str, zone: tzinfo, since: Spot) -> Grown:
    gathering = Gathering(name, zone)
    spots: dict[int, Spot] = {}
    messages = read_claude(stream, gathering, whole=True, since=since, spots=spots)
    held = Conversation(
        CLAUDE, tuple(messages), gathering.problems(), gathering.session, gathering.folder, gathering.given
    )
    return Grown(held, bool(since.link), spots)
