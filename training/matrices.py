"""Labelled rows as matrices: what the scorer sees of each section and each of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from daykeep.distill.extract.pieces import cut_log
from daykeep.distill.score.features import (
    GATE_BLOCKS,
    LINE_BLOCKS,
    SECTION_BLOCKS,
    all_line_masks,
    block_names,
    places_of,
    section_masks,
    section_tokens,
)
from daykeep.distill.score.judge import first_look
from daykeep.distill.score.reading import FORM
from daykeep.distill.score.tokens import BUCKETS, SPACES, word_keys
from training.rows import NONE, essential_numbers, log_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from daykeep.distill.score.reading import Reading


class Sample(NamedTuple):
    """A section of a row as it is scored: ``row`` is the row's place, ``essential`` the numbers of the lines to keep."""

    row: int
    reading: Reading
    label: str
    essential: frozenset[int]


class Table(NamedTuple):
    """Features (0 or 1) and words (over the root of their number) of some texts, one row each."""

    features: csr_matrix
    words: csr_matrix

    def pick(self, rows: Any) -> Table:
        """Some of the rows."""
        return Table(self.features[rows], self.words[rows])


def samples_of(rows: Sequence[dict[str, Any]]) -> list[Sample]:
    """The scored sections of every row; a section of a durable row with none of its essential lines is ``none``."""
    found = []
    for place, row in enumerate(rows):
        log = log_of(row)
        essential = essential_numbers(row)
        pieces = [
            piece
            for piece in cut_log(log.lines).pieces
            if log.first - 1 <= piece.section.line <= log.last or (not piece.section.line and log.first == 1)
        ]
        for piece in pieces:
            mine = essential & {line.number for line in piece.reading.lines}
            label = row["label"] if mine or len(pieces) == 1 else NONE
            found.append(Sample(place, piece.reading, label, frozenset(mine)))
    return found


def section_table(samples: Sequence[Sample]) -> Table:
    """One row for each section."""
    masks = [section_masks(sample.reading) for sample in samples]
    return Table(
        _features(masks, SECTION_BLOCKS), _words([section_tokens(sample.reading) for sample in samples])
    )


def line_table(samples: Sequence[Sample]) -> Table:
    """One row for each line of each section."""
    masks = [found for sample in samples for found in all_line_masks(sample.reading)]
    tokens: list[list[set[str]]] = [[set(line.tokens)] for sample in samples for line in sample.reading.lines]
    return Table(_features(masks, LINE_BLOCKS), _words(tokens))


def gate_table(samples: Sequence[Sample]) -> Table:
    """One row for each section, as the first look at it sees it."""
    looks = []
    for sample in samples:
        reading = sample.reading
        tokens = {token for line in reading.lines if not line.bits & FORM["fence"] for token in line.tokens}
        looks.append(first_look(reading.heading, reading.parents, tokens))
    return Table(_features([masks for masks, _ in looks], GATE_BLOCKS), _words([words for _, words in looks]))


def _features(found: Sequence[Sequence[int]], blocks: Sequence[tuple[str, tuple[str, ...]]]) -> csr_matrix:
    rows = [places_of(masks, blocks) for masks in found]
    ends = np.cumsum([0, *map(len, rows)])
    places = np.array([place for row in rows for place in row], dtype=np.int64)
    return csr_matrix((np.ones(len(places)), places, ends), shape=(len(found), len(block_names(blocks))))


def _words(found: Sequence[Sequence[Collection[str]]]) -> csr_matrix:
    """Words over the root of their number in their space."""
    buckets = [
        [
            [word for token in sorted(tokens) for word in word_keys(space, token)]
            for space, tokens in enumerate(one)
        ]
        for one in found
    ]
    spaces = [[(word, len(space) ** -0.5) for space in one for word in space] for one in buckets]
    ends = np.cumsum([0, *map(len, spaces)])
    places = np.array([word for one in spaces for word, _ in one], dtype=np.int64)
    values = np.array([value for one in spaces for _, value in one])
    matrix = csr_matrix((values, places, ends), shape=(len(found), BUCKETS * len(SPACES)))
    matrix.sum_duplicates()
    return matrix
