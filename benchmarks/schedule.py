"""Every date, ISO week and time of every kind of job in every time zone: whether one is left out, or done twice.

``python -m benchmarks.schedule`` beats through the years 2025 to 2028 in every zone of the time zone database (zones
with the same clock in these years are computed once) and counts what came not at all and what came twice. Around every
change of the clock, half-hourly and 90-minute jobs are compared with a wall clock that is watched minute by minute.
Beside it, what APScheduler's cron trigger does in 2026, and what deciding costs.
"""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock_time
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from benchmarks.harness import Figure, Table, run
from daykeep.clock import Zone, instant_of, local_day, week_of
from daykeep.heartbeat.due import Memory, plan_beat
from daykeep.heartbeat.jobs import DISTILL, Job
from daykeep.heartbeat.schedule import coming, parse_schedule
from daykeep.zones import known_zones

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Sequence

    from daykeep.heartbeat.schedule import Occurring

BEGIN, END = datetime(2025, 1, 1, tzinfo=UTC), datetime(2029, 1, 1, tzinfo=UTC)
SCHEDULES = {
    "daily 23:30": "daily 23:30",
    "daily 00:30": "daily 00:30",
    "weekly": "sunday 23:00",
    "30 2 * * * (weekdays)": "30 2 * * 1-5",
    "0 0 1 * *": "0 0 1 * *",
    "every 3 days": "every 3 days at 02:30",
    "at": "at 2026-03-29 02:30",
}
FINE = {"*/30 * * * *": "*/30 * * * *", "every 90m": "every 90m"}
COARSE_TICK, DENSE_TICK = timedelta(hours=12), timedelta(minutes=30)
AROUND = timedelta(hours=36)
WATCH = timedelta(minutes=5)
ROUNDS = 20_000


class Tally(NamedTuple):
    """How many periods were expected, left out, and done twice."""

    expected: int = 0
    missed: int = 0
    twice: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


def schedule_of(text: str) -> Occurring:
    """The schedule that a text means."""
    found, fault = parse_schedule(text)
    if found is None:
        raise ValueError(fault)
    return found


