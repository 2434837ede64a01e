"""What a conversation made of each of its days, gathered turn by turn. Pure, and deterministic.

What the person asked for and decided is told in their own words, what was done by the agent's closing sentences and by
its calls. No text of a tool, of a page or of what was pasted is ever part of it; see `session.memory.reading`.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.backfill.deeds import COMMAND, COMMIT, FILE, LOGGED, deeds_of
from daykeep.session.extract.cues import is_hearsay, is_order, is_question
from daykeep.session.extract.extract import without_opening
from daykeep.session.extract.speech import own_sayings
from daykeep.session.memory import phrases
from daykeep.session.memory.model import DECISIONS, FINDINGS, GOAL, PREFERENCES, PROGRESS, QUESTION, TASK
from daykeep.session.memory.planning import DONE_SHARE, content_words
from daykeep.session.memory.reading import clean_line, read_units
from daykeep.text.language import count_han
from daykeep.text.similarity import normalise_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from daykeep.session.backfill.deeds import Deed
    from daykeep.session.memory.model import Entry
    from daykeep.session.units.model import Unit

ASKED, ASIDE, DECIDED, PREFERRED, FOUND, DONE, COMMITTED, TODO, OPEN = (
    "asked",
    "aside",
    "decided",
    "preferred",
    "found",
    "done",
    "committed",
    "todo",
    "open",
)
"""What lines of a day are: ``asked`` is what led to changes, ``aside`` what was only talked about, ``open`` a question that nobody has answered."""
LEARNED = (DECIDED, PREFERRED, FOUND, DONE, TODO)
"""What must not be lost with the context: all but what can be read from the calls."""
_OF_SECTION = {DECISIONS: DECIDED, PREFERENCES: PREFERRED, FINDINGS: FOUND, PROGRESS: DONE}
_KINDS = {TASK: TODO, QUESTION: OPEN}
_TOLD_WITH = frozenset({ASKED, ASIDE, FOUND, DONE, COMMITTED})
"""What an entry of the agent's own in the log tells as well: what led to it."""
LIMIT_LINES, LIMIT_FILES = 60, 200
ASK_CHARS = 140
ORDER_WORDS, ASK_WORDS, ASK_HAN = 2, 4, 5
TOLD_WORDS, TOLD_HAN = 5, 7
LINK_CHARS = 16
"""So long are words such as "because" that stand between a decision and its reason."""
_WHY = re.compile(r" \(why: |（原因：")


class Ran(NamedTuple):
    """A command: how often it ran, and how often it failed."""

    name: str
    times: int
    failed: int


class DayNotes(NamedTuple):
    """What one conversation made of one day: lines (kind, text) in order, files changed, commands run, its goal and last moment."""

    day: date
    lines: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()
    commands: tuple[Ran, ...] = ()
    goal: str = ""
    last_at: datetime | None = None

    def of(self, *kinds: str) -> list[str]:
        """The lines of some kinds, in order."""
        return [text for kind, text in self.lines if kind in kinds]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.lines or self.files or self.commands)


