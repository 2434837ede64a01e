"""What beats remember, in two files.

``memory/heartbeat-state.json`` belongs to everybody: agents keep their own checks in it. daykeep's part is one key,
``"daykeep"``, with the last period of every job, and two times in ``lastChecks``; it is written only by a beat that did
work, and every other key, the order and the indentation stay. ``.daykeep/cache/heartbeat.json`` is daykeep's alone:
when the last beat was, what was looked at and found settled, and the ledger of alerts. Losing either costs one look
and at most one run that finds nothing new.

Agents keep ``lastChecks`` by hand, so its times are epoch seconds, milliseconds, ISO text with ``Z``, with an offset or
with none, dates, or objects that hold one of these. A time that daykeep adds looks like the one it replaces, else like
most of its neighbours, else it is epoch seconds.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.clock import format_instant, local_time
from daykeep.errors import DaykeepError
from daykeep.files.store import Files
from daykeep.heartbeat.alerts import Entry, parse_ledger, parse_time, render_ledger
from daykeep.heartbeat.due import Memory

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.clock import Zone

STATE_NAMES = ("memory/heartbeat-state.json", "memory/state/heartbeat-state.json", "heartbeat-state.json")
"""Where workspaces keep the shared file; the first that exists is used, else the first is made."""
CACHE_NAME = ".daykeep/cache/heartbeat.json"
KEY = "daykeep"
SCHEMA = 1
CHECKS = "lastChecks"
MILLISECONDS_FROM = 100_000_000_000
"""Epoch numbers from here on are milliseconds: as seconds they would lie in the year 5138."""
KEPT_PERIODS = 6
"""By job so many periods are kept from before jumps of the clock: three jumps there and back."""
KEPT_FOR = timedelta(days=30)
"""So long they are kept while the clock goes steadily."""
_TIME_FIELDS = ("lastRun", "last_run", "lastCheck", "last_check", "timestamp", "ts", "at", "time")


class Record(NamedTuple):
    """Everything that earlier beats left, and what was wrong with the files it stands in.

    ``shared`` is the shared file's name; empty where it can't be read, or holds the part of a newer version. ``kept``
    are the periods that were on record before the clock jumped; ``findings`` the ids that the doctor has told of.
    """

    memory: Memory
    settled: dict[str, str]
    ledger: dict[str, Entry]
    last_runs: dict[str, tuple[str, datetime | None]]
    shared: str
    problems: tuple[str, ...]
    kept: dict[str, dict[str, datetime]]
    findings: list[str]


def load_record(files: Files) -> Record:
    """Read both files; whatever can't be read counts as absent, and is a problem."""
    name = next((one for one in STATE_NAMES if files.kind(one) != "missing"), STATE_NAMES[0])
    problems: list[str] = []
    state = _read(files, name, problems)
    own = state.get(KEY, {}) if state is not None else None
    usable = isinstance(own, dict) and own.get("schema", SCHEMA) == SCHEMA
    if own is not None and not usable:
        problems.append(f'{name}: "{KEY}" was not written by this version of daykeep; it is left as it is')
    last_runs = _parse_runs(own.get("jobs")) if isinstance(own, dict) and usable else {}
    cache = _read(files, CACHE_NAME, problems) or {}
    settled = _texts(cache.get("settled"))
    times = [at for _, at in last_runs.values() if at is not None]
    kept = _parse_kept(cache.get("kept"))
    memory = Memory(
        done=_done(last_runs, settled, kept),
        seen_at=parse_time(cache.get("seen_at")) or max(times, default=None),
        doubted_at=parse_time(cache.get("doubted_at")),
        leapt_at=parse_time(cache.get("leapt_at")),
    )
    return Record(
        memory,
        settled,
        parse_ledger(cache.get("alerts")),
        last_runs,
        name if usable else "",
        tuple(problems),
        kept,
        _list(cache.get("findings")),
    )


