"""Finding the log files of given days quickly, and all of them for distillation.

``scan_days`` is on the path of every start: one directory listing per folder, string comparisons, no look at any
file. ``list_daily`` may look into files whose names leave the day open.
"""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.names import (
    ENDINGS,
    FOLDER,
    DailyName,
    day_of_folder,
    distant_date,
    impossible_date,
    is_conflict_copy,
    month_of_folder,
    parse_daily_name,
)
from daykeep.errors import DaykeepError
from daykeep.workspace.archive import ARCHIVE, is_memory_archive

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import tzinfo

    from daykeep.files.store import Files

OTHER_PURPOSES = frozenset(
    {"memory/.dreams", "memory/dreaming", "memory/sessions", "memory/notes", "memory/agent"}
)
"""Folders below ``memory/`` that hold something else than logs: machine state, reports, session memory, notes, the agent's
notebook."""

NEVER_ENTERED = frozenset({".git", ".obsidian", ".trash", ".stversions", ".dreams", "node_modules"})
"""Folders that hold other tools' data or deleted copies, wherever they stand."""

HEADING_BYTES = 4096
"""How far into a file its first heading is looked for."""

NEAR_DAYS = 14
FAR_DAYS = 60
"""A group of logs is alone when no other log is within FAR_DAYS, and belongs elsewhere when others are within
NEAR_DAYS of the same dates in another year."""


class DayScan(NamedTuple):
    """The log files per wanted day, in reading order: the plain file first, then by name.

    ``copies`` are conflict copies of those days, ``closed`` the folders that could not be listed.
    """

    by_day: dict[date, list[str]]
    copies: list[str]
    closed: list[str]


class WrongYear(NamedTuple):
    """A log whose year disagrees with its neighbours, and the day that would fit among them."""

    name: str
    day: date
    likely: date


def scan_days(files: Files, days: Sequence[date], *, archive: bool = False) -> DayScan:
    """Find the log files of ``days`` by listing folders alone; every wanted day is a key, ``archive`` includes archived logs."""
    scan = DayScan({day: [] for day in days}, [], [])
    for folder, base in _walk(files, archive=archive, wanted=_Wanted(days), closed=scan.closed):
        found = parse_daily_name(f"{folder}/{base}")
        if found is None or found.day not in scan.by_day:
            continue
        (scan.copies if is_conflict_copy(base) else scan.by_day[found.day]).append(found.name)
    return _in_reading_order(scan)


def pick_days(names: Iterable[str], days: Sequence[date]) -> DayScan:
    """The same as `scan_days` for names that are already known, such as those of a commit."""
    scan = DayScan({day: [] for day in days}, [], [])
    for name in names:
        found = parse_daily_name(name) if is_log_name(name) else None
        if found is not None and found.day in scan.by_day:
            (scan.copies if is_conflict_copy(name) else scan.by_day[found.day]).append(name)
    return _in_reading_order(scan)


def is_log_name(name: str, *, archive: bool = True) -> bool:
    """Whether a file stands where logs do: below ``memory/`` and not in a folder of another purpose."""
    folders = name.split("/")[:-1]
    if not folders or folders[0] != FOLDER or not NEVER_ENTERED.isdisjoint(folders):
        return False
    top = "/".join(folders[:2])
    return top not in OTHER_PURPOSES and (archive or top != ARCHIVE)


def list_daily(
    files: Files, *, archive: bool = False, zone: tzinfo = UTC, problems: list[str] | None = None
) -> list[DailyName]:
    """All log files, oldest first, with the day from the name, else from the first heading, else from file time.

    Heading and time are asked only for files in a folder of a month or year whose own name has no day, and for those
    whose name has an impossible one; ``zone`` is the user's, for file times. Conflict copies are left out. What was
    passed over, and what an impossible date was taken for, is added to ``problems``, if given.
    """
    found = []
    closed: list[str] = []
    said: list[str] = [] if problems is None else problems
    for folder, base in _walk(files, archive=archive, wanted=None, closed=closed):
        name = f"{folder}/{base}"
        if is_conflict_copy(base):
            if parse_daily_name(name) is not None:
                said.append(f"{name}: a conflict copy, not read")
            continue
        daily = parse_daily_name(name)
        if daily is None and not is_memory_archive(name):
            daily = _date_otherwise(files, name, zone, said)
        if daily is not None:
            found.append(daily)
    said.extend(f"{folder}/: this folder can't be listed" for folder in closed)
    return sorted(found, key=lambda daily: (daily.day, bool(daily.slug), daily.name))


def wrong_years(names: Sequence[DailyName]) -> list[WrongYear]:
    """The logs that stand alone in their year but would fit among others in another one, oldest first.

    Nothing is decided by this: it is a question to put to a person.
    """
    days = sorted({daily.day for daily in names})
    groups = _groups(days)
    moved = {day: likely for group in groups for day, likely in _shifts(group, groups).items()}
    return [WrongYear(daily.name, daily.day, moved[daily.day]) for daily in names if daily.day in moved]


