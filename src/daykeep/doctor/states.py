"""Checks of machine-written files: state that is broken, from the future or impossibly dated; record files."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from daykeep.distill.state import LIMIT_BYTES as DISTILL_LIMIT_BYTES
from daykeep.distill.state import SCHEMA as DISTILL_SCHEMA
from daykeep.distill.state import STATE_FILE as DISTILL_STATE
from daykeep.doctor.finding import Finding
from daykeep.errors import DaykeepError
from daykeep.files.state import MAX_STATE_BYTES
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.memory.sources import SOURCES_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.finding import Subject
    from daykeep.files.store import State

BEAT_STATES = ("memory/heartbeat-state.json", "heartbeat-state.json", "memory/state/heartbeat-state.json")
"""Where agents keep it: the first is daykeep's."""

OWN_KEY = "daykeep"
OWN_SCHEMA = 1
AHEAD = timedelta(days=1)
BEHIND = timedelta(days=300)
"""A time this far before the newest log was computed wrongly: agents that work out epochs are often a year early."""

SHOWN_TIMES = 10
"""How many impossible times a file's findings list."""

_FIRST_SECOND, _END_SECOND = 946_684_800, 10_000_000_000
"""Epochs from the year 2000 on; larger numbers are taken as milliseconds."""


def check_states(subject: Subject) -> Iterator[Finding]:
    """Read each state and record file and report what is wrong with it; nothing is rebuilt here."""
    for name in BEAT_STATES:
        state = _load(subject, name)
        if isinstance(state, Finding):
            yield state
        elif state is not None:
            yield from _check_state(name, state)
            yield from _check_schema(name, state.value.get(OWN_KEY), OWN_SCHEMA)
            yield from _check_times(subject, name, state)
    state = _load(subject, DISTILL_STATE, DISTILL_LIMIT_BYTES)
    if isinstance(state, Finding):
        yield state
    elif state is not None:
        yield from _check_state(DISTILL_STATE, state)
        yield from _check_schema(DISTILL_STATE, state.value, DISTILL_SCHEMA)
    for name in (DECISIONS_FILE, SOURCES_FILE):
        yield from _check_records(subject, name)


def times_in(value: Any, path: str = "") -> Iterator[tuple[str, datetime]]:
    """Every time that a state holds: epochs in seconds or milliseconds, and ISO texts with a zone.

    Only keys that speak of time count (``last…``, ``…At``, ``next…``, everything in ``lastChecks``).

    >>> [key for key, _ in times_in({"lastChecks": {"email": 1767225600, "note": "x"}, "count": 1767225600})]
    ['lastChecks.email']
    """
    if not isinstance(value, dict):
        return
    for key, item in value.items():
        place = f"{path}.{key}" if path else str(key)
        if isinstance(item, dict):
            yield from times_in(item, place)
        elif path.startswith("lastChecks") or _speaks_of_time(str(key)):
            instant = _instant(item)
            if instant is not None:
                yield place, instant


def _speaks_of_time(key: str) -> bool:
    lower = key.lower()
    return lower.startswith(("last", "next")) or key.endswith(
        ("At", "_at", "time", "Time", "timestamp", "since", "until")
    )


def _instant(value: object) -> datetime | None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not _FIRST_SECOND <= value < _END_SECOND * 1000:
            return None
        seconds = value if value < _END_SECOND else value / 1000
        return datetime.fromtimestamp(seconds, UTC) if seconds >= _FIRST_SECOND else None
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
        try:
            instant = datetime.fromisoformat(value)
        except ValueError:
            return None
        return instant if instant.tzinfo is not None else None
    return None


def _load(subject: Subject, name: str, limit_bytes: int = MAX_STATE_BYTES) -> State | Finding | None:
    try:
        if subject.files.kind(name) == "missing":
            return None
        return subject.files.find_state(name, limit_bytes=limit_bytes)
    except DaykeepError as error:
        return Finding(f"state:{name}", "error", name, 0, f"can't be read: {error.message}", error.hint or "")


def _check_state(name: str, state: State) -> Iterator[Finding]:
    for problem in state.problems[:1]:
        hint = "a fix moves it aside to a copy named .corrupt-… and starts it again; that costs one extra run at most"
        yield Finding(f"state:{name}", "error", name, problem.line, problem.message, hint, fixable=True)


def _check_schema(name: str, own: object, known: int) -> Iterator[Finding]:
    schema = own.get("schema") if isinstance(own, dict) else None
    if isinstance(schema, int) and schema > known:
        said = f"was written by a newer daykeep (schema {schema}, this one knows {known}); it is read as far as known"
        yield Finding(f"schema:{name}", "warning", name, 0, said, "use the newer version on every machine")


def _check_times(subject: Subject, name: str, state: State) -> Iterator[Finding]:
    past = [daily.day for daily in subject.dailies if daily.day <= subject.day]
    newest = datetime.combine(max(past), datetime.min.time(), UTC) if past else None
    shown = 0
    for key, instant in times_in(state.value):
        if instant > subject.now + AHEAD and not key.rpartition(".")[2].lower().startswith("next"):
            said = f'"{key}" lies in the future ({instant:%Y-%m-%d})'
        elif newest is not None and instant < newest - BEHIND:
            said = f'"{key}" ({instant:%Y-%m-%d}) is long before the newest log ({newest:%Y-%m-%d})'
        else:
            continue
        shown += 1
        if shown > SHOWN_TIMES:
            return
        hint = "it is not relied on: what is due is worked out from the logs"
        line = _line_of(state.raw or b"", key.rpartition(".")[2])
        yield Finding(f"time:{name}:{key}", "warning", name, line, said, hint)


def _line_of(raw: bytes, key: str) -> int:
    at = raw.find(f'"{key}"'.encode())
    return raw.count(b"\n", 0, at) + 1 if at >= 0 else 0


def _check_records(subject: Subject, name: str) -> Iterator[Finding]:
    try:
        _, problems = subject.files.find_records(name)
    except DaykeepError as error:
        yield Finding(
            f"records:{name}", "error", name, 0, f"can't be read: {error.message}", error.hint or ""
        )
        return
    for problem in problems[:SHOWN_TIMES]:
        hint = "the other lines count; take the line out or mend it by hand"
        yield Finding(f"records:{name}:{problem.line}", "warning", name, problem.line, problem.message, hint)
