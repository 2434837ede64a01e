"""What memory did, week by week: what it learned, how large it is, what a person decided, where it all came from."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from daykeep.clock import Week, instant_of, local_day, week_of
from daykeep.files.encoding import decode
from daykeep.memory.decisions import APPROVED, DECISIONS_FILE, DEFERRED, REJECTED, find_verdicts
from daykeep.memory.items import KINDS
from daykeep.memory.leaving.budget import Limits, Size, measure
from daykeep.memory.sources import load_sources
from daykeep.memory.written import find_written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from daykeep.clock import Zone
    from daykeep.files.store import Files
    from daykeep.git.history import History, HistoryOff

TAKEN_BACK, FORGOTTEN, RESTORED = "taken back", "forgotten", "brought back"
DECIDED = (APPROVED, REJECTED, DEFERRED, TAKEN_BACK, FORGOTTEN, RESTORED)
ORIGINS = ("user", "agent", "tool", "web", "import", "hook")

_ROWS = {
    APPROVED: APPROVED,
    REJECTED: REJECTED,
    DEFERRED: DEFERRED,
    "tombstone": TAKEN_BACK,
    "restore": RESTORED,
}


class WeekStats(NamedTuple):
    """One ISO week: items learned by kind, things decided by what was decided, MEMORY.md's size at its end.

    ``size`` is None where the history does not say; that of the running week is the size now.
    """

    week: Week
    learned: Mapping[str, int]
    decided: Mapping[str, int]
    size: Size | None


class Stats(NamedTuple):
    """The weeks, oldest first; ``origins`` counts all that was learned in them by origin. ``off``: why sizes are missing."""

    memory: str
    weeks: tuple[WeekStats, ...]
    origins: Mapping[str, int]
    limits: Limits
    off: str | None

    @property
    def learned(self) -> int:
        """The number of items learned in all of these weeks."""
        return sum(sum(week.learned.values()) for week in self.weeks)


def read_stats(
    files: Files,
    history: History | HistoryOff,
    *,
    memory: str,
    limits: Limits,
    day: date,
    zone: Zone,
    weeks: int,
) -> Stats:
    """Count the last ``weeks`` ISO weeks, that of ``day`` the last one; reads only. Weeks are the user's, by ``zone``."""
    from daykeep.git.history import History  # noqa: PLC0415 - git is loaded only where it is asked

    wanted = _last_weeks(day, weeks)
    learned: dict[Week, dict[str, int]] = {week: {} for week in wanted}
    origins: dict[str, int] = {}
    for kind, origin, week in _items(files, zone):
        if week in learned:
            learned[week][kind] = learned[week].get(kind, 0) + 1
            origins[origin] = origins.get(origin, 0) + 1
    decided = _decided(files, zone, wanted)
    sizes = _sizes(files, history if isinstance(history, History) else None, memory, wanted, zone)
    return Stats(
        memory,
        tuple(
            WeekStats(week, _in_order(learned[week], KINDS), _in_order(decided[week], DECIDED), sizes[week])
            for week in wanted
        ),
        _in_order(origins, ORIGINS),
        limits,
        None if isinstance(history, History) else history.reason,
    )


def _last_weeks(day: date, weeks: int) -> list[Week]:
    found = [week_of(day)]
    while len(found) < weeks:
        found.append(found[-1].previous())
    return found[::-1]


def _items(files: Files, zone: Zone) -> list[tuple[str, str, Week]]:
    """Kind, origin and week of everything that reached memory, once for each item: when it was learned first."""
    reached = find_written(files) | {
        item for item, verdict in find_verdicts(files).items() if verdict.kind == APPROVED
    }
    found: dict[str, tuple[str, str, Week]] = {}
    for record in load_sources(files)[0]:
        week = _week(record.at, zone)
        if week is not None and record.item in reached:
            found.setdefault(record.item, (record.kind, record.origin, week))
    return list(found.values())


def _decided(files: Files, zone: Zone, weeks: Sequence[Week]) -> dict[Week, dict[str, int]]:
    """How many things were approved, rejected, put off, taken back, forgotten and brought back.

    One that was decided twice in a week counts once. What gave way to a newer line was not taken back, and what an
    approval wakes was not brought back: the approval is counted.
    """
    items: dict[Week, dict[str, set[str]]] = {week: {} for week in weeks}
    for row in files.find_records(DECISIONS_FILE)[0]:
        kind = _ROWS.get(str(row.get("kind")))
        week = _week(str(row.get("at", "")), zone)
        how = row.get("how")
        if kind is None or week not in items or how == "superseded" or (kind == RESTORED and how != "revert"):
            continue
        kind = FORGOTTEN if how == "forget" and kind == TAKEN_BACK else kind
        items[week].setdefault(kind, set()).add(str(row.get("item", "")))
    return {week: {kind: len(some) for kind, some in kinds.items()} for week, kinds in items.items()}


def _sizes(
    files: Files, history: History | None, memory: str, weeks: Sequence[Week], zone: Zone
) -> dict[Week, Size | None]:
    """MEMORY.md at the end of each week: by its last commit until then, and for the last week as it is now."""
    ends = {week: instant_of(week.last_day + timedelta(days=1), time(0), zone) for week in weeks}
    sizes: dict[Week, Size | None] = dict.fromkeys(weeks)
    if history is not None:
        commits = history.log([memory])
        last = {week: next((one.id for one in commits if one.at < end), None) for week, end in ends.items()}
        asked = list(dict.fromkeys(commit for commit in last.values() if commit is not None))
        contents = dict(zip(asked, history.read_each([(commit, memory) for commit in asked]), strict=True))
        for week, commit in last.items():
            data = contents.get(commit) if commit is not None else None
            sizes[week] = measure(decode(data)) if data is not None else None
    document = files.find_document(memory)
    if document is not None:
        sizes[weeks[-1]] = measure(document)
    return sizes


def _week(stamp: str, zone: Zone) -> Week | None:
    """The user's week of an instant on record; None for a record that has none."""
    try:
        moment = datetime.fromisoformat(stamp)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return week_of(local_day(aware, zone))
    except (ValueError, OverflowError):
        return None


def _in_order(counts: Mapping[str, int], order: Sequence[str]) -> dict[str, int]:
    """The counts with the known keys first, in their order, and no zeros."""
    keys = [*(key for key in order if key in counts), *sorted(set(counts) - set(order))]
    return {key: counts[key] for key in keys if counts[key]}
