"""What an agent reads when it wakes up: which files, in which order, for which kind of session."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.part import Part
from daykeep.context.safe import NOTES, TRUSTED
from daykeep.daily.read import LogText, parse_log
from daykeep.daily.todos import OpenTodo, gather_todos, may_hold_todos
from daykeep.errors import DaykeepError
from daykeep.workspace.archive import ARCHIVE
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from daykeep.context.framing import Words
    from daykeep.context.reading import Reader
    from daykeep.daily.find import DayScan
    from daykeep.workspace.layout import Layout

SESSIONS = ("main", "group", "cron", "subagent", "heartbeat")

_PARTS: dict[str, tuple[str, ...]] = {
    "main": ("soul", "identity", "user", "agents", "tools", "logs", "memory", "notes", "todos"),
    "group": ("soul", "identity", "user", "logs"),
    "cron": ("soul", "identity", "user", "agents", "tools"),
    "subagent": ("agents",),
    "heartbeat": ("checklist",),
}
"""The parts of each session in reading order; in main sessions AGENTS and TOOLS only on ``--full``."""

WEIGHTS = {"soul": 3, "identity": 1, "user": 2, "agents": 4, "tools": 2, "memory": 5, "checklist": 4}
TODAY_WEIGHT, YESTERDAY_WEIGHT, TODOS_WEIGHT, NOTES_WEIGHT = 5, 3, 2, 3
"""How the budget is shared where it is too small for everything; what one part leaves over goes to the others."""

_DEFAULT_NAMES = {
    "soul": "SOUL.md",
    "identity": "IDENTITY.md",
    "user": "USER.md",
    "agents": "AGENTS.md",
    "tools": "TOOLS.md",
    "memory": "MEMORY.md",
    "checklist": "HEARTBEAT.md",
}


class Request(NamedTuple):
    """What is asked for: the session, the user's day, what the reader has already, and how far back todos go."""

    session: str
    day: date
    full: bool = False
    already: tuple[str, ...] = ()
    todo_days: int = 7


class Skipped(NamedTuple):
    """Something that is not in the packet, and why."""

    name: str
    reason: str


class Gathered(NamedTuple):
    """What was found: parts in reading order with a group and a weight, open todos, and what was skipped.

    Parts of one group (a day's logs) share the group's weight.
    """

    parts: list[tuple[Part, str, int]]
    todos: list[OpenTodo]
    skipped: list[Skipped]


def gather(reader: Reader, layout: Layout, request: Request, words: Words) -> Gathered:
    """Read everything that the session's packet may hold; nothing is left out without a word."""
    gathering = _Gathering(reader, layout, request, words)
    for role in _PARTS[request.session]:
        if role == "logs":
            gathering.add_logs()
        elif role == "notes":
            gathering.add_notes()
        elif role == "todos":
            gathering.add_todos()
        elif role in {"agents", "tools"} and request.session == "main" and not request.full:
            gathering.leave_for_full(role)
        else:
            gathering.add_file(role)
    gathering.say_what_is_not_read()
    return gathering.found


