"""A conversation is cut into its turns."""

from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple

from daykeep.search.chunks import MAX_CHARS, chunk_turns


class Said(NamedTuple):
    speaker: str
    text: str
    at: datetime | None
    line: int


def day_of(moment):
    return moment.astimezone(timezone(timedelta(hours=9))).date()


def test_turn_has_speaker_line_and_the_users_day():
    turns = [Said("Ada", "hello", datetime(2026, 3, 4, 20, tzinfo=UTC), 7), Said("Bo", "hi", None, 8)]
    first, second = chunk_turns(turns, day_of=day_of, heading=("chat",))
    assert (first.speaker, first.first_line, str(first.day), first.heading) == (
        "Ada",
        7,
        "2026-03-05",
        ("chat",),
    )
    assert (second.speaker, str(second.day)) == ("Bo", "2026-03-05")


def test_empty_turn_has_no_chunk_and_a_long_one_several():
    turns = [Said("a", "  ", None, 1), Said("b", "word " * 500, None, 2)]
    chunks = chunk_turns(turns, day_of=day_of)
    assert len(chunks) == 3
    assert all(len(c.text) <= MAX_CHARS and c.first_line == 2 for c in chunks)


def test_added_turns_go_on_counting():
    assert [c.ordinal for c in chunk_turns([Said("a", "x", None, 9)], day_of=day_of, start=4)] == [4]