def _done(
    last_runs: Mapping[str, tuple[str, datetime | None]],
    settled: Mapping[str, str],
    kept: Mapping[str, Mapping[str, datetime]],
) -> dict[str, tuple[str, ...]]:
    """By job every period on record."""
    found: dict[str, tuple[str, ...]] = {}
    for job in {**last_runs, **settled, **kept}:
        ids = (last_runs.get(job, ("", None))[0], settled.get(job, ""), *kept.get(job, ()))
        found[job] = tuple(dict.fromkeys(one for one in ids if one))
    return found


def keep_periods(record: Record, now: datetime) -> None:
    """Put what is on record aside, because the clock has jumped: whichever way it goes on, it is known again.

    What was put aside before a jump of more than KEPT_FOR is kept for as long again: this may be the way back.
    """
    seen = record.memory.seen_at
    far = seen is not None and abs(now - seen) > KEPT_FOR
    for job in {**record.last_runs, **record.settled, **record.kept}:
        kept = {one: now if far else at for one, at in record.kept.get(job, {}).items()}
        for one in (record.last_runs.get(job, ("", None))[0], record.settled.get(job, "")):
            if one:
                kept.setdefault(one, now)
        record.kept[job] = dict(list(kept.items())[-KEPT_PERIODS:])


def forget_kept(record: Record, now: datetime) -> None:
    """Forget what was put aside long before or after ``now``: a slip into the future must not stand when its day comes."""
    for job, kept in list(record.kept.items()):
        record.kept[job] = {one: at for one, at in kept.items() if abs(now - at) <= KEPT_FOR}
        if not record.kept[job]:
            del record.kept[job]


def _parse_kept(value: Any) -> dict[str, dict[str, datetime]]:
    found: dict[str, dict[str, datetime]] = {}
    for job, rows in value.items() if isinstance(value, dict) else ():
        times = {one: parse_time(at) for one, at in rows.items()} if isinstance(rows, dict) else {}
        found[job] = {one: at for one, at in times.items() if at is not None}
    return found


def _render_kept(kept: Mapping[str, Mapping[str, datetime]]) -> dict[str, dict[str, str]]:
    return {
        job: {one: at.isoformat(timespec="seconds") for one, at in rows.items()} for job, rows in kept.items()
    }