def kinds_of_clocks() -> dict[str, list[str]]:
    """The zones by one of those that have the same offset at every sixth hour of the four years."""
    ticks = [BEGIN + timedelta(hours=6) * number for number in range((END - BEGIN) // timedelta(hours=6))]
    found: dict[tuple[timedelta | None, ...], list[str]] = {}
    for name in known_zones():
        info = ZoneInfo(name)
        found.setdefault(tuple(tick.astimezone(info).utcoffset() for tick in ticks), []).append(name)
    return {names[0]: names for names in found.values()}


def changes_of(zone: Zone) -> list[datetime]:
    """About when the offset changes: the ends of the half days in which it does."""
    steps = [BEGIN + COARSE_TICK * number for number in range((END - BEGIN) // COARSE_TICK + 1)]
    return [
        later
        for earlier, later in pairwise(steps)
        if earlier.astimezone(zone.info).utcoffset() != later.astimezone(zone.info).utcoffset()
    ]


def moments_of(changes: Iterable[datetime]) -> list[datetime]:
    """When the zone is beaten: every twelve hours, and every half hour around changes of its clock."""
    found = {BEGIN + COARSE_TICK * number for number in range((END - BEGIN) // COARSE_TICK + 1)}
    for change in changes:
        found |= {change - AROUND + DENSE_TICK * number for number in range(2 * AROUND // DENSE_TICK)}
    return sorted(found)


def beat_through(zone: Zone, moments: list[datetime]) -> dict[str, list[str]]:
    """What every job ran for, each beat knowing what the one before it did."""
    jobs = [Job(name, DISTILL, schedule_of(text)) for name, text in SCHEDULES.items()]
    ran: dict[str, list[str]] = {job.name: [] for job in jobs}
    for now in moments:
        memory = Memory({name: (ids[-1],) for name, ids in ran.items() if ids}, now)
        for task in plan_beat(now=now, zone=zone, jobs=jobs, memory=memory).tasks:
            ran[task.job.name].append(task.period.id)
    return ran


def expected_ids(zone: Zone) -> dict[str, set[str]]:
    """Every period that a calendar on the wall has between the first and the last whole day."""
    first, last = local_day(BEGIN, zone) + timedelta(days=1), local_day(END, zone) - timedelta(days=1)
    days = [first + timedelta(days=number) for number in range((last - first).days)]
    return {
        "daily 23:30": {str(day) for day in days},
        "daily 00:30": {str(day) for day in days},
        "weekly": {week_of(day).id for day in days if day.isoweekday() == 7},
        "30 2 * * * (weekdays)": {f"{day}T02:30" for day in days if day.isoweekday() < 6},
        "0 0 1 * *": {f"{day}T00:00" for day in days if day.day == 1},
        "every 3 days": {str(day) for day in days if (day - date(2024, 1, 1)).days % 3 == 0},
        "at": {"2026-03-29T02:30"},
    }


def tally(ran: list[str], expected: set[str]) -> Tally:
    """What was left out and what came twice."""
    counts = Counter(ran)
    return Tally(len(expected), len(expected - counts.keys()), sum(count - 1 for count in counts.values()))


def watch(zone: Zone, begin: datetime, end: datetime) -> list[datetime]:
    """The moments at which a person who watches the wall clock first sees each half hour, or a time after it."""
    found, now = [], begin
    mark = begin.astimezone(zone.info).replace(tzinfo=None)
    mark = mark.replace(minute=mark.minute // 30 * 30, second=0) + timedelta(minutes=30)
    while now < end:
        now += WATCH
        if now.astimezone(zone.info).replace(tzinfo=None) >= mark:
            found.append(now)
            while now.astimezone(zone.info).replace(tzinfo=None) >= mark:
                mark += timedelta(minutes=30)
    return found


def follow(schedule: Occurring, zone: Zone, begin: datetime, end: datetime) -> list[datetime]:
    """When the schedule comes in this stretch, one after the other."""
    found: list[datetime] = []
    period = schedule.next_after(begin, zone)
    while period is not None and period.due_at <= end:
        found.append(period.due_at)
        period = schedule.next_after(period.due_at, zone)
    return found


def fine_tallies(zone: Zone, changes: Iterable[datetime]) -> dict[str, Tally]:
    """The half-hourly and the 90-minute job around every change of the clock."""
    totals = dict.fromkeys(FINE, Tally())
    anchor = instant_of(date(2024, 1, 1), clock_time(0), zone)
    for change in changes:
        begin, end = change - AROUND, change + AROUND
        step = timedelta(minutes=90)
        first = anchor + ((begin - anchor) // step + 1) * step
        expected = {
            "*/30 * * * *": watch(zone, begin, end),
            "every 90m": [first + step * number for number in range((end - first) // step + 1)],
        }
        for name, text in FINE.items():
            came = [str(one) for one in follow(schedule_of(text), zone, begin, end)]
            wanted = {str(one) for one in expected[name]}
            extra = Tally(twice=len(set(came) - wanted))
            totals[name] = totals[name].plus(tally(came, wanted)).plus(extra)
    return totals


def measure_zones() -> tuple[Table, list[Figure]]:
    """All zones, all kinds of jobs."""
    totals = dict.fromkeys((*SCHEDULES, *FINE), Tally())
    clocks = kinds_of_clocks()
    for name, names in clocks.items():
        zone = Zone(name, ZoneInfo(name), "benchmark")
        changes = changes_of(zone)
        ran, expected = beat_through(zone, moments_of(changes)), expected_ids(zone)
        found = {job: tally(ran[job], expected[job]) for job in SCHEDULES} | fine_tallies(zone, changes)
        for job, one in found.items():
            totals[job] = totals[job].plus(Tally(*(number * len(names) for number in one)))
    zones = sum(len(names) for names in clocks.values())
    table = Table(
        f"{zones} zones ({len(clocks)} different clocks), 2025 to 2028",
        ["job", "periods", "left out", "twice"],
        [[job, *one] for job, one in totals.items()],
        ["The last two are compared within 36 hours of every change of the clock."],
    )
    dates = totals["daily 23:30"].plus(totals["daily 00:30"])
    others = [one for job, one in totals.items() if job not in {"daily 23:30", "daily 00:30", "weekly"}]
    figures = [
        Figure("zones", zones, "zones"),
        Figure("dates left out or twice", dates.missed + dates.twice, "dates", 0, at_least=False),
        Figure(
            "ISO weeks left out or twice",
            totals["weekly"].missed + totals["weekly"].twice,
            "weeks",
            0,
            at_least=False,
        ),
        Figure(
            "other periods left out or twice",
            sum(one.missed + one.twice for one in others),
            "periods",
            0,
            at_least=False,
        ),
    ]
    return table, figures


def trigger_tally(zone: Zone, hour: int) -> tuple[int, int]:
    """How many dates of 2026 APScheduler's daily cron trigger leaves out, and how many it fires on twice."""
    from apscheduler.triggers.cron import CronTrigger  # noqa: PLC0415  (only what is measured is loaded)

    trigger = CronTrigger(hour=hour, minute=0, timezone=zone.info)
    now = datetime(2026, 1, 1, 12, tzinfo=UTC).astimezone(zone.info)
    fired: Counter[date] = Counter()
    previous = None
    for _ in range(400):
        previous = trigger.get_next_fire_time(previous, now)
        if previous is None or previous.year > 2026:
            break
        fired[previous.date()] += 1
        now = previous + timedelta(microseconds=1)
    days = [date(2026, 1, 3) + timedelta(days=number) for number in range(360)]
    return sum(day not in fired for day in days), sum(fired[day] > 1 for day in days)


def measure_trigger() -> Table:
    """What the same years cost with a cron trigger that fires by itself."""
    rows: list[Sequence[str | float | int]] = []
    clocks = kinds_of_clocks()
    for hour in (0, 1, 2, 3):
        missed = twice = 0
        for name, names in clocks.items():
            without, double = trigger_tally(Zone(name, ZoneInfo(name), "benchmark"), hour)
            missed += len(names) * bool(without)
            twice += len(names) * bool(double)
        rows.append([f"{hour:02d}:00", missed, twice])
    return Table(
        "APScheduler's CronTrigger, daily, 2026",
        ["time", "zones with a date left out", "zones with one twice"],
        rows,
    )


def measure_cost() -> tuple[Table, list[Figure]]:
    """What a decision costs, in microseconds."""
    zone = Zone("Europe/Berlin", ZoneInfo("Europe/Berlin"), "benchmark")
    now = datetime(2026, 3, 9, 9, 5, tzinfo=UTC)
    texts = {**SCHEDULES, **FINE}
    jobs = [Job(name, DISTILL, schedule_of(text)) for name, text in texts.items()]
    latest = {job.name: job.schedule.latest(now, zone) for job in jobs}
    memory = Memory({name: (period.id,) for name, period in latest.items() if period}, now)
    rows: list[Sequence[str | float | int]] = []
    for name, text in texts.items():
        schedule = schedule_of(text)
        parse = _cost(lambda text=text: parse_schedule(text), ROUNDS // 10)
        due = _cost(lambda schedule=schedule: schedule.latest(now, zone), ROUNDS // 10)
        five = _cost(lambda schedule=schedule: coming(schedule, now, zone, 5), ROUNDS // 100)
        rows.append([name, parse, due, five])
    beat = _cost(lambda: plan_beat(now=now, zone=zone, jobs=jobs, memory=memory), ROUNDS // 10)
    table = Table("Microseconds for one schedule", ["job", "read", "what is due", "next five times"], rows)
    return table, [Figure("nine jobs judged by a beat", beat, "µs")]


def _cost(work: object, rounds: int) -> float:
    began = time.perf_counter()
    for _ in range(rounds):
        work()  # type: ignore[operator]  # any function without arguments
    return (time.perf_counter() - began) / rounds * 1e6


def measure(chosen: argparse.Namespace) -> tuple[list[Table], list[Figure]]:
    """Everything."""
    del chosen
    zones, figures = measure_zones()
    cost, more = measure_cost()
    return [zones, measure_trigger(), cost], figures + more


if __name__ == "__main__":
    raise SystemExit(run("schedule", "Every period exactly once, in every zone", measure))