class Days:
    """The days of one conversation, while its turns are read in order.

    With ``heed_logs`` an entry of the agent's own in the log of its day tells what led to it, which is not told again.
    """

    def __init__(self, notes: Iterable[DayNotes] = (), *, heed_logs: bool = True) -> None:
        self._days = {one.day: _Day(one) for one in notes}
        self._heeds_logs = heed_logs

    def notes(self) -> tuple[DayNotes, ...]:
        """What was gathered, by day."""
        return tuple(self._days[day].notes() for day in sorted(self._days))

    def read(
        self,
        units: Sequence[Unit],
        *,
        day_of: Callable[[datetime], date],
        today: date,
        after: int = 0,
        folder: str = "",
        before: Unit | None = None,
    ) -> None:
        """Read on in the conversation: the parts of ``units`` in messages behind number ``after``.

        ``before`` is the unit that was read last: a short answer is told with the question that it ends with. ``today`` is the day of
        messages that do not say theirs, ``folder`` that of the work. Units that nobody has finished count as they are.
        """
        last = before
        for unit in units:
            if unit.last > after:
                self._read(last, unit, max(unit.first - 1, after), (day_of, today, folder))
            last = unit

    def _read(
        self,
        last: Unit | None,
        unit: Unit,
        after: int,
        given: tuple[Callable[[datetime], date], date, str],
    ) -> None:
        day_of, today, folder = given
        days = _days_of(unit, day_of, today)
        first, ends = self._day(days[0]), self._day(days[-1])
        deeds = list(deeds_of(unit, after=after, folder=folder))
        ask = self._ask(unit, deeds, first) if unit.first > after else ""
        both = (last, unit) if last is not None else (unit,)
        entries = read_units(both, (), after=after, today=days[0])
        for entry in entries:
            if not _closes(entry):
                first.take(entry, beside=ask)
        logged = self._do(deeds, unit.first, days)
        for entry in entries:
            if entry.kind == QUESTION or (_closes(entry) and ends.day not in logged):
                ends.take(entry)
        for day, message in zip(days, unit.messages, strict=True):
            self._day(day).passed(message.at)

    def _ask(self, unit: Unit, deeds: Sequence[Deed], day: _Day) -> str:
        """Take in what a turn asks for, which answers what was open."""
        for one in self._days.values():
            one.answered()
        ask = ask_of(unit)
        if ask:
            acts = any(one.kind in {FILE, COMMIT, LOGGED} for one in deeds)
            day.add(ASKED if acts else ASIDE, ask)
        return ask

    def _do(self, deeds: Sequence[Deed], first: int, days: Sequence[date]) -> set[date]:
        """Take in what was done; the days that the agent logged itself."""
        logged: set[date] = set()
        for deed in deeds:
            day = self._day(days[min(deed.message - first, len(days) - 1)])
            if deed.kind != LOGGED:
                day.did(deed.kind, deed.text, failed=deed.failed)
            elif self._heeds_logs:
                day.told()
                logged.add(day.day)
        return logged

    def _day(self, day: date) -> _Day:
        return self._days.setdefault(day, _Day(DayNotes(day)))


def _days_of(unit: Unit, day_of: Callable[[datetime], date], today: date) -> list[date]:
    """The day of each message of a unit; one that does not say when it was written counts to the one before it."""
    days: list[date] = []
    for message in unit.messages:
        days.append(day_of(message.at) if message.at is not None else days[-1] if days else today)
    return days


def _closes(entry: Entry) -> bool:
    """Whether an entry is what the agent says at the end of a turn."""
    return entry.section in {FINDINGS, PROGRESS} or entry.kind == QUESTION


class _Day:
    """One day, while it is gathered."""

    def __init__(self, notes: DayNotes) -> None:
        self.day = notes.day
        self._lines = list(notes.lines)
        self._files = dict.fromkeys(notes.files)
        self._commands = {one.name: one for one in notes.commands}
        self._goal, self._last_at = notes.goal, notes.last_at

    def notes(self) -> DayNotes:
        return DayNotes(
            self.day,
            tuple(self._lines),
            tuple(self._files),
            tuple(self._commands.values()),
            self._goal,
            self._last_at,
        )

    def add(self, kind: str, text: str) -> None:
        key = normalise_line(text)
        if any(normalise_line(held) == key for _, held in self._lines):
            return
        if sum(one == kind for one, _ in self._lines) >= LIMIT_LINES:
            self._lines.remove(next(pair for pair in self._lines if pair[0] == kind))
        self._lines.append((kind, text))

    def take(self, entry: Entry, *, beside: str = "") -> None:
        """Take in what a turn gave to the memory of the session; ``beside`` is the request that it stands in."""
        if entry.section == GOAL:
            self._goal = self._goal or entry.text
            return
        kind = _KINDS.get(entry.kind) or _OF_SECTION.get(entry.section, "")
        text = entry.text.replace("**", "") if kind in {DONE, FOUND} else entry.text
        if not _tells(kind, text, about=entry.about):
            return
        if kind == DONE:
            self._lines = [one for one in self._lines if one[0] != TODO or not _does(text, one[1])]
        if beside and _opens(text, beside):
            self._lines = [one for one in self._lines if one not in {(ASKED, beside), (ASIDE, beside)}]
        self.add(kind, text)

    def did(self, kind: str, text: str, *, failed: bool) -> None:
        if kind == FILE and len(self._files) < LIMIT_FILES:
            self._files[text] = None
        elif kind == COMMIT:
            self.add(COMMITTED, text)
        elif kind == COMMAND and (text in self._commands or len(self._commands) < LIMIT_FILES):
            before = self._commands.get(text, Ran(text, 0, 0))
            self._commands[text] = Ran(text, before.times + 1, before.failed + failed)

    def told(self) -> None:
        """The agent has logged here itself: what led to it is told."""
        self._lines = [one for one in self._lines if one[0] not in _TOLD_WITH]
        self._files.clear()
        self._commands.clear()

    def answered(self) -> None:
        """The person spoke again: what was asked of them is no longer open."""
        self._lines = [one for one in self._lines if one[0] != OPEN]

    def passed(self, at: datetime | None) -> None:
        if at is not None and (self._last_at is None or at > self._last_at):
            self._last_at = at


