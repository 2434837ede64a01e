"""The stored turns of one session, in files that are written once and never changed."""

from __future__ import annotations

import re
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import RefusedError, UsageError
from daykeep.files.encoding import Problem
from daykeep.session.units.parts import parts_of
from daykeep.triage.stored.codec import (
    Line,
    body_of,
    content_of,
    digest,
    line_of,
    parse_head,
    parse_line,
    render_file,
)
from daykeep.triage.stored.labels import ids_of, label_of
from daykeep.triage.stored.model import STORED_ID, StoredTurn, stored_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.session.units.model import Part, Unit
    from daykeep.triage.stored.model import Stored

ALONE = 16
"""So many turns of one check get a file each; more share one, because forcing a file to the disk costs the same for
one turn and for thousands."""
LABELLED = 200
"""Of more turns than this at once, only the newest get their label when they are stored; the others when it is asked for."""
ALL_BYTES = 400_000
"""So much is searched whole."""
LOOKED_BYTES = 2_000_000
_NAME = re.compile(r"A(\d{1,9})(?:-A(\d{1,9}))?-[0-9a-f]{16}\.jsonl")


class Plan(NamedTuple):
    """What storing some units takes: the turns in the order of the units, and the files that are still to be written."""

    stored: tuple[Stored, ...]
    files: tuple[tuple[str, bytes], ...]
    heads: tuple[tuple[Stored, ...], ...] = ()
    """The turns of each file."""


