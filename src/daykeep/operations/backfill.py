"""Days that nobody logged are told from the conversations that were held on them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.app import home_folder
from daykeep.clock import parse_day
from daykeep.errors import UsageError
from daykeep.session.backfill.rebuild import MADE, Manner, rebuild_days
from daykeep.session.backfill.sources import OWN, full_source
from daykeep.transcripts.places import AUTO, SETTING, Surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date
    from pathlib import Path

    from daykeep.app import Workspace
    from daykeep.session.backfill.rebuild import Rebuilding


class Wish(NamedTuple):
    """Which days are wished, as a person names them ("" for all that are over), and from which conversations.

    ``sources`` are agents (``claude``, ``codex:all``), files or folders; none for those that the settings name, else this workspace's.
    """

    since: str = ""
    until: str = ""
    sources: Sequence[str] = ()
    dry_run: bool = False


class Backfilled(NamedTuple):
    """What was done, and what a person should hear about it."""

    done: Rebuilding
    dry_run: bool
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The outcome of each day as JSON values."""
        days = [{**day._asdict(), "day": day.day.isoformat()} for day in self.done.days]
        made = sum(day.outcome == MADE for day in self.done.days)
        return {"dry_run": self.dry_run, "conversations": self.done.conversations, "made": made, "days": days}

    def as_lines(self) -> list[str]:
        """The outcome of each day, a line for each."""
        words = {
            "made": "would be made" if self.dry_run else "made",
            "left": "left alone",
            "empty": "nothing to tell",
        }
        lines = [f"{day.day}  {words[day.outcome]}: {day.reason}" for day in self.done.days]
        return lines or ["there are no conversations of those days"]


def backfill_days(
    workspace: Workspace, wish: Wish, *, folder: Path, progress: Callable[[int, int], None] | None = None
) -> Backfilled:
    """Make the logs of past days that have none; see `session.backfill`. Paths are told from ``folder``.

    Today is not over: its sessions log it when they end. UsageError for a day that can't be read.
    """
    notes = []
    until = _day(workspace, wish.until)
    yesterday = workspace.day - timedelta(days=1)
    if until is not None and until > yesterday:
        notes.append("today is not over: its sessions log it when they end")
    since = _day(workspace, wish.since)
    last = min(until or yesterday, yesterday)
    if since is not None and since > (until or since):
        raise UsageError("--since is a later day than --until")
    sources = [full_source(one, folder) for one in wish.sources]
    if any("," in one for one in sources):
        raise UsageError("a source holds a comma", hint="give --from once for each")
    if not sources:
        sources = [str(workspace.settings[SETTING]) or AUTO, OWN]
    around = Surroundings(home_folder(workspace.environ), workspace.root, workspace.environ)
    manner = Manner(since, last, workspace.zone.info, workspace.language, wish.dry_run)
    done = rebuild_days(workspace.files, sources, around, manner, progress=progress)
    return Backfilled(done, wish.dry_run, (*notes, *(_named(one, wish) for one in done.problems)))


def _named(problem: str, wish: Wish) -> str:
    """A problem with the name of what the person wrote: their --from, or the setting."""
    written = problem.removeprefix(f"{SETTING}: ")
    return f"--from: {written}" if wish.sources and written != problem else problem


def _day(workspace: Workspace, text: str) -> date | None:
    return parse_day(text, now=workspace.now, zone=workspace.zone) if text else None