def _tells(kind: str, text: str, *, about: str) -> bool:
    """Whether an entry of a session's memory is worth a line in the log of the day."""
    if kind == DECIDED:
        return not (about and _going_on().search(about))
    if kind in {DONE, FOUND}:
        han = count_han(text)
        says_much = len(text.split()) >= TOLD_WORDS or han >= TOLD_HAN
        return says_much and _announcing().match(text) is None
    return bool(kind)


def _opens(text: str, ask: str) -> bool:
    """Whether a request is the beginning of a text, or all of it: its reason may stand there in words of its own.

    >>> _opens("Use SQLite (why: no server)", "Use SQLite because no server.")
    True
    """
    asked = normalise_line(ask.removesuffix("…"))
    rule, *why = (normalise_line(part) for part in _WHY.split(text.rstrip(")）"), maxsplit=1))
    if why and asked.startswith(rule) and why[0] in asked:
        return len(asked) <= len(rule) + len(why[0]) + LINK_CHARS
    return asked in normalise_line(text)


@cache
def _going_on() -> re.Pattern[str]:
    """Questions whose answer lets the work go on, and decides nothing that counts the day after."""
    return re.compile(
        r"\b(?:ready|proceed|continue|carry on|go ahead|start|begin|move on|next|want me to|shall I|should I (?:also )?(?:fix|clean|run|do|make|create|implement|commit))\b"
        r"|继续|开始|下一步|需要我|要我",
        re.IGNORECASE,
    )


@cache
def _announcing() -> re.Pattern[str]:
    """Openings of sentences that say what comes, or point at what is not told with them."""
    return re.compile(
        r"(?:(?:now |ok,? |first,? )?(?:let me|let's|I'll|I will|I need to|we need to)|that|this|it|they|these|those|here)\b|让我|我来|接下来|现在我|这(?:是|个|样)",
        re.IGNORECASE,
    )


def ask_of(unit: Unit) -> str:
    """What a turn asks for, on one line: the first order or question of the person, else what says enough; "" for small talk."""
    found = ""
    for saying in own_sayings([unit]):
        if phrases.idle_pattern().fullmatch(saying.text) or is_hearsay(saying.seen):
            continue
        han = count_han(saying.text)
        words = len(saying.text.split())
        asks = is_order(saying.seen) and (words > ORDER_WORDS or han >= ASK_HAN)
        says_much = words >= ASK_WORDS or han > ASK_HAN
        if not asks and not says_much:
            continue
        line = _cut(clean_line(without_opening(saying.text)))
        if line and (asks or is_question(saying.seen)):
            return line
        found = found or line
    return found


def _cut(line: str) -> str:
    return line if len(line) <= ASK_CHARS else f"{line[: ASK_CHARS - 1].rstrip()}…"


def _does(progress: str, task: str) -> bool:
    wanted = content_words(task)
    return bool(wanted) and len(wanted & content_words(progress)) >= DONE_SHARE * len(wanted)


def dump_notes(notes: DayNotes) -> dict[str, Any]:
    """The notes of a day as an object for JSON; `load_notes` gives them back."""
    return {
        "day": notes.day.isoformat(),
        "lines": [list(one) for one in notes.lines],
        "files": list(notes.files),
        "commands": [list(one) for one in notes.commands],
        "goal": notes.goal,
        "last_at": notes.last_at.isoformat() if notes.last_at else "",
    }


def load_notes(value: Mapping[str, Any]) -> DayNotes:
    """The notes that `dump_notes` made an object of. KeyError, TypeError or ValueError for anything else."""
    return DayNotes(
        date.fromisoformat(value["day"]),
        tuple((str(kind), str(text)) for kind, text in value["lines"]),
        tuple(map(str, value["files"])),
        tuple(Ran(str(name), int(times), int(failed)) for name, times, failed in value["commands"]),
        str(value["goal"]),
        datetime.fromisoformat(value["last_at"]) if value["last_at"] else None,
    )