class StoredTurns:
    """Stores units of a session verbatim and gives them back; a turn is on the disk when `put` returns.

    Nothing is ever changed in a file: a head that is not the one its name carries, or a turn that is not the one its head
    carries, is a ``RefusedError``. What was read once is not read again, as files never change. One writer at a time.
    """

    def __init__(self, files: Files, session_id: str) -> None:
        self.session_id = session_id
        self.folder = stored_folder(session_id)
        self._files = files
        self._heads: dict[str, tuple[Stored, ...]] = {}
        self._turns: dict[str, StoredTurn] = {}
        self._labels: dict[str, Stored] = {}

    def put(self, units: Sequence[Unit], *, at: str, named: Collection[str] = ()) -> tuple[Stored, ...]:
        """Store units, in their order; one that is stored already with the same messages is not stored again.

        ``at`` is now, as ISO 8601. No new turn gets an id that is ``named``, even if its file is gone. All files are forced
        to the disk before this returns; on an error (``StorageError``) nothing that was there is touched, and what was
        written is left for `remove_unnamed`.
        """
        if not units:
            return ()
        with self._files.lock(self.folder, purpose="store turns"):
            plan = plan_put(
                units,
                self.entries(),
                session_id=self.session_id,
                next_id=self._next(named),
                at=at,
            )
            for (name, data), head in zip(plan.files, plan.heads, strict=True):
                self._files.replace(f"{self.folder}/{name}", data, expected_sha256=None)
                self._heads[name] = head
        return plan.stored

    def entries(self) -> tuple[Stored, ...]:
        """All stored turns by number; those of files that can't be used are left out, see `problems`."""
        found = (stored for name in self._names() for stored in self._head(name))
        return tuple(sorted(found, key=lambda stored: stored.number))

    def problems(self) -> tuple[Problem, ...]:
        """Every file among the stored turns that is not what was stored."""
        said = "it is not what was stored: its head was changed"
        return tuple(
            Problem(f"{self.folder}/{name}", 1, said) for name in self._names() if not self._head(name)
        )

    def find(self, stored_id: str) -> Stored | None:
        """A stored turn without its text; None if there is none of this name."""
        number = int(stored_id[1:]) if STORED_ID.fullmatch(stored_id) else 0
        names = [name for name in self._names() if _holds(name, number)]
        found = (stored for name in names for stored in self._head(name) if stored.id == stored_id)
        return next(found, None)

    def get(self, stored_id: str) -> StoredTurn:
        """A stored turn with its messages; ``UsageError`` if there is none, ``RefusedError`` if it was changed on the disk."""
        number = int(stored_id[1:]) if STORED_ID.fullmatch(stored_id) else 0
        stored = self.find(stored_id)
        if stored is None:
            if any(_holds(name, number) for name in self._names()):
                raise _changed(stored_id)
            raise UsageError(
                f'this session has no stored turn "{stored_id}"',
                hint="`daykeep recall` without an id lists them",
            )
        return _read(stored, self._body(stored.file))

    def all(self) -> tuple[StoredTurn, ...]:
        """All stored turns with their messages, by number; ``RefusedError`` if one was changed on the disk."""
        found: list[StoredTurn] = []
        for file, turns in groupby(self.entries(), key=lambda stored: stored.file):
            unread = list(turns)
            body = self._body(file) if any(stored.id not in self._turns for stored in unread) else None
            for stored in unread:
                known = self._turns.get(stored.id)
                if known is None and body is not None:
                    known = self._turns[stored.id] = _read(stored, body)
                if known is not None:
                    found.append(known)
        return tuple(found)

    def holding(
        self, starts: Collection[str], most: int, *, looks: Callable[[str], int] | None = None
    ) -> tuple[StoredTurn, ...]:
        """Of very many turns those that hold the beginning of a word, at most so many, those with the most words first.

        By number. All turns where they are few (400,000 bytes). ``starts`` are in small letters; ``looks`` tells how much else of
        what is sought a turn's text seems to hold; only the newest 2,000,000 bytes are looked at so.
        """
        entries = self.entries()
        if sum(stored.end - stored.start for stored in entries) <= ALL_BYTES:
            return self.all()
        oldest = _first_within(entries, LOOKED_BYTES) if looks else 0
        counted: list[tuple[int, int, Stored, bytes]] = []
        for file, turns in groupby(entries, key=lambda stored: stored.file):
            body = self._body(file)
            for stored in turns:
                line = line_of(body, stored)
                if line is None:
                    raise _changed(stored.id)
                text = line.decode()
                held = looks(text) if looks and stored.number >= oldest else 0
                text = text.casefold()
                held += sum(start in text for start in starts)
                if held:
                    counted.append((-held, -stored.number, stored, line))
        counted.sort(key=lambda each: each[:2])
        chosen = sorted(counted[:most], key=lambda each: -each[1])
        return tuple(StoredTurn(stored, *parse_line(line)) for _, _, stored, line in chosen)

    def labelled(self, stored: Stored) -> Stored:
        """The stored turn with its label and its identifiers, read from its messages where it has none yet."""
        if stored.label or stored.ids:
            return stored
        known = self._labels.get(stored.id)
        if known is None:
            parts = parts_of_turn(self.get(stored.id))
            known = self._labels[stored.id] = stored._replace(label=label_of(parts), ids=ids_of(parts))
        return known

    def remove_unnamed(self, named: Collection[str]) -> tuple[str, ...]:
        """Remove the files of which no turn is named by a commit: what a check left that never got to its commit.

        Call it only where no check is between storing and committing. Their numbers are used again only if they were the
        last ones, which nobody has seen. Gives the names of the files.
        """
        removed = plan_removal({name: self._head(name) for name in self._names()}, named)
        for name in removed:
            self._files.remove(f"{self.folder}/{name}")
            self._heads.pop(name, None)
        self._turns.clear()
        self._labels.clear()
        return removed

    def _body(self, file: str) -> memoryview:
        """What a file holds behind its head; nothing of it fits its head any more if the file is gone."""
        return body_of(self._files.find_bytes(f"{self.folder}/{file}") or b"")

    def _next(self, named: Collection[str]) -> int:
        """The first number that no file name holds, whatever state the files are in, and no id that is named."""
        ends = [int(found[2] or found[1]) for found in map(_NAME.fullmatch, self._names()) if found]
        ends += [int(one[1:]) for one in named if STORED_ID.fullmatch(one)]
        return max(ends, default=0) + 1

    def _names(self) -> list[str]:
        names = (name.rpartition("/")[2] for name in self._files.list_names(self.folder))
        return [name for name in names if _NAME.fullmatch(name)]

    def _head(self, name: str) -> tuple[Stored, ...]:
        """The turns of a file; none if it is not what was stored."""
        known = self._heads.get(name)
        if known is None:
            try:
                known = parse_head(self._files.find_bytes(f"{self.folder}/{name}") or b"", name)
            except (ValueError, TypeError, KeyError, AttributeError):
                return ()
            self._heads[name] = known
        return known


