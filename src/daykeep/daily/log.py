"""Appending an entry to the user's day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.daily.door import pass_door
from daykeep.daily.entry import Entry, Rendered, render_entry
from daykeep.daily.names import daily_file
from daykeep.files.encoding import decode

if TYPE_CHECKING:
    from daykeep.files.store import Files, Tail
    from daykeep.guard.findings import Findings


class Logged(NamedTuple):
    """Where an entry stands and what its door found.

    ``first_line`` and ``last_line`` are the entry's own lines, None while it waits in the spool; ``offset`` is the
    byte at which the append began.
    """

    name: str
    first_line: int | None
    last_line: int | None
    offset: int
    created: bool
    spooled: bool
    quarantined: str | None
    origin: str
    findings: Findings

    def as_json(self) -> dict[str, Any]:
        """The place and the findings as JSON values; kinds of secrets, never the secrets."""
        findings = self.findings
        return {
            **{name: value for name, value in self._asdict().items() if name != "findings"},
            "masked": [secret.kind for secret in findings.masked],
            "repaired": findings.repaired,
            "nuls": findings.nuls,
            "hidden": [f"U+{hidden.code:04X}" for hidden in findings.hidden],
        }


def append_entry(files: Files, entry: Entry, *, language: str, wait: bool = True) -> Logged:
    """Append ``entry`` to the log of its day and return where it stands; durable when it returns.

    The log's other bytes stay as they are; the log and its folder are made if missing. Without the lock within
    its time (or at once, if not ``wait``) the entry is spooled and merged by the next writer. Raises UsageError,
    RefusedError (guards) or StorageError (nothing was written).
    """
    checked, findings = pass_door(entry)
    name = daily_file(entry.at.date())
    rendered: list[Rendered] = []

    def make(tail: Tail) -> bytes:
        rendered[:] = [render_entry(checked, tail, language=language)]
        return rendered[0].data

    appended = files.append(name, make, wait=wait)
    first = last = None
    if not appended.spooled:
        first = _lines_before(files, name, appended.offset) + rendered[0].lead_lines + 1
        last = first + rendered[0].entry_lines - 1
    return Logged(
        name=name,
        first_line=first,
        last_line=last,
        offset=appended.offset,
        created=appended.created,
        spooled=appended.spooled,
        quarantined=appended.quarantined,
        origin=checked.origin,
        findings=findings,
    )


def notes_on(logged: Logged) -> list[str]:
    """What a person should hear about an entry that was logged: masked secrets, repairs, a spool, a quarantine."""
    notes = logged.findings.notes
    if logged.spooled:
        notes.append(f"{logged.name} is in use: the entry waits in the spool, the next writer merges it")
    if logged.quarantined:
        notes.append(f"an earlier writer left a half entry; it was moved to {logged.quarantined}")
    return notes


def _lines_before(files: Files, name: str, offset: int) -> int:
    """How many lines stand before ``offset``, a last one without a line end too; the log only grows."""
    before = files.find_bytes(name, limit_bytes=offset) or b"" if offset else b""
    if b"\0" in before:
        return len(decode(before, name).texts)
    lone_returns = before.count(b"\r") - before.count(b"\r\n") if b"\r" in before else 0
    is_open = before not in _EMPTY and not before.endswith((b"\n", b"\r"))
    return before.count(b"\n") + lone_returns + is_open - before.endswith(b"\r")


_EMPTY = (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
"""Files that hold nothing, or nothing but the mark of their encoding."""
