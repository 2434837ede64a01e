"""Judges sections and their lines by learned weights, with tables that are filled as words and masks turn up."""

from __future__ import annotations

from functools import reduce
from math import isqrt
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from daykeep.distill.score.features import (
    GATE_BLOCKS,
    LINE_BLOCKS,
    SECTION_BLOCKS,
    SECTION_FEATURES,
    all_line_masks,
    heading_bits,
    places_of,
    section_masks,
    section_tokens,
)
from daykeep.distill.score.model import GRAIN, PAIRED, ROOT_BITS, UNPAIRED, load_weights
from daykeep.distill.score.tokens import (
    REMEMBERED_TOKENS,
    SPACES,
    places,
    token_bits,
    tokens_of,
    word_keys,
)
from daykeep.memory.items import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from daykeep.distill.score.model import Head, Weights
    from daykeep.distill.score.reading import Reading

_FIELD_BITS = 30
"""Several heads are added up at once, each in its own field of one number: no sum comes near half of a field."""
_FIELD = (1 << _FIELD_BITS) - 1
_HALF = 1 << (_FIELD_BITS - 1)
_DIGITS = 4
"""Numbers of so many digits and more are one word."""
REMEMBERED_MASKS = 50_000
"""A table of masks is emptied when it holds this many."""


class Judgement(NamedTuple):
    """What the model says of a section: its sum, the probability that a person keeps it, and its kind.

    ``kind`` is empty for a section below the threshold.
    """

    total: int
    score: float
    kind: str


def pack(values: Sequence[int]) -> int:
    """Whole numbers side by side in one, so that adding the packed adds each; negative ones are fine.

    >>> unpack(pack([1, -2]) + pack([3, -4]), 2)
    [4, -6]
    """
    packed = 0
    for value in reversed(values):
        packed = (packed << _FIELD_BITS) + value
    return packed


def unpack(packed: int, count: int) -> list[int]:
    """The numbers that :func:`pack` put together, or their sums."""
    values = []
    for _ in range(count):
        value = ((packed + _HALF) & _FIELD) - _HALF
        values.append(value)
        packed = (packed - value) >> _FIELD_BITS
    return values


class _Words(dict[str, int]):
    """Token -> the number of its buckets and the sums of their weights in each head, packed; for one space."""

    def __init__(self, weights: dict[int, int], space: int) -> None:
        super().__init__()
        self.weights = weights
        self.space = space
        self.numbers = [0] * (_DIGITS + 1)

    def __missing__(self, token: str) -> int:
        if len(self) >= REMEMBERED_TOKENS:
            self.clear()
        if token[
            0
        ].isdigit():  # all numbers of a length fall into one bucket: most words never seen are numbers
            size = min(len(token), _DIGITS)
            if not self.numbers[size]:
                self.numbers[size] = self._weigh(token)
            value = self.numbers[size]
        else:
            value = self._weigh(token)
        self[token] = value
        return value

    def _weigh(self, token: str) -> int:
        keys = word_keys(self.space, token)
        get = self.weights.get
        return len(keys) + sum([get(key, 0) for key in keys])


