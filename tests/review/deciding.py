"""A person's desk in a workspace with a memory and a log, and what they decide there."""

from __future__ import annotations

from datetime import date

from daykeep.git.history import HistoryOff
from daykeep.memory.leaving.budget import Limits
from daykeep.review.verdict.decide import Decision, Desk, decide
from tests.git.playground import AUTHOR, NOON
from tests.review.proposal_contract import LOG

MEMORY = "# Memory\n\n## Lessons\n\n- Drink water\n"
LIMIT = "- Set a limit on every request"
OFF = HistoryOff("no git repository here", "")


def desk_of(history):
    return Desk(
        memory="MEMORY.md",
        language="en",
        now=NOON,
        day=date(2026, 3, 10),
        history=history,
        author=AUTHOR,
        by="ada",
        limits=Limits(12_000, 200),
    )


def write_memory(playground):
    """Write MEMORY.md and the log that the items come from; the path of MEMORY.md."""
    playground.write("MEMORY.md", MEMORY)
    playground.write(LOG, f"# Tuesday\n\n## Lesson\n{LIMIT}\n- Retry what is idempotent\n")
    return playground.root / "MEMORY.md"


def decide_all(files, store, desk, made, *statuses, edited=None):
    """Decide about the first items of a proposal, in their order."""
    decisions = [
        Decision(made.id, item.id, status, edited) for item, status in zip(made.items, statuses, strict=False)
    ]
    return decide(files, store, decisions, desk)


class Forgetful:
    """A store that is not told what was decided: as after a kill just before."""

    def __init__(self, store):
        self._store = store

    def find(self, proposal_id):
        return self._store.find(proposal_id)

    def decide(self, *arguments, **options):
        return None
