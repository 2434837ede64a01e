"""Linear models over features and hashed words, in whole numbers: the same answer on every machine."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from daykeep.distill.score.features import GATE_FEATURES, LINE_FEATURES, SECTION_FEATURES
from daykeep.memory.items import KINDS

FORMAT = 2
WEIGHT_FILE = "weights.json"
PAIRED, UNPAIRED = KINDS[:2], KINDS[2:]
"""Lessons and fixes, which are told from the others first."""
GRAIN = 1000
"""Weights are thousandths of a logit."""
ROOT_BITS = 20
"""Roots are taken with ten binary digits after the point, in whole numbers."""
_SIZES = {"line": len(LINE_FEATURES), "gate": len(GATE_FEATURES)}


class Head(NamedTuple):
    """One linear model: what is added for a feature that is there, and for a word over the root of their number.

    Words are counted apart in each space: a heading's few weigh as much together as a body's many.
    """

    bias: int
    features: tuple[int, ...]
    words: dict[int, int]


class Weights(NamedTuple):
    """What was learned: a head for each question and how its sums become probabilities.

    ``heads`` has durable, lesson_fix, line, gate and one head for each kind. ``curve`` maps sums of durable to
    probabilities in ten-thousandths, as rising corners with straight lines between them. From these sums on: a section
    is looked at (``gate``), is kept (``keep``), is a lesson or a fix (``pair``), and a line of it is kept (``line``).
    """

    heads: dict[str, Head]
    curve: tuple[tuple[int, int], ...]
    gate: int
    keep: int
    pair: int
    line: int

    def probability(self, total: int) -> float:
        """The calibrated probability of a durable sum, with four digits."""
        corners = self.curve
        left = corners[0]
        if total <= left[0]:
            return left[1] / 10_000
        for right in corners[1:]:
            if total < right[0]:
                rise = (right[1] - left[1]) * (total - left[0]) // (right[0] - left[0])
                return (left[1] + rise) / 10_000
            left = right
        return left[1] / 10_000


@cache
def load_weights() -> Weights:
    """The weights that ship with the package; read once."""
    return parse_weights(Path(__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8"))


def parse_weights(text: str) -> Weights:
    """Read what :func:`render_weights` wrote. Raises ValueError if they are of another format or other features."""
    data = json.loads(text)
    heads = {name: _parse_head(head) for name, head in data["heads"].items()}
    fitting = all(
        len(head.features) == _SIZES.get(name, len(SECTION_FEATURES)) for name, head in heads.items()
    )
    if data["format"] != FORMAT or not fitting:
        raise ValueError("the weights don't fit this version's features; train them again")
    curve = tuple((total, probability) for total, probability in data["curve"])
    return Weights(heads, curve, data["gate"], data["keep"], data["pair"], data["line"])


def _parse_head(data: dict[str, Any]) -> Head:
    return Head(
        data["bias"], tuple(data["features"]), dict(zip(data["buckets"], data["weights"], strict=True))
    )


def render_weights(weights: Weights) -> str:
    """The weights as the text of the weight file; equal weights give equal bytes."""
    heads = {
        name: {
            "bias": head.bias,
            "features": list(head.features),
            "buckets": sorted(head.words),
            "weights": [head.words[bucket] for bucket in sorted(head.words)],
        }
        for name, head in sorted(weights.heads.items())
    }
    data = {
        "format": FORMAT, "curve": [list(corner) for corner in weights.curve],
        "gate": weights.gate, "keep": weights.keep, "pair": weights.pair, "line": weights.line, "heads": heads,
    }  # fmt: skip
    return json.dumps(data, separators=(",", ":")).replace('},"', '},\n"') + "\n"
