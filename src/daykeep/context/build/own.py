"""The sections that daykeep writes itself: the session's tools, the environment, git, and what servers say of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.build.fitting import Kind, by_lines, whole
from daykeep.context.build.section import DYNAMIC, SESSION, SYSTEM, Draft, Piece
from daykeep.context.safe import DATA, TRUSTED, enclose, safe_line
from daykeep.git.values import HistoryOff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date

    from daykeep.context.build.wording import Wording
    from daykeep.git.snapshot import Snapshot

_OWN = Kind(DYNAMIC, SESSION, SYSTEM, priority=1)
_MCP = _OWN._replace(priority=4, weight=2, floor=150)
_GIT = _OWN._replace(priority=5, weight=1, floor=100)

WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
}


class Surroundings(NamedTuple):
    """Where an agent works: its folder and workspace, system and shell, the user's day and zone; "" where unknown."""

    cwd: str
    workspace: str
    system: str
    shell: str
    day: date
    zone: str


class ServerNotes(NamedTuple):
    """What a file says about the servers' tools."""

    path: str
    text: str


def own_drafts(
    surroundings: Surroundings,
    wording: Wording,
    count: Callable[[str], int],
    *,
    tools: Sequence[str] = (),
    servers: Sequence[ServerNotes] = (),
    scratchpad: str = "",
    git: Snapshot | HistoryOff | None = None,
) -> list[Draft]:
    """The drafts of the system prompt's dynamic part: what changes least first, git last."""
    names = ", ".join(" ".join(name.split()) for name in tools)
    pieces = [
        Piece("marks", "what the marks around texts mean", wording("marks")),
        *([Piece("guidance", "session guidance", wording("guidance", tools=names))] if names else []),
        Piece("cleared", "note on cleared tool results", wording("cleared")),
        Piece("language", "language", wording("language")),
    ]
    drafts = [whole(piece, _OWN, count) for piece in pieces]
    drafts += [_server(each, wording, count) for each in servers]
    if scratchpad:
        text = wording("scratchpad", value=safe_line(scratchpad, TRUSTED))
        drafts.append(whole(Piece("scratchpad", "scratchpad", text), _OWN, count))
    drafts.append(whole(_environment(surroundings, wording), _OWN, count))
    if isinstance(git, HistoryOff):
        text = wording("no_git", why=safe_line(" ".join(git.reason.split()), DATA))
        drafts.append(whole(Piece("git", "git snapshot", text), _OWN, count))
    elif git is not None:
        drafts.append(_snapshot(git, wording, count))
    return drafts


def _server(notes: ServerNotes, wording: Wording, count: Callable[[str], int]) -> Draft:
    piece = Piece(f"mcp:{notes.path}", "servers' own notes", safe_text(notes.text), (notes.path,))
    return by_lines(
        piece, _MCP, count, around=lambda text: wording("mcp", text=enclose(text, DATA, origin="mcp"))
    )


def _environment(around: Surroundings, wording: Wording) -> Piece:
    weekday = WEEKDAYS[wording.language][around.day.weekday()]
    values = (
        ("cwd", around.cwd),
        ("workspace", around.workspace),
        ("platform", around.system),
        ("shell", around.shell),
        ("day", f"{around.day.isoformat()} ({weekday})"),
        ("zone", around.zone),
    )
    lines = [
        wording(key, value=safe_line(" ".join(value.split()), TRUSTED)) for key, value in values if value
    ]
    return Piece("environment", "environment", wording("environment", lines="\n".join(lines)))


def _snapshot(git: Snapshot, wording: Wording, count: Callable[[str], int]) -> Draft:
    lines = [safe_line(" ".join(line.splitlines()), DATA) for line in _snapshot_lines(git, wording)]
    piece = Piece("git", "git snapshot", "\n".join(lines), (git.top,))
    return by_lines(
        piece, _GIT, count, around=lambda text: wording("git", text=enclose(text, DATA, origin="git"))
    )


def _snapshot_lines(git: Snapshot, wording: Wording) -> Iterator[str]:
    yield wording("branch", value=git.branch or wording("detached", value=git.head))
    if git.main and git.main != git.branch:
        yield wording("main", value=git.main)
    if git.user:
        yield wording("user", value=git.user)
    for state in (*git.states, *git.notes):
        yield wording("state", value=state)
    if git.commits:
        yield wording("commits")
        yield from (f"{oid} {subject}" for oid, subject in git.commits)
    if not git.changes and not git.more and not git.notes:
        yield wording("clean")
    if git.changes:
        yield wording("changes")
        yield from (f"{change.code} {change.path}" for change in git.changes)
    if git.more:
        yield wording("more", value=git.more)


def safe_text(text: str, kind: str = DATA) -> str:
    """A text, line by line as it may stand in a context, without blank lines at its ends."""
    return "\n".join(safe_line(line, kind) for line in text.strip("\r\n").splitlines())