def plan_put(
    units: Sequence[Unit],
    before: Sequence[Stored],
    *,
    session_id: str,
    next_id: int,
    at: str,
) -> Plan:
    """Which turns become of units and which files hold the new ones; the same input gives the same bytes. Pure."""
    known = {(stored.unit_id, stored.unit_sha): stored for stored in before}
    found: list[Stored | None] = []
    lines: list[Line] = []
    for place, unit in enumerate(units):
        earlier = known.get((unit.id, unit.sha))
        found.append(earlier)
        if earlier is None:
            data = content_of(unit.first, unit.messages)
            is_shown = place >= len(units) - LABELLED
            head = {
                "id": f"A{next_id + len(lines)}",
                "unit_id": unit.id,
                "unit_sha": unit.sha,
                "at": at,
                "tokens": unit.tokens,
                "label": label_of(unit.parts) if is_shown else "",
                "ids": ids_of(unit.parts) if is_shown else (),
                "sha256": digest(data),
            }
            lines.append(Line(data, head))
    size = 1 if len(lines) <= ALONE else len(lines)
    files = tuple(
        render_file(session_id, lines[start : start + size]) for start in range(0, len(lines), size)
    )
    heads = tuple(parse_head(data, name) for name, data in files)
    made = chain.from_iterable(heads)
    return Plan(tuple(earlier or next(made) for earlier in found), files, heads)


def plan_removal(heads: Mapping[str, Sequence[Stored]], named: Collection[str]) -> tuple[str, ...]:
    """The files of which no turn is named; one whose head can't be read stays: nobody knows what it holds. Pure."""
    return tuple(
        name
        for name, stored in sorted(heads.items())
        if stored and not any(turn.id in named for turn in stored)
    )


def parts_of_turn(turn: StoredTurn) -> tuple[Part, ...]:
    """The parts of a stored turn; each result carries the name of the tool that its call names."""
    parts = [
        part for place, message in enumerate(turn.messages) for part in parts_of(message, turn.first + place)
    ]
    names = {part.id: part.name for part in parts if part.kind == "call" and part.id}
    return tuple(
        part._replace(name=names.get(part.id, "")) if part.kind == "result" and not part.name else part
        for part in parts
    )


def _first_within(entries: Sequence[Stored], size: int) -> int:
    """The number of the oldest turn that is among the newest so many bytes."""
    left = size
    for stored in reversed(entries):
        left -= stored.end - stored.start
        if left < 0:
            return stored.number
    return 0


def _holds(name: str, number: int) -> bool:
    found = _NAME.fullmatch(name)
    return found is not None and int(found[1]) <= number <= int(found[2] or found[1])


def _read(stored: Stored, body: memoryview) -> StoredTurn:
    line = line_of(body, stored)
    if line is None:
        raise _changed(stored.id)
    return StoredTurn(stored, *parse_line(line))


def _changed(stored_id: str) -> RefusedError:
    return RefusedError(
        f"the stored turn {stored_id} is not what was stored: its file was changed or is gone; it is not given out",
        hint="the session's history still holds the turn: `daykeep session show`",
        details={"id": stored_id},
    )
