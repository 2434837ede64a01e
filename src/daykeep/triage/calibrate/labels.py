"""Labelled turns: what a decider said about each, and what a person says should become of it."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.model import CHOICES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SUM_TOLERANCE = 0.02


class Labelled(NamedTuple):
    """One turn: the probability of each choice, the action that a person chose, and whether facts are in it.

    ``tokens`` is what it costs (1 where that isn't known), ``pinned`` that it is protected anyway.
    """

    probabilities: Mapping[str, float]
    label: str
    bears_facts: bool
    tokens: int = 1
    pinned: bool = False

    @property
    def top(self) -> str:
        """The most likely choice; of equals the mildest."""
        return max(CHOICES, key=lambda name: self.probabilities[name])


class LabelProblem(NamedTuple):
    """What is wrong with a line of labels, from 1."""

    line: int
    message: str


def read_labels(lines: Iterable[str]) -> tuple[list[Labelled], list[LabelProblem]]:
    """The labelled turns of JSON lines, and the lines that are none; empty lines are passed over.

    Each is an object with ``probabilities`` (or ``probs``), ``label`` and, where known, ``facts`` (True or False; without it whatever isn't
    labelled drop bears some), ``tokens`` and ``pinned``. Records of the log of triage have the first of these already.
    """
    rows: list[Labelled] = []
    problems: list[LabelProblem] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            rows.append(_read(json.loads(line)))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            problems.append(LabelProblem(number, str(error) or "no labelled turn"))
    return rows, problems


def _read(given: object) -> Labelled:
    if not isinstance(given, dict):
        raise TypeError("a labelled turn is an object")
    shares = given.get("probs", given.get("probabilities"))
    label = given.get("label")
    if not isinstance(shares, dict) or not set(shares) <= set(CHOICES):
        raise ValueError(f"`probabilities` must have one for some of {', '.join(CHOICES)}")
    if label not in CHOICES:
        raise ValueError(f"label must be one of {', '.join(CHOICES)}")
    values = {name: float(shares.get(name, 0.0)) for name in CHOICES}
    if not all(math.isfinite(value) and 0.0 <= value <= 1.0 for value in values.values()):
        raise ValueError("a probability is no number from 0 to 1")
    if abs(sum(values.values()) - 1.0) > SUM_TOLERANCE:
        raise ValueError(f"the probabilities add up to {sum(values.values()):.3f}")
    facts = given.get("facts", given.get("bears_facts", label != "drop"))
    tokens = given.get("tokens", 1)
    if not isinstance(tokens, int) or tokens < 0:
        raise ValueError("tokens must be a whole number")
    return Labelled(values, str(label), bool(facts), tokens, bool(given.get("pinned", False)))
