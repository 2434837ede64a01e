"""daykeep's own triage as a policy of the replay: its real checks over a real session folder, with the rules as decider."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.costs.replay import Item, View
from daykeep.files.store import Files
from daykeep.session.history.store import SessionStore
from daykeep.session.units.group import sha_of
from daykeep.text.tokens import count_tokens
from daykeep.transcripts.usage.weigh import weigh_message
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.economics.verdict import expected_calls
from daykeep.triage.policy.policy import default_policy
from daykeep.triage.run.ask import Ask
from daykeep.triage.run.check import Staff, run_check
from daykeep.triage.run.desk import Desk
from daykeep.triage.signed.plan import STRIP_ALL

if TYPE_CHECKING:
    from datetime import datetime

    from benchmarks.costs.replay import Recording, Step
    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.economics.prices import Prices

SESSION = "replayed"


class Triage:
    """Checks the session before each call that is over the budget; nothing of what it does is special to the replay."""

    def __init__(
        self, recording: Recording, prices: Prices, *, budget: int, strategy: str = STRIP_ALL
    ) -> None:
        self.name = f"daykeep triage @{budget // 1000}k, {strategy}"
        self.strategy = strategy
        self.recording, self.prices, self.budget = recording, prices, budget
        files = Files(Path(tempfile.mkdtemp()), durable=False)
        sessions = SessionStore(files)
        start = next(one.at for one in recording.messages if one.at is not None)
        sessions.new(at=start, session_id=SESSION)
        self.desk = Desk(files, SESSION)
        self.staff = Staff(default_policy(), RuleDecider())
        self.done = 0
        self.last_at: datetime | None = None
        self.commits = 0
        self.reasons: list[str] = []
        self._items: dict[int, tuple[Message, Item]] = {}

    def view(self, step: Step) -> View:
        """The view at this call, after a check where one is due."""
        new = self.recording.messages[self.done : step.messages]
        self.desk.sessions.append(SESSION, [message._replace(usage=None) for message in new])
        self.done = step.messages
        items = self._read()
        size = self.recording.overhead + sum(item.tokens for item in items)
        if size > self.budget:
            idle = 0.0
            if self.last_at is not None and step.at is not None:
                idle = (step.at - self.last_at).total_seconds()
            at = step.at.isoformat() if step.at else ""
            ask = Ask(
                at,
                self.budget,
                tokens=size,
                prices=self.prices,
                idle_seconds=idle,
                remaining_calls=expected_calls(step.number, []),
                strategy=self.strategy,
            )
            report = run_check(self.desk, ask, self.staff)
            self.commits += report.did
            self.reasons.append(f"{step.number}: {report.outcome}: {report.reason}")
            items = self._read() if report.did else items
        self.last_at = step.at
        return View(items)

    def _read(self) -> tuple[Item, ...]:
        """The view's messages as pieces of a prompt; what was read before is not weighed again."""
        shown = self.desk.load().view.messages
        found = []
        for message in shown:
            held = self._items.get(id(message))
            if held is None or held[0] is not message:
                held = (message, Item(sha_of([message]), weigh_message(message, count_tokens)))
                self._items[id(message)] = held
            found.append(held[1])
        return tuple(found)
