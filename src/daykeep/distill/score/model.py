"""Linear models over features and hashed words, in whole numbers: the same answer on every machine."""

from __future__ import annotations

import json
from functools import cache
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.distill.score.features import (
    SECTION_FEATURES,
    all_line_features,
    section_features,
    section_tokens,
)
from daykeep.distill.score.tokens import word_keys
from daykeep.memory.items import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.distill.score.reading import Line, Reading

FORMAT = 1
WEIGHT_FILE = "weights.json"
PAIRED, UNPAIRED = KINDS[:2], KINDS[2:]
"""Lessons and fixes, which are told from the others first."""
GRAIN = 1000
"""Weights are thousandths of a logit."""
_ROOT_BITS = 20


class Head(NamedTuple):
    """One linear model: what is added for a feature that is there, and for a word over the root of their number.

    Words are counted apart in each space: a heading's few weigh as much together as a body's many.
    """

    bias: int
    features: tuple[int, ...]
    words: dict[int, int]

    def score(self, features: Iterable[int], words: Iterable[Sequence[int]]) -> int:
        """The sum in thousandths of a logit; ``words`` holds the buckets of each space."""
        weights = self.features
        get = self.words.get
        total = self.bias + sum([weights[place] for place in features])
        for space in words:
            found = sum([get(word, 0) for word in space])
            if found:
                total += (found << (_ROOT_BITS // 2)) // isqrt(len(space) << _ROOT_BITS)
        return total


class Weights(NamedTuple):
    """What was learned: a head for each question and how its sums become probabilities.

    ``heads`` has durable, lesson_fix, line and one head for each kind. ``curve`` maps sums of durable to probabilities
    in ten-thousandths, as rising corners with straight lines between them. ``keep`` and ``pair`` are sums from which
    a section is kept, and is a lesson or a fix; ``line`` is the sum from which a line of it is.
    """

    heads: dict[str, Head]
    curve: tuple[tuple[int, int], ...]
    keep: int
    pair: int
    line: int

    def probability(self, total: int) -> float:
        """The calibrated probability of a durable sum, with four digits."""
        return _on_curve(self.curve, total) / 10_000


class Judgement(NamedTuple):
    """What the model says of a section: its sum, the probability that a person keeps it, and its kind."""

    total: int
    score: float
    kind: str


@cache
def load_weights() -> Weights:
    """The weights that ship with the package; read once."""
    return parse_weights(Path(__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8"))


def parse_weights(text: str) -> Weights:
    """Read what :func:`render_weights` wrote. Raises ValueError if it is of another format or another lexicon."""
    data = json.loads(text)
    if data["format"] != FORMAT or data["features"] != len(SECTION_FEATURES):
        raise ValueError("the weights don't fit this version's features; train them again")
    heads = {name: _parse_head(head) for name, head in data["heads"].items()}
    curve = tuple((total, probability) for total, probability in data["curve"])
    return Weights(heads, curve, data["keep"], data["pair"], data["line"])


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
        "format": FORMAT, "features": len(SECTION_FEATURES), "curve": [list(corner) for corner in weights.curve],
        "keep": weights.keep, "pair": weights.pair, "line": weights.line, "heads": heads,
    }  # fmt: skip
    return json.dumps(data, separators=(",", ":")).replace('},"', '},\n"') + "\n"


def section_words(reading: Reading) -> list[list[int]]:
    """The buckets of a section's words in each of SPACES."""
    return [
        [word for token in sorted(tokens) for word in word_keys(space, token)]
        for space, tokens in enumerate(section_tokens(reading))
    ]


def line_words(line: Line) -> list[list[int]]:
    """The buckets of a line's words, in one space."""
    return [[word for token in sorted(set(line.tokens)) for word in word_keys(0, token)]]


def judge(reading: Reading, weights: Weights) -> Judgement:
    """Judge a section; the kind of one below ``weights.keep`` is empty."""
    features, words = section_features(reading), section_words(reading)
    heads = weights.heads
    total = heads["durable"].score(features, words)
    kind = ""
    if total >= weights.keep:
        sums = {name: heads[name].score(features, words) for name in KINDS}
        pair = heads["lesson_fix"].score(features, words)
        pool = PAIRED if pair_sum(total, pair, sums) >= weights.pair else UNPAIRED
        kind = max(pool, key=lambda name: (sums[name], name))
    return Judgement(total, weights.probability(total), kind)


def pair_sum(total: int, pair: int, sums: Mapping[str, int]) -> int:
    """How much speaks for a lesson or a fix: that it is durable, is like one, and unlike the other kinds."""
    return total + pair // 2 + max(sums[name] for name in PAIRED) - max(sums[name] for name in UNPAIRED)


def score_lines(reading: Reading, weights: Weights) -> list[int]:
    """The sum of each line of a section: from ``weights.line`` on it is one of those that carry the knowledge."""
    head = weights.heads["line"]
    sums = []
    for line, features in zip(reading.lines, all_line_features(reading), strict=True):
        sums.append(head.score(features, line_words(line)))
    return sums


def reasons(reading: Reading, weights: Weights, top: int = 6) -> list[tuple[str, float]]:
    """The features that moved a section's sum most, with their weights in logits, strongest first."""
    head = weights.heads["durable"]
    parts = [
        (SECTION_FEATURES[place], head.features[place] / GRAIN)
        for place in section_features(reading)
        if head.features[place]
    ]
    return sorted(parts, key=lambda part: (-abs(part[1]), part[0]))[:top]


def _on_curve(curve: Sequence[tuple[int, int]], total: int) -> int:
    left = curve[0]
    if total <= left[0]:
        return left[1]
    for right in curve[1:]:
        if total < right[0]:
            return left[1] + (right[1] - left[1]) * (total - left[0]) // (right[0] - left[0])
        left = right
    return left[1]
