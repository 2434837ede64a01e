"""Lets approved files of their own come: notes and days' logs that were imported, many at once.

Such a file stands nowhere before a person has approved it, so nothing has to be taken away when they reject it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.daily.names import parse_daily_name
from daykeep.errors import ConflictError, DaykeepError
from daykeep.files.encoding import decode
from daykeep.files.replace import sha256_of
from daykeep.guard.hidden import find_hidden
from daykeep.guard.injection import find_signs
from daykeep.memory.approved import added_lines
from daykeep.memory.decisions import add_tombstone, find_tombstones, lift_tombstone, record_trust
from daykeep.memory.notes.index.step import bring_in_step
from daykeep.memory.notes.stores.places import workspace_store
from daykeep.memory.sources import SourceRecord, append_sources, hash_line, load_sources
from daykeep.review.notes.files import body_numbers, is_note_file
from daykeep.review.notes.item import as_reviewed, taught
from daykeep.review.queue.proposals import NEW_NOTE, NEW_TARGET
from daykeep.review.verdict.elsewhere import Made

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from daykeep.files.store import Files
    from daykeep.review.queue.proposals import ProposedItem


def why_not_new(target: str, item: ProposedItem) -> str | None:
    """Why such a file must not come, None if it may: only new notes and logs do, whatever a proposal says."""
    if target == NEW_TARGET and may_land(item.lands, item.kind):
        return None
    return f"it would make {item.lands or target}, where nothing like it is made"


def may_land(name: str, kind: str) -> bool:
    """Whether an imported file of this kind may have this name: directly in the folder of notes, or of logs.

    >>> may_land("memory/notes/tea.md", "note"), may_land("SOUL.md", "note"), may_land("memory/2026-03-04.md", "day")
    (True, False, True)
    """
    if kind == NEW_NOTE:
        return is_note_file(name) and name.count("/") == 2
    return name.count("/") == 1 and name.startswith("memory/") and parse_daily_name(name) is not None


def gives_orders(item: ProposedItem) -> bool:
    """Whether something in it gives orders, is made to be run, or can't be seen; a link alone is no such thing."""
    text = "\n".join(item.memory_lines)
    return any(sign.kind != "url" for sign in find_signs(text)) or bool(find_hidden(text))


def render_new(item: ProposedItem) -> bytes:
    """The bytes of the file; a note stands there as reviewed. Raises DocumentError where a person made that impossible."""
    data = "".join(f"{line}\n" for line in item.memory_lines).encode("utf-8", "surrogateescape")
    return as_reviewed(data, item.lands) if item.kind == NEW_NOTE else data


def make_new(
    files: Files,
    items: Sequence[ProposedItem],
    *,
    now: datetime,
    by: str,
    before: Callable[[Sequence[ProposedItem]], None],
    how: str = "review",
    proof: str = "",
) -> Made:
    """Make these files, those that are not there yet; ``before`` records the verdicts on what can be made.

    A file of another content under the name stays, and its item is refused. Order on disk: verdicts, sources,
    approval of the content, files, index of the notes. A kill in between leaves files missing; the same call again
    makes them. Raises ConflictError, the rest not made, where a file of the name comes meanwhile.
    """
    wanted, missing, refused = _sort(files, items)
    made = tuple(item for item in items if item.id not in {one.id for one, _ in refused})
    before(made)
    _wake(files, made, now=now, by=by, how=how, proof=proof)
    append_sources(files, list(_fresh_records(files, made, now=now)))
    notes = {name: wanted[name][1] for name in wanted if is_note_file(name)}
    if any(name in notes for name in missing):
        lines = {name: added_lines(None, decode(data, name)) for name, data in notes.items()}
        shas = {name: sha256_of(data) for name, data in notes.items()}
        record_trust(files, shas, now=now, by=by, how=how, lines=lines, proof=proof)
    for name in dict.fromkeys(missing):
        files.replace(name, wanted[name][1], expected_sha256=None)
    if notes:
        _put_in_step(files)
    return Made(made, tuple(refused))


def _sort(
    files: Files, items: Sequence[ProposedItem]
) -> tuple[dict[str, tuple[ProposedItem, bytes]], list[str], list[tuple[ProposedItem, str]]]:
    """What is to stand under each name, the names that are missing, and the items that can't be made, with the reason."""
    wanted: dict[str, tuple[ProposedItem, bytes]] = {}
    refused: list[tuple[ProposedItem, str]] = []
    missing: list[str] = []
    for item in items:
        reason, data, is_missing = _look(files, item)
        if not reason and wanted.get(item.lands, (item, data))[1] != data:
            reason = f"another thing that was approved is to become {item.lands}"
        if reason:
            refused.append((item, reason))
            continue
        wanted[item.lands] = (item, data)
        missing += [item.lands] if is_missing else []
    return wanted, missing, refused


def bury_new(
    files: Files, items: Sequence[ProposedItem], *, now: datetime, by: str, how: str, proof: str = ""
) -> None:
    """Keep what rejected notes say from being remembered; nothing is put on record twice."""
    dead = find_tombstones(files)
    for item in items:
        if item.kind == NEW_NOTE:
            fresh = [line for line in taught(item)[0] if line not in dead]
            if fresh:
                add_tombstone(files, item=item.id, lines=fresh, now=now, by=by, how=how, proof=proof)


def _look(files: Files, item: ProposedItem) -> tuple[str, bytes, bool]:
    """Why the file can't be made ("": it can), its bytes, and whether it is missing."""
    try:
        data = render_new(item)
        there = files.find_bytes(item.lands)
    except DaykeepError as error:
        return error.message, b"", False
    if there not in {None, data}:
        return f"{item.lands} is there by now, and says something else", b"", False
    return "", data, there is None


def _fresh_records(files: Files, items: Sequence[ProposedItem], *, now: datetime) -> Iterator[SourceRecord]:
    """Where the lines of notes came from, as far as that is not on record."""
    seen = {(row.item, row.line) for row in load_sources(files)[0]}
    stamp = now.isoformat(timespec="seconds")
    for item in items:
        texts = item.memory_lines
        numbers = body_numbers(texts) if item.kind == NEW_NOTE else []
        first = item.lines[0]
        for line in dict.fromkeys(hash_line(texts[number - 1]) for number in numbers):
            if (item.id, line) not in seen:
                yield SourceRecord(
                    item=item.id, kind=item.kind, line=line, name=item.name, first=first.number,
                    last=item.lines[-1].number, sha8=first.sha8, day=item.day.isoformat(), origin=item.origin,
                    score=item.score, at=stamp, commit=None,
                )  # fmt: skip


def _wake(
    files: Files, items: Sequence[ProposedItem], *, now: datetime, by: str, how: str, proof: str
) -> None:
    """Lift what keeps approved notes from being remembered: they were rejected before, and are wanted now."""
    dead = find_tombstones(files)
    for item in items if dead else ():
        lines = [line for line in taught(item)[0] if item.kind == NEW_NOTE and line in dead]
        if lines:
            lift_tombstone(files, item=item.id, lines=lines, now=now, by=by, how=how, proof=proof)


def _put_in_step(files: Files) -> None:
    """Have the index name the notes; one that keeps changing under this is left to the next change."""
    try:
        bring_in_step(workspace_store(files))
    except ConflictError:
        return
