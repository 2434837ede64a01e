"""What a statement shows, weighed: a linear model over traits, signs and words, learned from labelled statements."""

from __future__ import annotations

import json
import math
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from daykeep.memory.notes.deciding.features.chinese import chinese_signs
from daykeep.memory.notes.deciding.features.english import english_signs
from daykeep.memory.notes.deciding.features.lookups import derivable_signs, kept_pattern
from daykeep.memory.notes.deciding.features.traditional import read_simplified
from daykeep.memory.notes.deciding.features.traits import load_traits
from daykeep.memory.notes.deciding.features.words import read_words
from daykeep.text.language import language_of

WEIGHT_FILE = "weights.json"
GRAIN = 100
"""Weights are hundredths of a logit."""
LIMIT_CHARS = 2_000
"""What a statement is shows in its beginning."""
TRAIT, SIGN, DERIVED, WORD = "t", "s", "d", "w"
"""The kinds of features; the name of a feature begins with its kind and a colon."""
_REMEMBERED = 256
"""So many texts are not looked through anew: each sentence of a conversation is asked about several times in a row."""
_SPACES = re.compile(r"\s{2,}")


class Shown(NamedTuple):
    """What a statement shows: the features, each with the words that show it, and how many of them are words."""

    features: dict[str, str]
    words: int

    def strength(self, name: str) -> float:
        """How much a feature counts: words share theirs, the root of their number, and others count one."""
        return 1 / math.sqrt(self.words) if name.startswith(WORD) else 1.0


class Head(NamedTuple):
    """One question: its answers, what each has from the start, and what each feature adds to each of them."""

    answers: tuple[str, ...]
    biases: tuple[int, ...]
    weights: dict[str, tuple[int, ...]]


@lru_cache(maxsize=_REMEMBERED)
def show(text: str, *, language: str = "") -> Shown:
    """Everything that the questions are asked of; of a long text the beginning. Chinese signs count in Chinese texts.

    What was found is shared by all who ask for the same text: it is read, and never changed.
    """
    beginning = _SPACES.sub(_one_space, text[: 2 * LIMIT_CHARS].replace("’", "'").strip())[:LIMIT_CHARS]
    read = read_simplified(beginning)
    chinese = chinese_signs() if (language or language_of(beginning)) == "zh" else ()
    patterns = [
        *((f"{TRAIT}:{trait.name}", trait.pattern) for trait in load_traits()),
        *((f"{SIGN}:en{place}", pattern) for place, pattern in enumerate(english_signs())),
        *((f"{SIGN}:zh{place}", pattern) for place, pattern in enumerate(chinese)),
        *((f"{DERIVED}:{place}", sign.pattern) for place, sign in enumerate(derivable_signs())),
        (f"{DERIVED}:kept", kept_pattern()),
    ]
    features: dict[str, str] = {}
    for name, pattern in patterns:
        match = pattern.search(read)
        if match is not None:
            same_length = len(read) == len(beginning)
            start, end = match.span()
            features[name] = (beginning if same_length else read)[start:end]
    words = read_words(read)
    features.update((f"{WORD}:{word}", word) for word in sorted(words))
    return Shown(features, len(words))


def _one_space(spaces: re.Match[str]) -> str:
    """Runs of spaces tell nothing, and cost the patterns much."""
    return "\n" if "\n" in spaces[0] else " "


@cache
def load_heads() -> dict[str, Head]:
    """The questions with the weights that ship with the package: ``type`` and ``refuse``; read once."""
    return parse_heads(Path(__file__).with_name(WEIGHT_FILE).read_text(encoding="utf-8"))


def parse_heads(text: str) -> dict[str, Head]:
    """Read what :func:`render_heads` wrote."""
    return {
        name: Head(
            tuple(head["answers"]),
            tuple(head["biases"]),
            {feature: tuple(weights) for feature, weights in head["weights"].items()},
        )
        for name, head in json.loads(text).items()
    }


def render_heads(heads: dict[str, Head]) -> str:
    """The heads as the text of the weight file, a line for each; equal heads give equal bytes."""
    lines = [
        f"{json.dumps(name)}:{json.dumps(head._asdict(), ensure_ascii=False, sort_keys=True, separators=(',', ':'))}"
        for name, head in sorted(heads.items())
    ]
    return "{" + ",\n".join(lines) + "}\n"


def weigh(shown: Shown, head: Head) -> dict[str, float]:
    """The probability of each answer of a question."""
    sums = [
        (bias + sum(shown.strength(name) * head.weights[name][place] for name in shown.features if name in head.weights)) / GRAIN
        for place, bias in enumerate(head.biases)
    ]  # fmt: skip
    top = max(sums)
    shares = [math.exp(total - top) for total in sums]
    return {answer: share / sum(shares) for answer, share in zip(head.answers, shares, strict=True)}


def told_by(shown: Shown, head: Head, answer: str) -> list[tuple[float, str]]:
    """What speaks for an answer, each with its weight: traits and signs with their words, single words where there are none."""
    place = head.answers.index(answer)
    counted = [
        (shown.strength(name) * head.weights[name][place] / GRAIN, name)
        for name in shown.features
        if name in head.weights and head.weights[name][place] > 0
    ]
    patterns = [(weight, shown.features[name]) for weight, name in counted if not name.startswith(WORD)]
    return patterns or [(weight, shown.features[name]) for weight, name in counted if "<" not in name]
