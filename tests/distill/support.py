"""A workspace for the tests of distillation: logs are given as readings with chosen scores, or written to disk."""

from __future__ import annotations

from datetime import UTC, date, datetime

from daykeep.distill.compare.known import Known, text_of
from daykeep.distill.compare.past import Past
from daykeep.distill.logs.reading import Reading
from daykeep.distill.outcomes import Extraction
from daykeep.distill.plan import Rules, plan_distill
from daykeep.memory.items import LESSON, Item, ItemLine
from daykeep.text.claims.features import claim_features

NOW = datetime(2026, 3, 15, 15, 0, tzinfo=UTC)
NOTHING = Past({}, {}, {}, {}, frozenset(), frozenset(), {}, {}, {}, {}, [], [])


class Words:
    """What texts are found by, without a file."""

    get = staticmethod(claim_features)

    def put(self, text, features):
        """Nothing is kept."""


def item(*texts, score=0.95, kind=LESSON, origin="agent", day=10, title="T"):
    """An item of these lines, from the log of a day in March."""
    lines = tuple(ItemLine(number, text, text) for number, text in enumerate(texts, 3))
    return Item(kind, title, date(2026, 3, day), f"memory/2026-03-{day:02}.md", lines, origin, score, "full")


def reading(*items, grown=False):
    """A log that holds these items."""
    first = items[0]
    features = tuple(claim_features(text_of(one)) for one in items)
    found = Extraction(list(items), [])
    return Reading(first.name, first.day, "0" * 64, 9, 0, grown, found=found, features=features)


def plan(*items, memory=(), past=NOTHING, waiting=(), rules=None, grown=False):
    """What becomes of items, each from a log of its own."""
    known = Known(list(memory), past, waiting, cache=Words())
    return plan_distill([reading(one, grown=grown) for one in items], known=known, rules=rules or Rules())


def statuses(planned):
    """What became of each item, in order."""
    return [outcome.status for outcome in planned.outcomes]
