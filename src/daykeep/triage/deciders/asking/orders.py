"""The order in which choices are put to a language model: shuffled, and both ways where its answer is close."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from daykeep.triage.model import CHOICES, Distribution

if TYPE_CHECKING:
    from daykeep.triage.protocols import UnitView

CLOSE_MARGIN = 0.1
"""Language models change 10 to 27 % of their answers with the order of the choices; nearly all of them are this close."""


def shuffled_order(view: UnitView) -> tuple[str, ...]:
    """The choices in an order that depends on the unit alone."""
    seed = f"{view.unit_id}\0{view.user}\0{view.outcome}"

    def place(name: str) -> bytes:
        return hashlib.sha256(f"{seed}\0{name}".encode("utf-8", "surrogatepass")).digest()

    return tuple(sorted(CHOICES, key=place))


def needs_second_look(answer: Distribution) -> bool:
    """Whether an answer is so close that the order of the choices may have made it."""
    return not answer.fault and answer.margin < CLOSE_MARGIN


def average(one: Distribution, other: Distribution) -> Distribution:
    """The mean of two answers about one unit; the first where the second can't be used."""
    if other.fault:
        return one
    shares = {name: (one.probabilities[name] + other.probabilities[name]) / 2 for name in CHOICES}
    return one._replace(probabilities=shares)
