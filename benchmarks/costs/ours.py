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
from daykeep.transcripts.usage.usage import Usage
from daykeep.transcripts.usage.weigh import weigh_message
from daykeep.triage.deciders.rules import RuleDecider
from daykeep.triage.economics.realised import Prediction, compare
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
        self._predicted: Prediction | None = None
        self._errors: list[float] = []
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
            self._predicted = self._prediction(report.check_id) if report.did else None
            self.reasons.append(f"{step.number}: {report.outcome}: {report.reason}")
            items = self._read() if report.did else items
        self.last_at = step.at
        return View(items)

    def tell(self, _step: Step, cached: int, created: int) -> None:
        """Hear what the call after a commit really read: its prediction is held against it."""
        if self._predicted is not None:
            usage = Usage(0, cached, created, 0, cached + created)
            self._errors.append(compare(self._predicted, usage).error)
            self._predicted = None

    def error(self) -> float | None:
        """How far the predictions were off on average, as a share of the prompt; None without any."""
        return sum(self._errors) / len(self._errors) if self._errors else None

    def _prediction(self, check_id: str) -> Prediction | None:
        record = next((one for one in self.desk.log.checks() if one["check_id"] == check_id), {})
        said = record.get("predicted")
        return Prediction(said["cached"], said["created"]) if said else None

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