class _Gathering:
    """One gathering: keeps what was read, so that no file is read twice and no text given twice."""

    def __init__(self, reader: Reader, layout: Layout, request: Request, words: Words) -> None:
        self.reader = reader
        self.layout = layout
        self.request = request
        self.words = words
        self.found = Gathered([], [], [])
        self.already = {_plain(name) for name in request.already}
        self.seen: dict[bytes, str] = {}
        self.read: dict[str, bytes] = {}
        self.logs: dict[str, LogText] = {}

    def add_file(self, role: str) -> None:
        for name in self._names(role):
            retired = self.layout.era == "current" and role in {"tools", "checklist"}
            data = self._fetch(name, required=role != "identity" and not retired)
            if data is None:
                continue
            if role == "checklist" and is_effectively_empty(parse_log(name, data).lines):
                self._skip(name, "checklist_off")
                continue
            kind, title = (NOTES, self.words("memory")) if role == "memory" else (TRUSTED, "")
            log = parse_log(name, data, from_start=True)
            self.found.parts.append((Part(log, kind=kind, title=title), role, WEIGHTS[role]))

    def add_logs(self) -> None:
        today = self.request.day
        days = {today: ("today", TODAY_WEIGHT), today - timedelta(days=1): ("yesterday", YESTERDAY_WEIGHT)}
        scan = self._scan()
        for day, (label, weight) in days.items():
            title = self.words(label, day=day.isoformat())
            if not scan.by_day[day]:
                self._skip(f"memory/{day.isoformat()}.md", "no_log")
            for name in scan.by_day[day]:
                data = self._fetch(name, required=True)
                if data is not None:
                    part = Part(self._log(name, data), kind=NOTES, title=title, newest_last=True)
                    self.found.parts.append((part, label, weight))
        self._skip_unscanned(scan)

    def add_todos(self) -> None:
        scan = self._scan()
        days = sorted(scan.by_day)[-self.request.todo_days :]
        logs = [(day, name, self._peek(name)) for day in days for name in scan.by_day[day]]
        self.found.todos.extend(
            gather_todos((day, self._log(name, data)) for day, name, data in logs if may_hold_todos(data))
        )

    def add_notes(self) -> None:
        """The notes, a line each: those that a person reviewed, then all others as data."""
        if f"{NOTES_FOLDER}/" in self.already or NOTES_FOLDER in self.already:
            self._skip(f"{NOTES_FOLDER}/", "already")
            return
        if not self.reader.list_names(NOTES_FOLDER):
            return
        from daykeep.context.notes import list_notes  # noqa: PLC0415 - most starts have none to read

        listed = list_notes(self.reader, self.words, already=self.already)
        self.found.parts.extend((part, "notes", NOTES_WEIGHT) for part in listed.parts)
        for name, key, fields in listed.skipped:
            self._skip(name, key, **fields)

    def _scan(self) -> DayScan:
        """The logs of every day that counts, found by one look at the folders."""
        back = max(2, self.request.todo_days if self.request.session == "main" else 0)
        return self.reader.scan([self.request.day - timedelta(days=days) for days in range(back)])

    def leave_for_full(self, role: str) -> None:
        for name in self._names(role):
            if self.reader.has(name):
                self._skip(name, "full")

    def say_what_is_not_read(self) -> None:
        session = self.request.session
        if session in {"group", "cron", "subagent"} and self.layout.memory:
            self._skip(self.layout.memory, "private", session=session)
        if session in {"group", "cron", "subagent"} and self.reader.list_names(NOTES_FOLDER):
            self._skip(f"{NOTES_FOLDER}/", "private", session=session)
        if session in {"cron", "subagent"}:
            self._skip("memory/", "not_here", session=session)
        if session == "main":
            for names in self.layout.twins:
                for other in names[1:]:
                    self._skip_twin(other, names[0])
        named = {_plain(skipped.name) for skipped in self.found.skipped} | {
            _plain(name) for name in self.read
        }
        for name in self.request.already:
            if _plain(name) not in named:
                self._skip(name, "already_unknown")
        shown = {part.name for part, _, _ in self.found.parts}
        self.found.skipped.extend(Skipped(name, note) for name, note in self.reader.notes if name in shown)

    def _names(self, role: str) -> tuple[str, ...]:
        default = _DEFAULT_NAMES[role]
        if role == "memory":
            name = self.layout.memory or default
            return (
                (name, "memory/MEMORY.md")
                if name == default and self.reader.has("memory/MEMORY.md")
                else (name,)
            )
        found = getattr(self.layout, "heartbeat" if role == "checklist" else role)
        return (found or default,)

    def _fetch(self, name: str, *, required: bool) -> bytes | None:
        """A file's bytes if it is to be a part; otherwise the reason is noted and None returned."""
        if _plain(name) in self.already:
            self._skip(name, "already")
            return None
        try:
            data = self.reader.find(name)
        except DaykeepError as error:
            self._skip(name, "unreadable", why=error.message)
            return None
        if data is None:
            if required:
                self._skip(name, "missing")
            return None
        self.read[name] = data
        if not data.strip(b"\xef\xbb\xbf\r\n\t "):
            self._skip(name, "empty")
            return None
        other = self.seen.setdefault(data, name)
        if other != name:
            self._skip(name, "same", other=other)
            return None
        return data

    def _log(self, name: str, data: bytes) -> LogText:
        """A log's text, parsed once."""
        if name not in self.logs:
            self.logs[name] = parse_log(name, data)
        return self.logs[name]

    def _peek(self, name: str) -> bytes:
        """A log's bytes for its todos; what can't be read has none, and is named where it is a part."""
        if name not in self.read:
            try:
                self.read[name] = self.reader.find(name) or b""
            except DaykeepError as error:
                self._skip(name, "unreadable", why=error.message)
                self.read[name] = b""
        return self.read[name]

    def _skip_unscanned(self, scan: DayScan) -> None:
        for name in scan.copies:
            self._skip(name, "copy")
        for folder in scan.closed:
            if not folder.startswith(ARCHIVE):
                self._skip(f"{folder}/", "closed")

    def _skip_twin(self, name: str, other: str) -> None:
        try:
            same = self.reader.find(name) == self.reader.find(other)
        except DaykeepError:
            same = False
        self._skip(name, "same" if same else "twin", other=other)

    def _skip(self, name: str, key: str, **fields: object) -> None:
        skipped = Skipped(name, self.words(key, **fields))
        if skipped not in self.found.skipped:
            self.found.skipped.append(skipped)


def is_effectively_empty(lines: Sequence[str]) -> bool:
    """Whether a checklist asks for nothing: blank lines, headings, comments, fences and empty items only.

    >>> is_effectively_empty(["# HEARTBEAT.md", "", "- [ ]", "<!-- keep empty -->"])
    True
    """
    in_comment = False
    for line in lines:
        bare = line.strip().strip("\ufeff")
        if in_comment or bare.startswith("<!--"):
            in_comment = "-->" not in bare
            bare = "" if in_comment else bare.rpartition("-->")[2].strip()
        if (
            bare
            and not bare.startswith(("#", "```", "~~~", "//", "[//]:"))
            and bare.strip("-*+[]_xX .、0123456789")
        ):
            return False
    return True


def _plain(name: str) -> str:
    """A name as it is compared: without ``./``, case and backslashes."""
    return name.strip().replace("\\", "/").removeprefix("./").casefold()
