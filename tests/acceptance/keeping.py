"""The moves of a workspace, called in this process: log, distil, take back. Shared by the machine and its dying children."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from functools import cached_property
from pathlib import Path

from daykeep.daily.entry import Entry
from daykeep.daily.log import Logged, append_entry
from daykeep.distill.run import Place, Report, Rules, Window, distill
from daykeep.files.store import Files
from daykeep.git.history import History, HistoryOff, open_history
from daykeep.review.takeback.revert import apply_revert, plan_revert

AUTHOR = "daykeep <daykeep@localhost>"
MEMORY = "MEMORY.md"


class Keeper:
    """One process's view of a workspace in UTC."""

    def __init__(self, root: Path) -> None:
        self.files = Files(root, durable=False)

    @cached_property
    def history(self) -> History | HistoryOff:
        return open_history(self.files.root)

    def log(self, day: date, text: str, *, kind: str) -> Logged:
        at = datetime.combine(day, time(12), tzinfo=UTC)
        return append_entry(self.files, Entry(kind=kind, at=at, text=text), language="en")

    def distill(self, day: date, *, force: bool = False, dry_run: bool = False) -> Report:
        now = datetime.combine(day, time(23), tzinfo=UTC)
        place = Place(MEMORY, "en", now, self.history, AUTHOR, rules=Rules(profile="classic"))
        return distill(self.files, Window(None, None, force), place, dry_run=dry_run)

    def take_back(self, day: date, target: str) -> str | None:
        """Revert an item or a commit; the new commit."""
        now = datetime.combine(day, time(23), tzinfo=UTC)
        plan = plan_revert(self.files, self.history, target, memory=MEMORY)
        return apply_revert(self.files, self.history, plan, now=now, author=AUTHOR)
