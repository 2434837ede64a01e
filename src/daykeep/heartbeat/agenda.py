"""What people and agents wrote down for beats to look at: HEARTBEAT.md's checklist, USER.md's table of times.

Both are read and shown with their next times, and that is all: nothing in them is ever executed, and neither file is
written. An effectively empty HEARTBEAT.md is a checklist that was switched off.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.context.start import is_effectively_empty
from daykeep.heartbeat.schedule import parse_schedule
from daykeep.heartbeat.schedule.prose import find_schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.heartbeat.schedule import Occurring

LIMIT_ENTRIES = 100
"""Entries of one file that are shown; a checklist longer than this is not one."""
_ITEM = r"\s*(?:[-*+•]|\d{1,3}[.)、])\s+(?P<text>.*\S)\s*$"
_BOX = r"\[(?P<mark>[ xX_]?)\]\s*"
_WHEN_WORDS = (
    "when",
    "time",
    "schedule",
    "at",
    "cron",
    "时间",
    "時間",
    "何时",
    "周期",
    "频率",
    "frequency",
    "interval",
)


class Entry(NamedTuple):
    """One thing to look at: its text, the line it stands on, what was written of its time, and how that was understood.

    ``schedule`` is None where no time is given (every beat) or it was not understood; ``done`` is a ticked box.
    """

    text: str
    line: int
    when: str = ""
    schedule: Occurring | None = None
    done: bool = False


def read_checklist(lines: Sequence[str]) -> list[Entry] | None:
    """The items of a HEARTBEAT.md, each with the time of its own text, its section's first words or its heading.

    None where the file is effectively empty: the checklist is switched off. A ``tasks:`` block counts too.
    """
    if is_effectively_empty(lines):
        return None
    found = [*_tasks(lines), *_items(lines)]
    return sorted(found, key=lambda entry: entry.line)[:LIMIT_ENTRIES]


def _items(lines: Sequence[str]) -> Iterator[Entry]:
    tasks = _task_lines(lines)
    heading = intro = ""
    for number, line in _outside_of_code(lines):
        found = re.match(_ITEM, line)
        if line.startswith("#"):
            heading, intro = line.strip("# "), ""
        elif found is None:
            intro = intro or line.strip()
        elif number not in tasks:
            entry = _item(found["text"], number, (intro, heading))
            if entry is not None:
                yield entry


def _item(text: str, number: int, around: Sequence[str]) -> Entry | None:
    box = re.match(_BOX, text)
    bare = text[box.end() :] if box else text
    if not bare.strip():
        return None
    for where in (bare, *around):
        schedule = find_schedule(where)
        if schedule is not None:
            return Entry(bare, number, where, schedule, bool(box and box["mark"] in {"x", "X"}))
    return Entry(bare, number, done=bool(box and box["mark"] in {"x", "X"}))


def _outside_of_code(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines with text that stand in no comment and no code block, with their numbers."""
    fence = ""
    in_comment = False
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if fence:
            fence = "" if bare.startswith(fence) else fence
        elif in_comment:
            in_comment = "-->" not in bare
        elif bare.startswith(("```", "~~~")):
            fence = bare[:3]
        elif bare.startswith("<!--"):
            in_comment = "-->" not in bare
        elif bare:
            yield number, line


def _task_lines(lines: Sequence[str]) -> range:
    """The numbers of the lines below ``tasks:``, up to the next line that is neither indented nor an item."""
    start = next((number for number, line in enumerate(lines, 1) if line.rstrip() == "tasks:"), 0)
    if not start:
        return range(0)
    end = start + 1
    while end <= len(lines) and (not lines[end - 1].strip() or lines[end - 1][:1] in {" ", "\t", "-"}):
        end += 1
    return range(start + 1, end)


def _tasks(lines: Sequence[str]) -> Iterator[Entry]:
    """The entries of a ``tasks:`` block: ``name`` or ``prompt``, and ``interval``."""
    rows: list[tuple[int, dict[str, str]]] = []
    for number in _task_lines(lines):
        line = lines[number - 1].strip()
        if line.startswith("- "):
            rows.append((number, {}))
        key, colon, value = line.removeprefix("- ").partition(":")
        if rows and colon:
            rows[-1][1].setdefault(key.strip(), value.strip().strip("\"'"))
    for number, fields in rows:
        text = ": ".join(fields[key] for key in ("name", "prompt") if fields.get(key))
        when = fields.get("interval") or fields.get("schedule") or ""
        if text:
            yield Entry(text, number, when, parse_schedule(f"every {when}")[0] if when else None)


def read_timetable(lines: Sequence[str]) -> list[Entry]:
    """The rows of USER.md's tables whose first column is a time (``When``, ``时间`` …)."""
    found: list[Entry] = []
    in_table = False
    for number, line in _outside_of_code(lines):
        if not line.lstrip().startswith("|"):
            in_table = False
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not in_table:
            in_table = cells[0].strip("*_ ").casefold() in _WHEN_WORDS and len(cells) > 1
        elif in_table and len(cells) > 1 and not set("".join(cells)) <= set("-: "):
            text = " · ".join(cell for cell in cells[1:] if cell)
            if cells[0] and text:
                found.append(Entry(text, number, cells[0], find_schedule(cells[0], bare_time=True)))
    return found[:LIMIT_ENTRIES]
