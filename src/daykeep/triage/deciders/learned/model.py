"""A linear model over features, in whole numbers: the same answer on every machine."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

FORMAT = 1
WEIGHT_FILE = "weights.json"
GRAIN = 1000
"""Weights are thousandths of a logit."""


class Weights(NamedTuple):
    """What was learned: where the sum starts, and what each feature adds to it."""

    bias: int
    features: Mapping[str, int]

    def probability(self, found: Collection[str]) -> float:
        """The probability that a turn with these features is chatter, with four digits."""
        total = self.bias + sum(self.features.get(name, 0) for name in found)
        return round(1.0 / (1.0 + math.exp(-max(-40_000, min(40_000, total)) / GRAIN)), 4)


@cache
def load_weights() -> Weights:
    """The weights that ship with the package; read once."""
    return parse_weights(Path(__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8"))


def parse_weights(text: str) -> Weights:
    """Read what :func:`render_weights` wrote. Raises ValueError if it is of another format."""
    data = json.loads(text)
    if data["format"] != FORMAT:
        raise ValueError("the weights don't fit this version; train them again")
    return Weights(data["bias"], data["features"])


def render_weights(weights: Weights) -> str:
    """The weights as the text of the weight file; equal weights give equal bytes."""
    data = {"format": FORMAT, "bias": weights.bias, "features": dict(sorted(weights.features.items()))}
    return json.dumps(data, indent=1) + "\n"
