"""``daykeep log backfill``: the logs of days that nobody logged, told from the conversations of those days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daykeep.cli.frame import PARTIAL
from daykeep.cli.searcher import shown_progress
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.cli.frame import Call


def backfill(call: Call, words: tuple[str, ...], at: str | None, given: Mapping[str, Any]) -> int | None:
    """Make what is missing; the exit code (10 where a conversation or a folder could not be read)."""
    from daykeep.app import current_folder
    from daykeep.operations.backfill import Wish, backfill_days

    if words:
        raise UsageError("`log backfill` takes no text", hint="name days with --since and --until")
    workspace = call.workspace(at=at)
    wish = Wish(given["since"], given["until"], given["sources"], given["dry_run"])
    with shown_progress(call, "Reading conversations") as progress:
        found = backfill_days(workspace, wish, folder=current_folder(), progress=progress)
    for note in found.notes:
        call.note(note)
    call.emit(found.as_json(), found.as_lines())
    return PARTIAL if found.done.problems else None
