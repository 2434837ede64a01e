"""What is worth ranking: the words' own chunks, more so where evidence stands beside them; days asked about first."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.search.answer.choosing import KEPT, choose, find_candidates
from daykeep.search.documents import EVERYTHING, Chunk, Document, Match, Reading
from daykeep.search.rank import parse_query
from daykeep.search.store import memory_store, prepare

TODAY = date(2026, 11, 30)


def test_what_stands_beside_other_evidence_is_kept_before_what_stands_alone():
    own = [Match(10, 1.0), Match(11, 1.0), Match(500, 1.2)]
    assert choose(own, (), 2) == [10, 11]


def test_related_words_count_half_and_add_to_the_words_own_evidence():
    assert choose([Match(1, 1.0)], [Match(90, 1.9), Match(1, 1.0)], 1) == [1]
    assert choose([Match(1, 1.0)], [Match(90, 2.1)], 1) == [90]


def test_few_candidates_are_all_kept_in_the_order_of_their_evidence():
    assert choose([Match(7, 0.5), Match(3, 2.0)], [Match(9, 2.0)], KEPT) == [3, 9, 7]


@pytest.fixture
def store():
    made = memory_store()
    with made.writing():
        for day in range(1, 21):
            on = date(2026, 11, day)
            key = f"workspace:memory/{on}.md"
            chunks = [
                Chunk(n, n + 1, n + 1, (), on, None, f"backup number {n} of the box took long")
                for n in range(20)
            ]
            made.put(
                prepare(Reading(Document(key, "workspace", "daily", key, day=on), (1, 1, 1), key, chunks))
            )
    return made


def days_of(store, query, where):
    """The days of the candidates, in their order."""
    ids = find_candidates(store, query, where)
    near = store.around(ids, 0)
    return [near[ident].day for ident in ids]


def test_chunks_of_the_days_asked_about_come_first_however_many_others_hold_the_words(store):
    query = parse_query("how long did the backup take on 17 November", today=TODAY)
    days = days_of(store, query, EVERYTHING)
    assert days[0] >= date(2026, 11, 17)
    assert days.count(date(2026, 11, 17)) == 20


def test_a_question_of_days_alone_gets_the_chunks_of_these_days_and_no_others(store):
    query = parse_query("what happened on 17 November", today=TODAY)
    assert set(days_of(store, query, EVERYTHING)) == {date(2026, 11, 17)}


def test_what_the_filter_leaves_out_is_left_out_of_the_days_too(store):
    query = parse_query("backup in November", today=TODAY)
    where = EVERYTHING._replace(since=date(2026, 11, 19))
    assert set(days_of(store, query, where)) == {
        date(2026, 11, 19),
        date(2026, 11, 20),
    }