class _Block(dict[int, int]):
    """Mask -> the sums of the weights of its bits in each head, packed; for one block of features."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = weights

    def __missing__(self, mask: int) -> int:
        if len(self) >= REMEMBERED_MASKS:
            self.clear()
        weights = self.weights
        value = self[mask] = sum([weights[place] for place in places(mask)])
        return value


class _Table:
    """Some heads over the same features and words, with their tables."""

    def __init__(self, heads: Sequence[Head], blocks: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        self.count = len(heads)
        self.bias = pack([head.bias for head in heads])
        self.blocks: list[_Block] = []
        weights = [pack(column) for column in zip(*(head.features for head in heads), strict=True)]
        start = 0
        for _, names in blocks:
            self.blocks.append(_Block(weights[start : start + len(names)]))
            start += len(names)
        words: dict[int, int] = {}
        for place, head in enumerate(heads, start=1):
            shift = place * _FIELD_BITS
            for bucket, weight in head.words.items():
                words[bucket] = words.get(bucket, 0) + (weight << shift)
        self.spaces = [_Words(words, space) for space in range(len(SPACES))]

    def add(self, masks: Sequence[int], tokens: Sequence[Collection[str]]) -> list[int]:
        """The sum of each head."""
        packed = self.bias + sum(
            [block[mask] for block, mask in zip(self.blocks, masks, strict=True) if mask]
        )
        single = self.count == 1
        totals = [packed] if single else unpack(packed, self.count)
        for words, found in zip(self.spaces, tokens, strict=False):
            packed = sum(map(words.__getitem__, found))
            count = packed & _FIELD
            if packed != count:
                root = isqrt(count << ROOT_BITS)
                sums = [packed >> _FIELD_BITS] if single else unpack(packed >> _FIELD_BITS, self.count)
                totals = [
                    total + (value << (ROOT_BITS // 2)) // root
                    for total, value in zip(totals, sums, strict=True)
                ]
        return totals


class Judge:
    """Judges by one set of weights; keeps its tables, so one judge should read many logs."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        heads = weights.heads
        self.durable = _Table([heads["durable"]], SECTION_BLOCKS)
        self.kinds = _Table([heads[name] for name in ("lesson_fix", *KINDS)], SECTION_BLOCKS)
        self.lines = _Table([heads["line"]], LINE_BLOCKS)
        self.gate = _Table([heads["gate"]], GATE_BLOCKS)

    def may_matter(self, heading: str, parents: Sequence[str], tokens: set[str]) -> bool:
        """A first look, by words alone: nearly every section that :meth:`judge` keeps passes it, most others don't."""
        return self.gate.add(*first_look(heading, parents, tokens))[0] >= self.weights.gate

    def judge(self, reading: Reading) -> Judgement:
        """Judge a section."""
        masks, tokens = section_masks(reading), section_tokens(reading)
        (total,) = self.durable.add(masks, tokens)
        kind = ""
        if total >= self.weights.keep:
            pair, *others = self.kinds.add(masks, tokens)
            sums = dict(zip(KINDS, others, strict=True))
            pool = PAIRED if pair_sum(total, pair, sums) >= self.weights.pair else UNPAIRED
            kind = max(pool, key=lambda name: (sums[name], name))
        return Judgement(total, self.weights.probability(total), kind)

    def score_lines(self, reading: Reading) -> list[int]:
        """The sum of each line: from ``weights.line`` on it is one of those that carry the knowledge."""
        add = self.lines.add
        return [
            add(masks, [set(line.tokens)])[0]
            for line, masks in zip(reading.lines, all_line_masks(reading), strict=True)
        ]

    def reasons(self, reading: Reading, top: int = 6) -> list[tuple[str, float]]:
        """The features that moved a section's sum most, with their weights in logits, strongest first."""
        weights = self.weights.heads["durable"].features
        parts = [
            (SECTION_FEATURES[place], weights[place] / GRAIN)
            for place in places_of(section_masks(reading), SECTION_BLOCKS)
            if weights[place]
        ]
        return sorted(parts, key=lambda part: (-abs(part[1]), part[0]))[:top]


def first_look(
    heading: str, parents: Sequence[str], tokens: set[str]
) -> tuple[list[int], list[Collection[str]]]:
    """The masks (of GATE_BLOCKS) and tokens that the gate goes by; ``tokens`` are those outside of code."""
    bits, _, above = heading_bits(heading, parents)
    body = reduce(or_, map(token_bits.__getitem__, tokens), 0)
    return [bits, above, body], [tokens, tokens_of(heading)]


def pair_sum(total: int, pair: int, sums: Mapping[str, int]) -> int:
    """How much speaks for a lesson or a fix: that it is durable, is like one, and unlike the other kinds."""
    return total + pair // 2 + max(sums[name] for name in PAIRED) - max(sums[name] for name in UNPAIRED)


_latest: list[Judge] = []


def judge_of(weights: Weights | None = None) -> Judge:
    """The judge for some weights (None: those of the package); the latest is kept, with its tables."""
    wanted = load_weights() if weights is None else weights
    if not _latest or _latest[0].weights is not wanted:
        _latest[:] = [Judge(wanted)]
    return _latest[0]
