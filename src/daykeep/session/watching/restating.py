"""Restates what has decayed in a session, on disk: the block is kept, and the records know when they were restated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.records.changes import get_record, tell_round
from daykeep.session.records.references import observe
from daykeep.session.records.store import change_register
from daykeep.session.watching.decay import Thresholds, find_decayed
from daykeep.session.watching.refresh import append_refresh, due, plan_refresh, restated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.files.store import Files
    from daykeep.session.records.model import Register
    from daykeep.session.units.model import Unit
    from daykeep.session.watching.refresh import Refresh


def brought_up(known: Register, units: Sequence[Unit], current_round: int | None = None) -> Register:
    """The register with the uses in these turns counted, at the round that is told or that they show."""
    return tell_round(observe(known, units), current_round)


def restate(
    files: Files,
    session_id: str,
    units: Sequence[Unit],
    *,
    names: Sequence[str] = (),
    thresholds: Thresholds | None = None,
    current_round: int | None = None,
    language: str = "en",
    at: str = "",
) -> Refresh:
    """Restate the records of these names, else all that is due; the block, for the end of the newest message of the user.

    Its uses are counted first, under the lock of the register. The block is kept in the session's ``refreshes.jsonl`` with the number
    of the newest message; nothing is kept where nothing is due. Raises UsageError for a name that is not registered.
    """
    made: list[Refresh] = []

    def change(known: Register) -> Register:
        known = brought_up(known, units, current_round)
        if names:
            wanted = [get_record(known, name) for name in names]
        else:
            wanted = (
                due(find_decayed(known.records, known.round, thresholds)) if known.round is not None else []
            )
        refresh = plan_refresh(wanted, language=language)
        made.append(refresh._replace(round=known.round, message=units[-1].last if units else 0, at=at))
        return restated(known, refresh)

    change_register(files, session_id, change)
    append_refresh(files, session_id, made[-1])
    return made[-1]
