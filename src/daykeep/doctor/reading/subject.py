"""What the checks of an agent's reading are given to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from daykeep.context.compaction.limits import Wanted
    from daykeep.context.instructions.model import Around


class Reading(NamedTuple):
    """Where an agent works (``around``), and where what it reads and keeps stands.

    ``cache`` is the user's cache folder of daykeep, None where there is none. ``conversation`` is a file to look at;
    None: the newest that Claude Code keeps of the folder. ``wanted`` are the thresholds of compaction that are set.
    """

    around: Around
    cache: Path | None
    conversation: Path | None
    wanted: Wanted
