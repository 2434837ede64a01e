"""What must be read again is decided by looks at the files and the stamps of the index."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.errors import IndexUnreadableError
from daykeep.search.documents import Listing, Stamp
from daykeep.search.index.plan import (
    COARSE_TICK_NS,
    FINE_TICK_NS,
    is_racy,
    mark_of,
    plan_changes,
    plan_refresh,
    versions_in,
)

OLD, NEW = (1, 10, 10), (1, 20, 20)
SECOND = 10**9


def test_new_changed_doubtful_and_gone_documents_are_told_apart():
    listing = Listing({"b": OLD, "a": OLD, "c": NEW, "d": OLD, "e": OLD}, [])
    stamps = {"c": Stamp(OLD, False), "d": Stamp(OLD, True), "e": Stamp(OLD, False), "z": Stamp(OLD, False)}
    plan = plan_refresh(listing, stamps)
    assert plan[:4] == (("a", "b"), ("c",), ("d",), ("z",))
    assert plan.to_read == ["a", "b", "c", "d"]
    assert not plan.is_empty


def test_nothing_is_planned_where_nothing_changed():
    assert plan_refresh(Listing({"a": OLD}, []), {"a": Stamp(OLD, False)}).is_empty


@pytest.mark.parametrize("version", [(2, 10, 10), (1, 11, 10), (1, 10, 11)])
def test_size_time_and_entry_each_make_a_change(version):
    assert plan_refresh(Listing({"a": version}, []), {"a": Stamp(OLD, False)}).changed == ("a",)


def test_what_a_closed_folder_hides_is_not_gone():
    listing = Listing({}, [], ("knowledge:vault/",))
    stamps = {"knowledge:vault/a.md": Stamp(OLD, False), "knowledge:other/a.md": Stamp(OLD, False)}
    assert plan_refresh(listing, stamps).removed == ("knowledge:other/a.md",)


def test_replaced_document_is_both_gone_and_new():
    plan = plan_refresh(Listing({"b": OLD}, []), {"a": Stamp(OLD, False)})
    assert (plan.added, plan.removed) == (("b",), ("a",))


@pytest.mark.parametrize(
    ("modified", "changed", "after", "racy"),
    [
        (5 * SECOND + 7, 5 * SECOND + 7, FINE_TICK_NS, True),
        (5 * SECOND + 7, 5 * SECOND + 7, FINE_TICK_NS + 1, False),
        (5 * SECOND, 5 * SECOND, COARSE_TICK_NS, True),
        (5 * SECOND, 5 * SECOND, COARSE_TICK_NS + 1, False),
        (SECOND, 5 * SECOND + 7, FINE_TICK_NS, True),
        (9 * SECOND + 1, 9 * SECOND + 1, -SECOND, True),
    ],
)
def test_file_read_within_a_tick_of_its_change_is_racy(modified, changed, after, racy):
    assert is_racy((1, modified, changed), max(modified, changed) + after) is racy


versions = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


names = st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=3)


@given(st.dictionaries(names, versions), st.dictionaries(names, versions))
def test_listings_share_a_mark_only_if_they_show_the_same(one, other):
    if mark_of(Listing(one, [])) == mark_of(Listing(other, [])):
        assert one == other
    assert mark_of(Listing(one, [])) == mark_of(Listing(dict(one), []))
    assert versions_in(mark_of(Listing(one, []))) == one


@given(st.dictionaries(names, versions), st.dictionaries(names, versions))
def test_changes_since_a_listing_are_those_that_the_stamps_of_the_index_show(before, now):
    stamps = {key: Stamp(version, racy=False) for key, version in before.items()}
    for closed in ((), ("a",)):
        listing = Listing(now, [], closed)
        assert plan_changes(listing, before) == plan_refresh(listing, stamps)


def test_time_that_does_not_fit_makes_no_mark():
    assert mark_of(Listing({"a": (1, 2**63, 0)}, [])) == b""


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"", b"\x80abc"])
def test_damaged_mark_is_a_damaged_index(damage):
    mark = mark_of(Listing({"workspace:memory/a.md": OLD, "workspace:memory/b.md": NEW}, []))
    with pytest.raises(IndexUnreadableError):
        versions_in(mark[:12] + damage + mark[12 + len(damage) : -3])
