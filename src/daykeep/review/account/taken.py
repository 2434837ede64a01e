"""Lines that somebody asked daykeep to take out of a file, and that nobody has approved there since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.memory.decisions import ADDING, APPROVED, DECISIONS_FILE, LINES, REOPENED
from daykeep.review.account.versions import is_own_write
from daykeep.review.evidence.accounts import texts_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from daykeep.files.encoding import Document
    from daykeep.files.store import Files


def lines_taken_out(rows: Iterable[Mapping[str, Any]], name: str, sha256: str) -> frozenset[str]:
    """The lines, by hash, whose last record about this file says that they left it: forgotten, superseded, undone.

    ``rows`` are the records in their order. Whoever puts such a line back answers for it, also where the content has an
    older approval. That ends once that very record is taken back, once it is approved or written again, and once a person
    approves the file as a whole with this content (``sha256``).
    """
    taken: dict[str, str] = {}
    for row in rows:
        kind, left = row.get("kind"), row.get("left")
        if kind in {"tombstone", REOPENED} and isinstance(left, dict):
            for line in texts_in(left, name):
                taken.setdefault(line, str(row.get("item", "")))
        elif kind == "restore":  # what another deed had taken out, and a hand put back, stays with that hand
            _drop(taken, [line for line in texts_in(row, "lines") if taken.get(line) == row.get("item", "")])
        elif kind == APPROVED and row.get("action") in ADDING:
            _drop(taken, texts_in(row, "lines"))
        elif kind in {"trust", LINES} and row.get("name") == name:
            _drop(taken, texts_in(row, "lines"))
            if kind == "trust" and row.get("sha256") == sha256 and not is_own_write(row):
                taken.clear()  # an approval of old tells no lines
    return frozenset(taken)


def taken_out_of(files: Files, document: Document | None) -> frozenset[str]:
    """The lines, by hash, that were taken out of a file as it is now; none without the file. See `lines_taken_out`."""
    if document is None:
        return frozenset()
    return lines_taken_out(files.find_records(DECISIONS_FILE)[0], document.name, document.sha256)


def _drop(taken: dict[str, str], lines: Iterable[str]) -> None:
    for line in lines:
        taken.pop(line, None)
