"""What was forgotten, kept for a while where no history has it: ``.daykeep/data/forgotten/``, one file for each item.

A copy is written before lines leave their file and removed as soon as a commit holds what they were, so with git none
stays behind. Without one it is what `daykeep revert` brings the lines back from. A copy is kept for 90 days;
``forget --purge-history`` removes it at once.
"""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.encoding import decode
from daykeep.memory.sources import hash_line, hash_source

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files

FOLDER = ".daykeep/data/forgotten"
KEPT = timedelta(days=90)
MAX_BYTES = 4 * 1024 * 1024
SCHEMA = 1

_ID = re.compile(r"[0-9a-z]{4,64}")


class Kept(NamedTuple):
    """A line as it stood: its number (1-based) and text, and the hashes of the lines above and below it ("" for none)."""

    number: int
    text: str
    above: str
    below: str


class Copy(NamedTuple):
    """The lines of one forgetting (``item``) that stood in the file ``name``; ``at`` is when they left, ``by`` who asked."""

    item: str
    name: str
    at: str
    by: str
    lines: tuple[Kept, ...]


def write_copy(
    files: Files, document: Document, numbers: Collection[int], *, item: str, now: datetime, by: str
) -> None:
    """Keep these lines (1-based) of a file before they leave it; durable when this returns.

    A copy that is there already stays: the lines may have left since it was made. Copies older than 90 days go.
    """
    texts = ["", *document.texts, ""]
    lines = tuple(
        Kept(number, texts[number], _identity(texts, number - 1), _identity(texts, number + 1))
        for number in sorted(set(numbers))
        if 1 <= number <= len(document.texts)
    )
    if not lines or not _ID.fullmatch(item):
        return
    _remove_old(files, now)
    name = _name(item)
    if files.kind(name) == "missing":
        row = Copy(item, document.name, now.isoformat(timespec="seconds"), by, lines)._asdict()
        row["lines"] = [line._asdict() for line in lines]
        files.replace(name, json.dumps({"v": SCHEMA, **row}).encode("ascii"), expected_sha256=None)


def find_copy(files: Files, asked: str) -> Copy | None:
    """The one copy whose item starts with ``asked``; None if there is none, or several."""
    wanted = asked.strip().lower()
    if not _ID.fullmatch(wanted):
        return None
    found = [item for item in _items(files) if item.startswith(wanted)]
    return _load(files, found[0]) if len(found) == 1 else None


def remove_copies(files: Files, items: Collection[str]) -> None:
    """Remove the copies of these items, as far as there are any."""
    for item in set(items) & set(_items(files)):
        files.remove(_name(item))


def purge_copies(files: Files, hashes: Collection[str]) -> int:
    """Remove every copy that holds a line with one of these hashes; how many."""
    held = [
        item
        for item in _items(files)
        if (copy := _load(files, item)) and any(hash_line(line.text) in hashes for line in copy.lines)
    ]
    remove_copies(files, held)
    return len(held)


def put_back(data: bytes, copy: Copy) -> bytes:
    """A file's bytes with the lines of a copy where they stood: below or above the lines that were their neighbours.

    Where both neighbours are gone, lines come at their old number, or at the end. What is there already is not put in
    twice. Every other byte stays.
    """
    document = decode(data, copy.name)
    for run in _runs(copy.lines):
        there = {hash_line(text) for text in document.texts}
        if not all(hash_line(line.text) in there for line in run if line.text.strip()):
            place = _place(document.texts, run)
            document = decode(document.insert(place + 1, [line.text for line in run]), copy.name)
    return document.data


def _runs(lines: Sequence[Kept]) -> list[list[Kept]]:
    """Lines that stood one below the other, together."""
    runs: list[list[Kept]] = []
    for line in lines:
        if runs and runs[-1][-1].number == line.number - 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return runs


def _place(texts: Sequence[str], run: Sequence[Kept]) -> int:
    """How many lines come before a run that is put in."""
    number = run[0].number
    above = _nearest(texts, run[0].above, number - 2)
    if above is not None:
        return above + 1
    below = _nearest(texts, run[-1].below, number - 1)
    return below if below is not None else min(number - 1, len(texts))


def _nearest(texts: Sequence[str], identity: str, goal: int) -> int | None:
    """The index of the line with this hash that is nearest to a place; blank lines are no landmarks."""
    found = [index for index, text in enumerate(texts) if text.strip() and hash_source([text]) == identity]
    return min(found, key=lambda index: abs(index - goal), default=None)


def _identity(texts: Sequence[str], place: int) -> str:
    return hash_source([texts[place]]) if 1 <= place <= len(texts) - 2 else ""


def _name(item: str) -> str:
    return f"{FOLDER}/{item}.json"


def _items(files: Files) -> list[str]:
    try:
        names = files.list_names(FOLDER) if files.kind(FOLDER) == "folder" else []
    except DaykeepError:
        return []
    stems = [name.rsplit("/", 1)[-1].removesuffix(".json") for name in names if name.endswith(".json")]
    return [stem for stem in stems if _ID.fullmatch(stem)]


def _load(files: Files, item: str) -> Copy | None:
    """A copy; None for one that is gone or damaged."""
    try:
        data = files.find_bytes(_name(item), limit_bytes=MAX_BYTES)
        value: Any = json.loads(data) if data else None
    except (DaykeepError, ValueError):
        return None
    if not isinstance(value, dict) or not all(
        isinstance(value.get(key), str) for key in ("item", "name", "at", "by")
    ):
        return None
    lines = value.get("lines")
    kept = tuple(line for row in lines if (line := _line(row)) is not None) if isinstance(lines, list) else ()
    return Copy(item, value["name"], value["at"], value["by"], kept) if kept else None


def _line(row: object) -> Kept | None:
    if not isinstance(row, dict) or [type(row.get(key)) for key in Kept._fields] != [int, str, str, str]:
        return None
    return Kept(row["number"], row["text"], row["above"], row["below"])


def _remove_old(files: Files, now: datetime) -> None:
    for item in _items(files):
        copy = _load(files, item)
        try:
            expired = copy is not None and datetime.fromisoformat(copy.at) < now - KEPT
        except (TypeError, ValueError):  # not one of ours, or an instant without a zone
            continue
        if expired:
            files.remove(_name(item))
