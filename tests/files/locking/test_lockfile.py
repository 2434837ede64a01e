from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.locking.lockfile import (
    AREA_START,
    IDLE,
    SLOT_BYTES,
    Record,
    parse_lock_file,
    render_area,
    render_slot,
)

OWNER = {"pid": 7, "host": "h", "purpose": "append"}
INTENT = {"do": "append", "name": "memory/日志.md", "offset": 3, "inode": 5}
RECORDS = st.builds(
    Record,
    owner=st.sampled_from([None, OWNER]),
    intent=st.sampled_from([None, INTENT]),
    announced=st.binary(max_size=200),
    merged=st.lists(st.text("AB", min_size=1, max_size=30), max_size=2).map(tuple),
    name=st.text(max_size=20),
).map(lambda record: record if record.intent else record._replace(announced=b""))


def written(*records):
    """A lock file into which records were written one after another."""
    data = bytearray()
    for number, record in enumerate(records, start=1):
        area = render_area(record)
        start = number % 2 * SLOT_BYTES
        data.extend(bytes(max(0, AREA_START - len(data))))
        if area:
            data[AREA_START : AREA_START + len(area)] = area
        data[start : start + SLOT_BYTES] = render_slot(record, number, area)
    return bytes(data)


@given(RECORDS)
def test_a_record_reads_back(record):
    found, number = parse_lock_file(written(record))
    assert number == 1
    if record.owner or record.intent or record.merged:
        assert found == record
    else:
        assert found == IDLE


@given(RECORDS, RECORDS)
def test_the_later_of_two_records_counts(first, second):
    found, number = parse_lock_file(written(first, second))
    assert number == 2
    assert (found.owner, found.intent, found.merged) == (second.owner, second.intent, second.merged)


@given(RECORDS.filter(lambda record: not record.intent), RECORDS, st.integers(0, SLOT_BYTES - 2))
def test_a_record_that_was_cut_while_it_was_written_leaves_the_one_before(first, second, cut):
    before = written(first)
    after = written(first, second)
    torn = after[:cut] + before[cut:SLOT_BYTES] + after[SLOT_BYTES:]
    found, _ = parse_lock_file(torn)
    assert (found.owner, found.merged) in [(first.owner, first.merged), (second.owner, second.merged)]


@given(st.binary(max_size=300))
def test_any_bytes_are_an_idle_record(data):
    assert parse_lock_file(data) == (IDLE, 0)


def test_an_intent_counts_only_with_all_its_announced_bytes():
    record = Record(OWNER, INTENT, b"0123456789", (), "a.md")
    data = written(record)
    assert parse_lock_file(data)[0] == record
    assert parse_lock_file(data[:-1])[0] == IDLE
    assert parse_lock_file(data[:-1] + b"X")[0] == IDLE


def test_a_very_long_name_does_not_break_a_slot():
    record = Record(OWNER, {**INTENT, "name": "é" * 4000}, b"x", (), "é" * 4000)
    slot = render_slot(record, 1, render_area(record))
    assert len(slot) == SLOT_BYTES
    assert parse_lock_file(written(record))[0] == record._replace(name="")
