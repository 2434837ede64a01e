"""How candidates are picked and days are looked up."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from daykeep.search.documents import MAX_CHUNKS, Chunk, Document, Reading
from daykeep.search.store import memory_store, prepare
from daykeep.search.store.finding.picking import pick_best, pick_rare, worth
from tests.search.store.documents import made, put


def test_chunks_of_some_days_are_the_same_listed_or_looked_at_one_by_one():
    store = memory_store()
    put(store, *(made(f"workspace:{n}.md", "tea", "rice", day=date(2026, 3, n)) for n in range(1, 9)))
    put(store, made("workspace:x.md", "tea"))
    finder = store._finder
    every = sorted(store.around([one.id for one in store.candidates(["tea"])], 2))
    for since, until in (
        (None, date(2026, 3, 2)),
        (date(2026, 3, 7), None),
        (date(2026, 3, 3), date(2026, 3, 5)),
    ):
        listed = finder.of_days(since, until)
        assert sorted(finder.sift_days(every, since, until)) == sorted(listed)
        assert len(listed) in {4, 6}


def test_days_of_too_many_chunks_are_not_listed(monkeypatch):
    monkeypatch.setattr("daykeep.search.store.finding.finder._MOST_LISTED", 3)
    store = memory_store()
    put(store, *(made(f"workspace:{n}.md", "tea", day=date(2026, 3, n)) for n in range(1, 9)))
    near = store.around([one.id for one in store.candidates(["tea"])], 1)
    late = {ident for ident, one in near.items() if one.day >= date(2026, 3, 6)}
    assert store._finder.of_days(date(2026, 3, 6), None) == late
    assert store._finder.of_days(date(2026, 3, 5), None) is None


def test_rare_terms_look_and_common_ones_only_add():
    assert pick_rare({"a": 5, "b": 3, "c": 100, "d": 0}, enough=10) == (["b", "a"], ["c"])
    assert pick_rare({"c": 100, "d": 200}, enough=10) == (["c"], ["d"])
    assert pick_rare({}, enough=10) == ([], [])


def test_term_is_worth_more_the_rarer_it_is():
    values = [worth(1000, often) for often in (1, 10, 100, 1000)]
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0


@given(st.dictionaries(st.integers(0, 99), st.sampled_from([0.5, 1.0, 2.0])), st.integers(1, 20))
def test_best_are_those_of_the_whole_order(scores, limit):
    def order(ids):
        return {chunk: -chunk for chunk in ids}

    whole = sorted(scores.items(), key=lambda one: (-one[1], -one[0]))
    assert pick_best(scores, limit, order) == whole[:limit]
    assert pick_best(scores, limit, order, lambda ids, count: sorted(ids)[::-1][:count]) == whole[:limit]


def test_of_thousands_that_are_as_good_the_first_by_name_are_given_whatever_their_order_of_arrival():
    store = memory_store()
    names = [f"workspace:{number:04}" for number in range(1200)]
    with store.writing():
        for key in reversed(names):
            chunks = [Chunk(n, n, n, (), None, None, "tea") for n in range(2)]
            store.put(prepare(Reading(Document(key, "workspace", "daily", key), (1, 1, 1), key, chunks)))
    places = [divmod(one.id, MAX_CHUNKS) for one in store.candidates(["tea"], limit=5)]
    keys = {number: one.key for number, one in store.documents({number for number, _ in places}).items()}
    assert [(keys[number], ordinal) for number, ordinal in places] == [
        (names[0], 0), (names[0], 1), (names[1], 0), (names[1], 1), (names[2], 0),
    ]  # fmt: skip