class _Wanted:
    """The dates that are looked for, as they may be spelled in a name."""

    def __init__(self, days: Iterable[date]) -> None:
        self.dashed = frozenset(day.isoformat() for day in days)
        self.spellings = tuple(
            spelled for day in self.dashed for spelled in (day, day.replace("-", "_"), day.replace("-", ""))
        )

    def may_be_in(self, base: str) -> bool:
        """Whether a name may carry one of the dates; cheap for names that begin with another date."""
        head = base[:10]
        if head in self.dashed:
            return True
        digits = head.replace("-", "")
        begins_with_a_date = (
            head[4:5] == head[7:8] == "-"
            and digits[:2] in {"19", "20"}
            and "01" <= digits[4:6] <= "12"
            and "01" <= digits[6:] <= "28"
            and len(digits) == 8
            and digits.isdigit()
            and not base[10:11].isdigit()
        )
        return not begins_with_a_date and any(spelled in base for spelled in self.spellings)


def _walk(
    files: Files, *, archive: bool, wanted: _Wanted | None, closed: list[str]
) -> Iterator[tuple[str, str]]:
    """Folder and base name of files that may be logs; only of the dates in ``wanted``, if it is given."""
    waiting = [FOLDER]
    while waiting:
        folder = waiting.pop()
        try:
            entries = os.scandir(files.root / folder)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            closed.append(folder)
            continue
        here = wanted if wanted is not None and not _is_dated_folder(folder) else None
        with entries:
            for entry in entries:
                base = entry.name
                if (
                    here is not None
                    and base[10:] == ".md"
                    and base[4] == "-"
                    and base[:10] not in here.dashed
                ):
                    continue  # a plain log of another day: thousands of these are passed over at every start
                if base.lower().endswith(ENDINGS):
                    if here is None or here.may_be_in(base):
                        yield folder, base
                elif _is_entered(folder, entry, archive=archive):
                    waiting.append(f"{folder}/{base}")


def _is_entered(folder: str, entry: os.DirEntry[str], *, archive: bool) -> bool:
    if entry.name in NEVER_ENTERED or not entry.is_dir(follow_symlinks=False):
        return False
    name = f"{folder}/{entry.name}"
    return name not in OTHER_PURPOSES and (archive or name != ARCHIVE)


def _is_dated_folder(folder: str) -> bool:
    """Whether the folder itself carries (a part of) the date, so that file names need not."""
    last = folder.rpartition("/")[2]
    if not last[:1].isdigit():
        return day_of_folder(folder) is not None
    return len(last) == 4 or month_of_folder(folder) is not None or day_of_folder(folder) is not None


def _in_reading_order(scan: DayScan) -> DayScan:
    for day, names in scan.by_day.items():
        plain = day.isoformat() + "."
        names.sort(key=lambda name: (not name.rpartition("/")[2].startswith(plain), name))
    scan.copies.sort()
    return scan


def _from_content(files: Files, name: str, zone: tzinfo) -> DailyName | None:
    slug = name.rpartition("/")[2].rpartition(".")[0]
    try:
        data = files.find_bytes(name, limit_bytes=HEADING_BYTES)
        seconds = files.resolve(name).stat().st_mtime
    except (OSError, DaykeepError):
        return None
    for line in (data or b"").decode("utf-8", errors="replace").splitlines():
        if line.lstrip("\ufeff").startswith("#"):
            heading = parse_daily_name(line.strip("\ufeff# \t").replace("/", "-") + ".md")
            if heading is not None:
                return DailyName(name, heading.day, slug, certain=False)
            break
    return DailyName(name, datetime.fromtimestamp(seconds, zone).date(), slug, certain=False)


def _date_otherwise(files: Files, name: str, zone: tzinfo, said: list[str]) -> DailyName | None:
    """The day of a log whose name has none, or not one that can be; adds to ``said`` what is wrong with the name."""
    distant = distant_date(name)
    if distant is not None:
        said.append(f"{name}: dated {distant}, after today: not read")
        return None
    wrong = impossible_date(name)
    if not wrong:
        return _from_content(files, name, zone) if _is_dated_folder(name.rpartition("/")[0]) else None
    daily = _from_content(files, name, zone)
    taken = f"read as the log of {daily.day}, by its heading or else its file time" if daily else "not read"
    said.append(f"{name}: {wrong} can't be its date: {taken}")
    return daily


def _groups(days: Sequence[date]) -> list[list[date]]:
    """The days cut at gaps of more than FAR_DAYS."""
    groups: list[list[date]] = []
    for day in days:
        if groups and (day - groups[-1][-1]).days <= FAR_DAYS:
            groups[-1].append(day)
        else:
            groups.append([day])
    return groups


def _shifts(group: list[date], groups: Sequence[list[date]]) -> dict[date, date]:
    """Where the days of a small group would go if only their year were wrong; empty when they fit nowhere."""
    for other in groups:
        if other is group or len(other) < 2 * len(group):
            continue
        for year in sorted({day.year for day in other} - {day.year for day in group}):
            moved = {day: _in_year(day, year) for day in group}
            if all(_is_near(day, other) for day in moved.values()):
                return moved
    return {}


def _in_year(day: date, year: int) -> date:
    try:
        return day.replace(year=year)
    except ValueError:
        return date(year, 2, 28)


def _is_near(day: date, days: Sequence[date]) -> bool:
    return any(abs((day - other).days) <= NEAR_DAYS for other in days)
