"""The signs and their weights belong together, and each of them can change an order."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.search.rank import parse_query
from daykeep.search.rank.order import signs_of
from daykeep.search.rank.weights import STRENGTHS, WEIGHTS, Weights
from tests.search.rank.passages import Passages

TODAY = date(2026, 5, 20)
NEGATIVE = {"asks", "length"}


@pytest.fixture(scope="module")
def signs():
    passages = Passages()
    passages.add_filler()
    passages.add(
        [
            ("Ben", "When did you take the photo of the lighthouse in the harbour?"),
            ("Anna", "I took the lighthouse photo in Lisbon on 3 May, three days ago."),
            ("Anna", "My turtle was there."),
            ("Anna", "备份变慢了。"),
        ],
        day=date(2026, 5, 6),
    )
    found = {}
    for text in (
        "When did Anna take the lighthouse photo in May?",
        "How many pets has Anna?",
        "备份为什么变慢",
        "Who took the photo?",
    ):
        judge = passages.judge(parse_query(text, today=TODAY, names=["Anna", "Ben"]))
        for row in signs_of(judge, passages.read).values():
            assert len(row) == len(WEIGHTS)
            for name, value in zip(Weights._fields, row, strict=True):
                found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("name", Weights._fields)
def test_every_sign_is_seen_somewhere_and_stays_small(signs, name):
    assert max(signs[name]) > 0
    assert min(signs[name]) >= 0
    assert max(signs[name]) <= 3


def test_only_questions_and_length_speak_against_a_passage():
    assert {name for name, weight in zip(Weights._fields, WEIGHTS, strict=True) if weight < 0} == NEGATIVE


def test_evidence_falls_with_the_distance_and_repeating_a_term_counts_little():
    lent = dict(STRENGTHS.reach)
    assert lent[-1] >= lent[1] > lent[-2] >= lent[2] > 0
    assert STRENGTHS.saturated(1) == pytest.approx(1)
    assert 1 < STRENGTHS.saturated(2) <= STRENGTHS.saturated(50) == STRENGTHS.repeated
