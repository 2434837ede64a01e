"""The conversations that days are rebuilt from: each one once, whoever kept it, oldest first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.places import find_archives, is_inside, is_none_kept, list_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from daykeep.files.store import Files
    from daykeep.transcripts.messages.model import Message
    from daykeep.transcripts.places import ConversationFile, Surroundings

CLAUDE = "claude-code"
ALIASES = {"claude": CLAUDE}
OWN = "daykeep"
"""The agent of the histories that the workspace keeps itself."""


class Held(NamedTuple):
    """A conversation that was read: its session's id, its folder, its messages, and where it stands."""

    session: str
    folder: str
    messages: tuple[Message, ...]
    path: str

    @property
    def began(self) -> datetime | None:
        """When its first message was written that says so."""
        return next((one.at for one in self.messages if one.at is not None), None)


def full_source(name: str, folder: Path) -> str:
    """What a person names, as `transcripts.places` knows it: an agent, ``auto``, or a full path.

    >>> full_source("claude:all", Path("/ws")), full_source("old/chat.jsonl", Path("/ws"))
    ('claude-code:all', '/ws/old/chat.jsonl')
    """
    agent, colon, rest = name.partition(":")
    if agent in ALIASES:
        return f"{ALIASES[agent]}{colon}{rest}"
    is_path = "/" in name or "\\" in name or name.endswith((".jsonl", ".json"))
    return str((folder / name).absolute()) if is_path and not name.startswith("~") else name


def list_sources(
    sources: Sequence[str], around: Surroundings, *, since_ns: int
) -> tuple[list[ConversationFile], list[str]]:
    """The files to look into, those of agents before the workspace's own; and problems.

    No file is opened, and none that was last written before ``since_ns`` is taken.
    """
    archives, problems = find_archives(",".join(sources), around)
    said = [f"{one.name}: {one.message}" for one in problems if not is_none_kept(one)]
    listed = list_files(archives)
    said += [f"{one.name}: {one.message}" for one in listed.problems if one.name in listed.closed]
    chosen = [file for file in listed.files if file.mtime_ns >= since_ns]
    return sorted(chosen, key=lambda file: (file.agent == OWN, file.path)), said


def read_source(
    files: Files, file: ConversationFile, around: Surroundings, zone: tzinfo, problems: list[str]
) -> Held | None:
    """The conversation in a file; None for what is none, and for one that was held elsewhere where only this folder's count."""
    path = Path(file.path)
    try:
        if file.agent == OWN:
            session = path.parent.name
            return Held(session, "", SessionStore(files).load(session).messages, file.path)
        found = read_conversation(path, zone=zone, whole=True)
    except DaykeepError as error:
        problems.append(f"{file.path}: {error.message}")
        return None
    if not found.messages or (file.here and not is_inside(found.folder, around.root)):
        return None
    named = (
        "" if found.format == CLAUDE else found.session
    )  # a branch of a session names the one it came from
    return Held(named or path.stem, found.folder, found.messages, file.path)


class Once:
    """Passes on each conversation once, and of a copy of another's beginning only what comes behind it."""

    def __init__(self) -> None:
        self._sessions: set[str] = set()
        self._ids: set[str] = set()

    def is_known(self, held: Held) -> bool:
        """Whether this session was passed on already, from another keeper of it."""
        known = held.session in self._sessions
        self._sessions.add(held.session)
        return known

    def count_copied(self, held: Held) -> int:
        """How many messages at the beginning were passed on with another conversation."""
        copied = 0
        for number, message in enumerate(held.messages, 1):
            if not message.id or message.id not in self._ids:
                break
            copied = number
        self._ids.update(message.id for message in held.messages if message.id)
        return copied
