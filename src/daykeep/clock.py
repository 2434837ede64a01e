"""The user's day: which zone counts, what date it is there, which ISO week, and when a wall clock shows a time.

Instants are aware and in UTC; days are dates of the user's zone; arithmetic is done in UTC. The clock is read in
this place only, so that every answer can be given for any other moment.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import chain
from time import monotonic, sleep, time_ns
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError
from daykeep.zones import UTC_READING, ZoneReading, read_environment, read_system, read_zone, suggest_zones

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "Week",
    "Zone",
    "format_instant",
    "instant_of",
    "last_due_day",
    "last_due_week",
    "local_day",
    "local_time",
    "now_ns",
    "now_utc",
    "out_of_time_in",
    "parse_day",
    "parse_instant",
    "parse_week",
    "pause",
    "resolve_zone",
    "suggest_zones",
    "week_due_at",
    "week_of",
    "zone_in_user_text",
]

SUNDAY = 7
"""ISO weekday of the default weekly distillation."""
DUE_TIME = time(23, 0)
"""Wall clock of the default weekly distillation: late enough for the week's last evening, before its last hour."""
NOON = time(12, 0)
"""The moment meant by a bare date: no zone moves it to another day."""
YEARS = range(1970, 9000)
"""Years that a person may name; others are slips, and arithmetic near the ends of the calendar overflows."""
DAY_WORDS = {"today": 0, "yesterday": 1, "今天": 0, "昨天": 1, "前天": 2}
"""Words for a day, with how many days ago it was."""

_LABEL_WORDS = (
    *("timezone", "time zone", "time-zone", "time_zone", "时区", "時區", "タイムゾーン", "시간대"),
    *("zona horaria", "fuso horário", "fuseau horaire", "zeitzone", "часовой пояс"),
)
_BEFORE_LABEL = frozenset(
    {
        "",
        "user",
        "user's",
        "my",
        "your",
        "local",
        "home",
        "preferred",
        "current",
        "default",
        "location",
        "language",
    }
    | {"我的", "所在", "用户", "本地", "当前", "默认", "常用", "城市", "语言", "所在地", "地点"}
)
_QUOTED_CHARS = 60


def now_utc() -> datetime:
    """The present moment; the only place that reads the clock."""
    return datetime.now(UTC)


class Zone(NamedTuple):
    """The zone that counts, where it was found, and what was wrong with better-placed sources."""

    name: str
    info: tzinfo
    origin: str
    problems: tuple[str, ...] = ()


def now_ns() -> int:
    """The present moment in nanoseconds since 1970, as the times of files are counted."""
    return time_ns()


def out_of_time_in(seconds: float) -> Callable[[], bool]:
    """A question that is answered with no until so many seconds from now have passed, and with yes from then on."""
    end = monotonic() + seconds
    return lambda: monotonic() > end


def pause(seconds: float) -> None:
    """Do nothing for so many seconds; the rest of the program goes on."""
    sleep(max(0.0, seconds))


def zone_in_user_text(text: str) -> tuple[str, int] | None:
    """The value of USER.md's first time zone field as written, and its line; None if there is no such field.

    ``- **Timezone:** X``, ``时区：X``, ``| Time zone | X |``, ``timezone: X`` in frontmatter, "User timezone is X" and a
    heading with the value on the next line all count; comments and entries marked ``status: superseded`` don't.

    >>> zone_in_user_text("- **Timezone:** Asia/Shanghai (UTC+8)")
    ('Asia/Shanghai (UTC+8)', 1)
    """
    return next(_zone_fields(text), None)


def _zone_fields(text: str) -> Iterator[tuple[str, int]]:
    folded = text.casefold()
    if not any(word in folded for word in _LABEL_WORDS):
        return
    lines = text.splitlines()
    in_comment = superseded = False
    for index, line in enumerate(lines):
        if in_comment or line.lstrip().startswith("<!--"):
            superseded = superseded or "superseded" in line
            in_comment = "-->" not in line
            continue
        value = None if superseded else _field_value(line)
        superseded = superseded and not line.strip()
        if value == "" and line.startswith("#"):
            value = next((below.strip(" -*+") for below in lines[index + 1 :] if below.strip()), "")
        if value is not None and "superseded" not in value.partition("<!--")[2]:
            yield value.partition("<!--")[0].strip(), index + 1


def _field_value(line: str) -> str | None:
    """What stands behind the label on this line; None if the line is no time zone field."""
    folded = line.casefold()
    label = next((word for word in _LABEL_WORDS if word in folded), None)
    if label is None or len(folded) != len(line):
        return None
    start = folded.index(label)
    before = folded[:start].strip(" \t-*+>|#_`·•🌍🕐")
    joined = before.rstrip(" &/、和").strip() in _BEFORE_LABEL or before.endswith(
        (",", ";", "，", "；", "(", "（")
    )
    if before not in _BEFORE_LABEL and not joined:
        return None
    after = line[start + len(label) :].lstrip("*_` \t")
    if after.startswith(("(", "（")):  # "Timezone (IANA): X"
        after = after.replace("）", ")").partition(")")[2].lstrip("*_` \t")
    for sign in (":", "：", "|", "=", "is ", "为", "是"):
        if after.startswith(sign):
            cell = after[len(sign) :].lstrip("*_ ")
            return (cell.partition("|")[0] if line.lstrip().startswith("|") else cell).strip().rstrip(".。")
    return "" if line.startswith("#") and not after.strip() else None


