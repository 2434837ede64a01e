from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.ids import new_ulid, random_suffix, short_hash

INSTANTS = st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


@given(INSTANTS, st.integers(1, 10**9))
def test_ulids_of_later_instants_sort_later(instant, milliseconds):
    later = instant + timedelta(milliseconds=milliseconds)
    assert new_ulid(instant)[:10] <= new_ulid(later)[:10]
    assert new_ulid(instant) < new_ulid(instant + timedelta(milliseconds=2))


def test_a_ulid_has_26_characters_of_crockfords_alphabet_and_its_time_in_front():
    ulid = new_ulid(datetime(2016, 7, 30, 23, 54, 10, 259000, tzinfo=UTC))
    assert ulid.startswith("01ARZ3NDEK")
    assert len(ulid) == 26
    assert set(ulid) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_ids_differ():
    instant = datetime(2026, 3, 10, tzinfo=UTC)
    assert len({new_ulid(instant) for _ in range(1000)}) == 1000
    assert len({random_suffix() for _ in range(100)}) > 95


def test_short_hash_is_a_prefix_of_sha256():
    assert short_hash(b"") == "e3b0c442"
    assert short_hash(b"", 16) == "e3b0c44298fc1c14"
