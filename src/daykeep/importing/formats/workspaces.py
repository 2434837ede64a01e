"""Workspaces of other agents: OpenClaw's and nanobot's, with daily logs, a long-term memory and files of the agent's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from daykeep.importing.formats.markdown import date_in, day_of_name, read_any, read_day, statements
from daykeep.importing.found import Day, Passed, Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from daykeep.importing.found import Found
    from daykeep.importing.source import Source

CORE = frozenset(
    {"soul.md", "agents.md", "tools.md", "identity.md", "heartbeat.md", "bootstrap.md", "boot.md"}
)
"""Files that say who an agent is and how it works."""
CORE_REASON = (
    "text of origin import never changes a core file: compare it with yours, and write there what you want"
)
_MACHINE = re.compile(
    r"(?:^|.*/)memory/(?:\.dreams|dreaming|sessions|archive/\.)/.*|(?:^|.*/)dreams\.md", re.IGNORECASE
)
_STATUS = re.compile(r"<!--[^>]*\bstatus:\s*(?P<status>\w+)[^>]*-->")
_OBSERVED = re.compile(r"<!--[^>]*\bobserved:\s*(?P<day>\d{4}-\d{2}-\d{2})[^>]*-->")
_SCORE = re.compile(r"[ \t]*\[score=[^\]\n]{0,200}\]")
_ENTRY = re.compile(r"\[(?P<day>\d{4}-\d{2}-\d{2})(?:[ T][^\]]*)?\]")


def read_openclaw(source: Source) -> Iterator[Found]:
    """MEMORY.md, USER.md, daily logs and notes below ``memory/``; dreams and machine state are left out."""
    base = _base(source, ("SOUL.md", "AGENTS.md", "MEMORY.md", "memory.md"))
    for name in source.texts():
        inner = name.removeprefix(base)
        if not name.startswith(base) or ("/" in inner and not inner.startswith("memory/")):
            continue
        if _MACHINE.fullmatch(inner):
            yield Passed(name, 0, "a file that a machine keeps for itself")
        else:
            yield from _read_one(source, name, inner)


def read_nanobot(source: Source) -> Iterator[Found]:
    """``memory/MEMORY.md``, ``memory/HISTORY.md`` or ``history.jsonl`` as days, daily logs, USER.md."""
    base = _base(source, ("memory/MEMORY.md", "memory/HISTORY.md", "memory/history.jsonl"))
    for name in source.names():
        inner = name.removeprefix(base)
        if (
            not name.startswith(base)
            or ("/" in inner and not inner.startswith("memory/"))
            or inner.startswith(".")
        ):
            continue
        if inner.lower() == "memory/history.md":
            yield from _read_history(source, name)
        elif inner.lower() == "memory/history.jsonl":
            yield from _days_of(name, _rows(source, name))
        elif name.lower().endswith(".md"):
            yield from _read_one(source, name, inner)


def _base(source: Source, marks: Sequence[str]) -> str:
    """The folder in which a workspace is: the one that was named, or the ``workspace/`` in it."""
    names = set(source.names())
    here = any(mark in names for mark in marks)
    there = any(f"workspace/{mark}" in names for mark in marks)
    return "workspace/" if there and not here else ""


def _read_one(source: Source, name: str, inner: str) -> Iterator[Found]:
    leaf = inner.lower()
    if leaf in CORE:
        yield Passed(name, 0, CORE_REASON)
    elif leaf in {"readme.md", "security.md", "changelog.md", "license.md"}:
        yield Passed(name, 0, "it is about the folder, not a memory")
    elif day_of_name(inner) is not None:
        document, day = source.document(name), day_of_name(inner)
        yield from read_day(name, document, day) if document is not None and day is not None else ()
    elif leaf in {"user.md", "memory.md", "memory/memory.md"}:
        document = source.document(name)
        if document is not None:
            yield from _marked(name, document.texts, "user" if leaf == "user.md" else "")
    else:
        yield from read_any(source, name)


def _marked(name: str, texts: Sequence[str], kind: str) -> Iterator[Found]:
    """Statements of a file in which comments say when each was observed and whether it still holds."""
    above = _marks_above(texts)
    for found in statements(name, texts, kind=kind):
        if not isinstance(found, Said):
            yield found
            continue
        mark = above.get(found.first, "")
        status, observed = _STATUS.search(mark), _OBSERVED.search(mark)
        if status is not None and status["status"].lower() in {
            "superseded",
            "retired",
            "expired",
            "archived",
        }:
            yield Passed(name, found.first, f"it says of itself that it is {status['status'].lower()}")
            continue
        text = _SCORE.sub("", found.text).strip()
        yield found._replace(text=text, on=date_in(observed["day"]) if observed else None)


def _marks_above(texts: Sequence[str]) -> dict[int, str]:
    """By the line of a statement, the comments that stand on it or right above it."""
    found: dict[int, str] = {}
    mark = ""
    for number, text in enumerate(texts, 1):
        stripped = text.strip()
        if stripped.startswith("<!--") and stripped.endswith("-->"):
            mark += stripped
        elif stripped:
            found[number] = mark + text
            mark = ""
        else:
            mark = ""
    return found


def _read_history(source: Source, name: str) -> Iterator[Found]:
    """A history of entries, each behind its time in brackets, as the logs of their days."""
    document = source.document(name)
    if document is None:
        return
    entries: list[tuple[int, date, list[str]]] = []
    for number, text in enumerate(document.texts, 1):
        begun = _ENTRY.match(text.lstrip("-*# "))
        day = date_in(begun["day"]) if begun else None
        if day is not None:
            entries.append((number, day, [text]))
        elif entries:
            entries[-1][2].append(text)
        elif text.strip() and not text.startswith("#"):
            yield Passed(name, number, "no time stands before it")
    yield from _days_of(name, entries)


def _rows(source: Source, name: str) -> list[tuple[int, date, list[str]]]:
    """The rows of a history in JSON lines: ``timestamp`` and ``content``."""
    entries = []
    values: Any = source.value(name)
    for number, row in enumerate(values if isinstance(values, list) else [], 1):
        content = row.get("content") if isinstance(row, dict) else None
        day = date_in(row.get("timestamp")) if isinstance(row, dict) else None
        if isinstance(content, str) and content.strip() and day is not None:
            entries.append((number, day, content.strip().split("\n")))
        else:
            source.skip(name, number, "it has no timestamp and content")
    return entries


def _days_of(name: str, entries: Sequence[tuple[int, date, list[str]]]) -> Iterator[Found]:
    """The log of each day, of the entries that were made on it."""
    days: dict[date, tuple[int, list[str]]] = {}
    for number, day, lines in entries:
        first, there = days.setdefault(day, (number, []))
        while lines and not lines[-1].strip():
            del lines[-1]
        there.extend(["", *lines] if there else lines)
    for day, (first, lines) in sorted(days.items()):
        yield Day(name, first, day, tuple(lines))