def resolve_zone(
    *,
    environ: Mapping[str, str],
    flag: str | None = None,
    flag_origin: str = "flag",
    user_text: str | None = None,
    setting: str | None = None,
    setting_origin: str = "daykeep.toml",
    find_system: Callable[[], ZoneReading] = read_system,
) -> Zone:
    """The zone of the user's day: flag, USER.md, setting, ``TZ``, the machine, UTC, in this order.

    A source with a bad zone is skipped and named in ``problems``, with what was written, where, and what may have
    been meant; an empty ``TZ`` counts as unset. Never raises.
    """
    fields = [(f"USER.md:{line}", value, read_zone(value)) for value, line in _zone_fields(user_text or "")]
    first = [(flag_origin, flag, read_zone(flag))] if flag else []
    rest = _later_sources(setting, setting_origin, environ, find_system)
    rejected: list[tuple[str, str, ZoneReading]] = []
    for origin, written, reading in chain(first, fields, rest):
        if reading.info is not None:
            zone = Zone(reading.name, reading.info, origin)
            said = (_say(origin, written, reading),) if reading.fault else ()
            return zone._replace(problems=(*_skipped(rejected, zone), *said, *_rivals(fields, zone)))
        rejected.append((origin, written, reading))
    raise AssertionError("UTC is always there")


def _later_sources(
    setting: str | None,
    setting_origin: str,
    environ: Mapping[str, str],
    find_system: Callable[[], ZoneReading],
) -> Iterator[tuple[str, str, ZoneReading]]:
    if setting:
        yield setting_origin, setting, read_zone(setting)
    variable = environ.get("TZ", "").strip()
    if variable:
        yield "environment", variable, read_environment(variable)
    system = find_system()
    if system.info is not None:
        yield "system", system.name, system
    yield "default", "UTC", UTC_READING


def _skipped(rejected: list[tuple[str, str, ZoneReading]], zone: Zone) -> Iterator[str]:
    for origin, written, reading in rejected:
        if reading.suggestions or written or not zone.origin.startswith("USER.md"):
            yield f"{_say(origin, written, reading)}; the zone is {zone.name} ({zone.origin}) until then"


def _rivals(fields: list[tuple[str, str, ZoneReading]], zone: Zone) -> Iterator[str]:
    """A word for each further zone in USER.md that differs from the one that counts."""
    origins = [origin for origin, _, _ in fields]
    later = fields[origins.index(zone.origin) + 1 :] if zone.origin in origins else []
    for origin, written, reading in later:
        if written and reading.name != zone.name:
            yield f"{origin}: {_quoted(written)} is a second time zone; {zone.name} ({zone.origin}) counts"


def _say(origin: str, written: str, reading: ZoneReading) -> str:
    subject = f"TZ={_quoted(written)}" if origin == "environment" else f"{origin}: {_quoted(written)}"
    if not written:
        subject = f"{origin}: the time zone"
    meant = " or ".join(reading.suggestions)
    if not meant and reading.info is None:
        meant = 'a name such as "Europe/Berlin" or "UTC+8"'
    return f"{subject} {reading.fault}" + (f"; write {meant}" if meant else "")


def _quoted(text: str) -> str:
    shown = "".join(char if char.isprintable() else "\ufffd" for char in text[: _QUOTED_CHARS + 1])
    return f'"{shown if len(shown) <= _QUOTED_CHARS else shown[:_QUOTED_CHARS] + "…"}"'


def local_time(now: datetime, zone: Zone) -> datetime:
    """The same instant on the user's wall clock."""
    return now.astimezone(zone.info)


def local_day(now: datetime, zone: Zone) -> date:
    """The date on the user's wall calendar at this instant."""
    return now.astimezone(zone.info).date()


class Week(NamedTuple):
    """An ISO week, Monday to Sunday; the year is the ISO year, so 2027-01-01 lies in 2026-W53."""

    year: int
    number: int

    @property
    def id(self) -> str:
        """The week as ISO 8601 writes it, such as ``2026-W49``."""
        return f"{self.year:04d}-W{self.number:02d}"

    @property
    def first_day(self) -> date:
        """Its Monday."""
        return date.fromisocalendar(self.year, self.number, 1)

    @property
    def last_day(self) -> date:
        """Its Sunday."""
        return date.fromisocalendar(self.year, self.number, 7)

    def next(self) -> Week:
        """The week after it."""
        return week_of(self.first_day + timedelta(days=7))

    def previous(self) -> Week:
        """The week before it."""
        return week_of(self.first_day - timedelta(days=7))


