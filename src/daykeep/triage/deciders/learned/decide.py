"""The learned decider: the rules, with a learned probability for what only small talk can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.session.units.model import PERSON
from daykeep.triage.deciders.learned.features import find_features
from daykeep.triage.deciders.learned.model import load_weights
from daykeep.triage.deciders.rules import distribution_of, judge
from daykeep.triage.model import CHOICES, DROP, KEEP, Distribution
from daykeep.triage.protocols import DeciderLimits
from daykeep.triage.talk.message import read_message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.deciders.learned.model import Weights
    from daykeep.triage.protocols import TriageState, UnitView


class LearnedDecider:
    """Says of small talk how likely it is chatter; how the rest is shared, and all about other turns, the rules say.

    Its probability of drop was learned from short exchanges; docs/explanation/deciders.md has how far it can be believed.
    Nothing leaves this machine.
    """

    name = "learned"
    version = "1"
    limits = DeciderLimits(max_questions=1_000_001)
    is_local = True

    def __init__(self, weights: Weights | None = None) -> None:
        self._weights = weights or load_weights()

    def decide(self, state: TriageState) -> Sequence[Distribution]:
        """One distribution for each unit of the state, in their order."""
        return [self._decide(view) for view in state.units]

    def _decide(self, view: UnitView) -> Distribution:
        by_rules = distribution_of(view, judge(view))
        if not read_message(view.said_by(PERSON)).is_small:
            return by_rules
        drop, ruled = self._weights.probability(find_features(view)), by_rules.probabilities
        rest = 1.0 - ruled[DROP]
        shares = {
            name: (1.0 - drop) * ruled[name] / rest if rest > 0 else (1.0 - drop) * (name == KEEP)
            for name in CHOICES
            if name != DROP
        }
        found = Distribution(view.unit_id, {**shares, DROP: drop})
        return found._replace(
            why=by_rules.why if found.top == by_rules.top else "as learned from other exchanges"
        )
