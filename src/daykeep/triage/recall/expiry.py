"""Recalled text leaves the view again: it was needed for a question, and its original is stored anyway. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.session.recalled import is_recalled
from daykeep.session.units.model import RESULT
from daykeep.triage.stored.model import STORED_ID, recalls_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.store import Files
    from daykeep.session.units.model import Unit
    from daykeep.triage.recall.envelope import RecallResult

TTL_UNITS = 2
"""A recalled text stays in the view for the unit in which it was asked for and so many after it."""


class Expired(NamedTuple):
    """A recall whose result is to be masked: its unit, its call, and the stored turns that it gave."""

    unit_id: str
    call_id: str
    stored_ids: tuple[str, ...]


def expired_recalls(units: Sequence[Unit], *, ttl_units: int = TTL_UNITS) -> tuple[Expired, ...]:
    """The results of recalls that more than ``ttl_units`` units stand behind, oldest first.

    Decided by the history alone, so that the same history always gives the same answer. The result is masked, never stored
    again: its mask names the turns where the originals are.
    """
    newest = units[-1].number if units else 0
    return tuple(
        Expired(unit.id, part.id, _ids_in(part.text))
        for unit in units
        if newest - unit.number > ttl_units
        for part in unit.parts
        if part.kind == RESULT and is_recalled(part)
    )


def recall_mask(expired: Expired) -> str:
    """What stands in the place of an expired result.

    >>> recall_mask(Expired("U3", "t1", ("A4",)))
    '[recalled text of A4 was here; recall it again if you need it]'
    """
    named = ", ".join(expired.stored_ids) or "stored turns"
    return f"[recalled text of {named} was here; recall it again if you need it]"


def note_recall(files: Files, session_id: str, result: RecallResult, *, at: str, wanted: str) -> None:
    """Note that something was recalled, by ids alone: what was asked for in words is kept as its length."""
    by_id = bool(STORED_ID.fullmatch(wanted.strip().upper()))
    record = {
        "v": 1,
        "at": at,
        "by": "id" if by_id else "words",
        "stored": list(result.stored_ids),
        "tokens": result.tokens,
        "cut": result.is_cut,
    }
    files.append_records(recalls_file(session_id), [record])


def recalled_ids(files: Files, session_id: str) -> dict[str, int]:
    """How often each stored turn was recalled in a session."""
    records, _ = files.find_records(recalls_file(session_id))
    counted: dict[str, int] = {}
    for record in records:
        for name in record.get("stored", ()):
            counted[str(name)] = counted.get(str(name), 0) + 1
    return counted


def _ids_in(text: str) -> tuple[str, ...]:
    """The stored turns that an envelope names; none if the text is none any more."""
    try:
        given: Any = json.loads(text)
    except (ValueError, RecursionError):
        return ()
    if not isinstance(given, dict):
        return ()
    hits = given.get("hits")
    found = hits if isinstance(hits, list) else [given]
    also = given.get("also")
    ids = [str(each.get("id")) for each in found if isinstance(each, dict)]
    ids += [str(each).partition(" ")[0] for each in also] if isinstance(also, list) else []
    return tuple(dict.fromkeys(name for name in ids if STORED_ID.fullmatch(name)))