def week_of(day: date) -> Week:
    """The ISO week that holds this day.

    >>> week_of(date(2027, 1, 1)).id
    '2026-W53'
    """
    year, number, _ = day.isocalendar()
    return Week(year, number)


def parse_week(text: str) -> Week:
    """The week that ``2026-W49`` or ``2026W49`` names; UsageError for anything else or a week that year has not."""
    year, _, number = text.strip().upper().replace("-", "").partition("W")
    try:
        if len(year) != 4 or len(number) != 2 or not (year + number).isascii():
            raise ValueError(text)  # noqa: TRY301 - one answer for every way to be wrong
        return week_of(date.fromisocalendar(int(year), int(number), 1))
    except ValueError:
        raise UsageError(f"{_quoted(text)} is not an ISO week", hint='weeks are written "2026-W49"') from None


def instant_of(day: date, clock_time: time, zone: Zone) -> datetime:
    """The instant at which the user's wall clock shows this time on this day, in UTC.

    A time that is shown twice means the first; a time that is skipped (also a midnight, or a whole day) means the
    first instant after the gap.
    """
    wall = datetime.combine(day, clock_time.replace(tzinfo=None, fold=0))
    late = wall.replace(tzinfo=zone.info).astimezone(UTC)
    if late.astimezone(zone.info).replace(tzinfo=None) == wall:
        return late
    early = wall.replace(tzinfo=zone.info, fold=1).astimezone(UTC)
    offset_after = late.astimezone(zone.info).utcoffset()
    while late - early > timedelta(seconds=1):  # the change lies in (early, late]
        middle = early + timedelta(seconds=int((late - early).total_seconds()) // 2)
        if middle.astimezone(zone.info).utcoffset() == offset_after:
            late = middle
        else:
            early = middle
    return late


def week_due_at(week: Week, zone: Zone, *, weekday: int = SUNDAY, at: time = DUE_TIME) -> datetime:
    """The instant from which the week's distillation is due: its ``weekday`` (1 = Monday) at ``at``, wall clock."""
    return instant_of(date.fromisocalendar(week.year, week.number, weekday), at, zone)


def last_due_week(now: datetime, zone: Zone, *, weekday: int = SUNDAY, at: time = DUE_TIME) -> Week:
    """The latest week whose distillation is due at ``now``; it advances by exactly one week at a time."""
    week = week_of(local_day(now, zone))
    while week_due_at(week, zone, weekday=weekday, at=at) > now:
        week = week.previous()
    return week


def last_due_day(now: datetime, zone: Zone, *, at: time) -> date:
    """The latest day on which the wall clock has reached ``at``; it advances by exactly one day at a time."""
    day = local_day(now, zone)
    while instant_of(day, at, zone) > now:
        day -= timedelta(days=1)
    return day


def parse_instant(text: str, *, now: datetime, zone: Zone) -> datetime:
    """The instant that a person names: ISO 8601 with or without an offset, ``14:30`` (today), or a date (its noon).

    Without an offset the wall clock of ``zone`` is meant, with the rules of `instant_of`. UsageError otherwise.
    """
    bare = text.strip().replace("：", ":")
    try:
        instant = _as_instant(bare, now, zone)
    except (ValueError, OverflowError):
        instant = None
    if instant is None or instant.year not in YEARS:
        hint = 'write "2026-03-10 14:30", "2026-03-10T14:30+08:00", "14:30" or "2026-03-10"'
        raise UsageError(f"{_quoted(text)} is not a time", hint=hint)
    return instant


def parse_day(text: str, *, now: datetime, zone: Zone) -> date:
    """The day that a person names: an ISO date, today, yesterday, 今天, 昨天 or 前天; UsageError otherwise."""
    bare = text.strip().casefold()
    if bare in DAY_WORDS:
        return local_day(now, zone) - timedelta(days=DAY_WORDS[bare])
    day = _as_date(bare)
    if day is None or day.year not in YEARS:
        raise UsageError(f"{_quoted(text)} is not a day", hint='write "2026-03-10", "today" or "yesterday"')
    return day


def _as_instant(text: str, now: datetime, zone: Zone) -> datetime:
    if ":" in text[:3]:
        wall_time = time.fromisoformat(f"0{text}" if text[1:2] == ":" else text)
        if wall_time.tzinfo is not None:
            raise ValueError(text)
        return instant_of(local_day(now, zone), wall_time, zone)
    day = _as_date(text)
    if day is not None:
        return instant_of(day, NOON, zone)
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else instant_of(moment.date(), moment.time(), zone)


def _as_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text.upper())
    except ValueError:
        return None


def format_instant(instant: datetime, zone: Zone) -> str:
    """RFC 3339 to the second with the zone's offset: ``2026-03-10T14:30:05+08:00``."""
    local = instant.astimezone(zone.info)
    offset = local.utcoffset() or timedelta()
    if offset % timedelta(minutes=1):  # local mean time of centuries ago: RFC 3339 has no seconds in offsets
        local = instant.astimezone(UTC)
    return local.isoformat(timespec="seconds")