def _list(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _read(files: Files, name: str, problems: list[str]) -> dict[str, Any] | None:
    """The object in a state file; None where something else stands in the file's place."""
    try:
        state = files.find_state(name)
    except DaykeepError as error:
        problems.append(error.message)
        return None
    problems.extend(
        f"{one.name}:{one.line}: {one.message}; the next beat that does work sets it aside and starts anew"
        for one in state.problems
    )
    return state.value


def _texts(value: Any) -> dict[str, str]:
    return {key: one for key, one in value.items() if isinstance(one, str)} if isinstance(value, dict) else {}


def _parse_runs(table: Any) -> dict[str, tuple[str, datetime | None]]:
    if not isinstance(table, dict):
        return {}
    return {
        job: (row["period"], parse_time(row.get("at")))
        for job, row in table.items()
        if isinstance(row, dict) and isinstance(row.get("period"), str)
    }


def record_run(
    files: Files, shared: str, *, job: str, period_id: str, checks: tuple[str, ...], now: datetime, zone: Zone
) -> None:
    """Write down in the shared file that ``job`` is done for a period, and stamp the named ``lastChecks``."""

    def change(value: dict[str, Any]) -> dict[str, Any]:
        stamp_checks(value, checks, now, zone)
        own = value.setdefault(KEY, {})
        own.setdefault("schema", SCHEMA)
        jobs = own.get("jobs")
        own["jobs"] = jobs if isinstance(jobs, dict) else {}
        own["jobs"][job] = {"period": period_id, "at": format_instant(now, zone)}
        return value

    files.update_state(shared, change)


def save_cache(
    files: Files,
    record: Record,
    *,
    seen_at: datetime | None,
    doubted_at: datetime | None,
    leapt_at: datetime | None,
    ledger: Mapping[str, Entry],
) -> None:
    """Write daykeep's own file anew; nothing in the workspace outside ``.daykeep/`` is touched.

    Not forced to the disk: a power cut costs one look, and quiet beats come all day.
    """
    value: dict[str, Any] = {"schema": SCHEMA}
    for key, moment in (("seen_at", seen_at), ("doubted_at", doubted_at), ("leapt_at", leapt_at)):
        if moment is not None:
            value[key] = moment.isoformat(timespec="seconds")
    value |= {"settled": record.settled, "alerts": render_ledger(ledger)}
    value |= {
        key: kept
        for key, kept in (("kept", _render_kept(record.kept)), ("findings", record.findings))
        if kept
    }
    Files(files.root, durable=False).update_state(CACHE_NAME, lambda _: value)


def stamp_checks(value: dict[str, Any], names: tuple[str, ...], now: datetime, zone: Zone) -> None:
    """Set ``lastChecks.<name>`` to ``now`` for each name, in place; a table that is no object is left alone.

    ``memory_maintenance`` is used instead of ``memoryMaintenance`` where the file has it.
    """
    table = value.setdefault(CHECKS, {})
    if not isinstance(table, dict):
        return
    for name in names:
        key = _snake(name) if _snake(name) in table else name
        stamp = stamp_like(table.get(key), now, zone)
        table[key] = stamp if stamp is not None else _like_most(table, now, zone)


def stamp_like(sample: Any, now: datetime, zone: Zone) -> Any:
    """``now`` in the type and form of ``sample``; None if the sample is no time.

    >>> from datetime import datetime
    >>> stamp_like("2025-01-01T00:00:00.000Z", datetime(2026, 3, 10, 6, 30, tzinfo=UTC), None)
    '2026-03-10T06:30:00.000Z'
    """
    seconds = now.timestamp()
    if isinstance(sample, bool):
        return None
    if isinstance(sample, int):
        return int(seconds * 1000) if sample >= MILLISECONDS_FROM else int(seconds)
    if isinstance(sample, float):
        return seconds * 1000 if sample >= MILLISECONDS_FROM else seconds
    if isinstance(sample, str):
        return _text_like(sample.strip(), now, zone)
    if isinstance(sample, dict):
        return _object_like(sample, now, zone)
    return None


def _text_like(sample: str, now: datetime, zone: Zone) -> str | None:
    if sample.isascii() and sample.isdigit() and len(sample) >= 9:
        return str(stamp_like(int(sample), now, zone))
    form = re.fullmatch(
        r"\d{4}-\d\d-\d\d(?:(?P<sep>[T ])\d\d:\d\d(?P<sec>:\d\d)?(?P<part>\.\d+)?\s?(?P<off>Z|[+-]\d\d:?\d\d)?)?",
        sample,
    )
    if form is None:
        return None
    local = now.astimezone(UTC) if form["off"] == "Z" else local_time(now, zone)
    if form["sep"] is None:
        return local.date().isoformat()
    text = local.strftime(f"%Y-%m-%d{form['sep']}%H:%M" + (":%S" if form["sec"] else ""))
    if form["part"]:
        text += f".{local.microsecond:06d}"[: len(form["part"])]
    if form["off"] in {None, "Z"}:
        return text + (form["off"] or "")
    offset = local.strftime("%z")[:5]
    return text + (f"{offset[:3]}:{offset[3:]}" if ":" in form["off"] else offset)


def _object_like(sample: Mapping[str, Any], now: datetime, zone: Zone) -> dict[str, Any] | None:
    field = next((name for name in _TIME_FIELDS if name in sample), None)
    if field is None:
        return None
    stamp = stamp_like(sample[field], now, zone) if not isinstance(sample[field], dict) else None
    return {**sample, field: int(now.timestamp()) if stamp is None else stamp}


def _like_most(table: Mapping[str, Any], now: datetime, zone: Zone) -> Any:
    """``now`` in the form that most of the table's times have; epoch seconds if it has none."""
    forms: dict[str, list[Any]] = {}
    for sample in table.values():
        if isinstance(sample, dict):
            field = next((name for name in _TIME_FIELDS if name in sample), None)
            sample = {field: sample[field]} if field else None  # noqa: PLW2901 - only its form counts
        stamp = stamp_like(sample, now, zone)
        if stamp is not None:
            forms.setdefault(repr(stamp), []).append(stamp)
    return max(forms.values(), key=len)[0] if forms else int(now.timestamp())


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", lambda found: "_" + found[1].lower(), name)
