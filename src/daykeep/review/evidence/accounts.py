"""Why a line is no longer in MEMORY.md, as far as a record says: archived, superseded, taken back, forgotten, undone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.memory.decisions import ADDING, APPROVED, REOPENED, VERDICTS
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.placing.titles import read_title
from daykeep.memory.sources import hash_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from daykeep.files.store import Files
    from daykeep.memory.leaving.archive import Archived

ARCHIVED, SUPERSEDED, TAKEN_BACK = "archived", "superseded", "taken back"
FORGOTTEN, UNDONE = "forgotten", "undone"

_TOMBSTONES = {"superseded": SUPERSEDED, "forget": FORGOTTEN}
_STRUCTURE = re.compile(
    r"\s*(?:#{1,6}(?:\s.*)?|(?:\*\*|__)[^*_]+(?:\*\*|__):?|[-*_=|:`~\s]+|```.*|~~~.*|<!--.*)\s*", re.DOTALL
)


class Reason(NamedTuple):
    """Why a line went: ``how`` is archived, superseded, taken back, forgotten or undone; ``item`` is what it is about.

    ``at`` is when (an instant, or the day of the archive), ``by`` who (empty where that is not on record); ``name``
    and ``number`` are where the line stands now, if it stands in the archive.
    """

    how: str
    at: str
    by: str = ""
    item: str = ""
    name: str = ""
    number: int = 0


class Accounts:
    """The records of what left memory, by the hash of the line.

    ``dead`` are lines that were taken back and not restored.
    """

    def __init__(self, files: Files, decisions: Sequence[Mapping[str, Any]]) -> None:
        self._archived: dict[str, Archived] = {hash_line(one.text): one for one in find_archived(files)}
        self._reasons: dict[str, Reason] = {}
        self.dead: set[str] = set()
        self._verdicts: dict[str, str] = {}
        """The last verdict on each item, by the item's id."""
        self._undone: dict[str, dict[str, Reason]] = {}
        """The lines that went with an approval that was undone, by its item."""
        for row in decisions:
            self._take(row)

    def find(self, line: str) -> Reason | None:
        """The reason on record for a line that is not in memory, None if there is none."""
        reason, archived = self._reasons.get(line), self._archived.get(line)
        if archived is None:
            return reason
        if reason is None or reason.how != SUPERSEDED:
            reason = Reason(ARCHIVED, archived.archived_on)
        return reason._replace(name=archived.name, number=archived.number)

    def _take(self, row: Mapping[str, Any]) -> None:
        kind = row.get("kind")
        at, by, item = (str(row.get(key, "")) for key in ("at", "by", "item"))
        lines = list(texts_in(row, "lines"))
        if kind == "tombstone":
            how = _TOMBSTONES.get(str(row.get("how", "")), TAKEN_BACK)
            self.dead.update(lines)
            self._reasons.update(dict.fromkeys(lines, Reason(how, at, by, item)))
        elif kind == "restore":
            self._lift(item, lines)
        elif kind == APPROVED:
            self._forget(line for line in lines if line not in self.dead)
            self._undone.pop(item, None)
            for line in texts_in(row, "replaces"):
                self._reasons.setdefault(line, Reason(SUPERSEDED, at, by, item))
        elif kind == REOPENED and self._verdicts.get(item) == APPROVED and row.get("action") in ADDING:
            self._undone[item] = dict.fromkeys(lines, Reason(UNDONE, at, by, item))
            for line, reason in self._undone[item].items():
                self._reasons.setdefault(line, reason)
        elif kind == "trust":
            self._approve(lines)
        if kind in VERDICTS:
            self._verdicts[item] = str(kind)

    def _lift(self, item: str, lines: Sequence[str]) -> None:
        """A tombstone is lifted. Where its item only waits again, that puts no line back."""
        self.dead.difference_update(lines)
        self._forget(lines)
        undone = self._undone.get(item, {})
        self._reasons.update({line: undone[line] for line in lines if line in undone})

    def _approve(self, lines: Sequence[str]) -> None:
        """What stands in an approved content was put back since it was undone."""
        reasons = [(line, self._reasons.get(line)) for line in lines]
        self._forget(line for line, reason in reasons if reason is not None and reason.how == UNDONE)
        for undone in self._undone.values():
            for line in lines:
                undone.pop(line, None)

    def _forget(self, lines: Iterable[str]) -> None:
        """These lines are wanted again: what was said before does not explain that they are missing."""
        for line in lines:
            self._reasons.pop(line, None)


def texts_in(row: Mapping[str, Any], key: str) -> Iterator[str]:
    """The texts in a list of a record; a record that was tampered with has none."""
    value = row.get(key)
    yield from (one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def is_structure(text: str) -> bool:
    """Whether a line carries no memory of its own: a heading, a title, a rule, a fence, a comment mark.

    >>> is_structure("## Lessons"), is_structure("- Set a limit")
    (True, False)
    """
    return _STRUCTURE.fullmatch(text) is not None or read_title(text) is not None
