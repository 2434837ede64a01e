import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.session.units.group import group_units, sha_of
from daykeep.session.units.pairs import waits
from daykeep.session.units.segments import parse_segment_id, segment_unit
from tests.session.making import agent, messages_of, result, use, user
from tests.transcripts.messages.making import SIGNED


def loop(count, *, first=0):
    return [
        message
        for n in range(first, first + count)
        for message in (agent(use(f"t{n}", path="a")), user([result(f"t{n}", "line of a log " * 20)]))
    ]


def running(*messages):
    return group_units(messages_of(user("Go."), *messages))[1]


def test_running_turn_is_cut_where_no_call_waits():
    unit = running(*loop(6), agent(use("x"), use("y")), user([result("x", "long " * 50)]))
    pieces = segment_unit(unit, min_tokens=100)
    assert len(pieces) >= 3
    for piece in pieces:
        assert waits(unit.messages[piece.first - 1 : piece.last])
        assert unit.messages[piece.last - 1].blocks[0].kind == "tool_result"
    assert pieces[0].first == 2
    assert pieces[-1].last <= 13
    assert parse_segment_id(pieces[0].id)[1:] == (pieces[0].first, pieces[0].last)


def test_pieces_stay_when_the_turn_goes_on():
    short, long = running(*loop(5)), running(*loop(9), agent("Done."))
    pieces = segment_unit(short, min_tokens=100)
    assert pieces
    assert segment_unit(long, min_tokens=100)[: len(pieces)] == pieces


def test_digest_of_a_piece_is_that_of_its_messages():
    unit = running(*loop(3))
    piece = segment_unit(unit, min_tokens=1)[1]
    assert piece.sha == sha_of(unit.messages[piece.first - unit.first : piece.last - unit.first + 1])


def test_open_turn_that_thinks_has_no_pieces_and_a_finished_one_has():
    thinking = agent(SIGNED, use("z"))
    assert segment_unit(running(thinking, user([result("z", "x" * 900)]), *loop(3)), min_tokens=50) == ()
    done = running(thinking, user([result("z", "x" * 900)]), *loop(3), agent("Done."))
    assert segment_unit(done, min_tokens=50)


def test_irregular_turn_has_no_pieces():
    assert segment_unit(running(*loop(3), user([result("lost")]))) == ()


@pytest.mark.parametrize("name", ["U7", "U7@", "U7@3", "U7@9-3", "M7@3-9", "U7@3-9 ", "U7@-1-3", ""])
def test_other_names_are_no_pieces(name):
    assert parse_segment_id(name) is None


@given(st.integers(0, 12), st.integers(1, 400))
@settings(deadline=None)
def test_pieces_follow_each_other_without_a_gap(count, size):
    unit = running(*loop(count))
    pieces = segment_unit(unit, min_tokens=size)
    firsts = [2, *(piece.last + 1 for piece in pieces)]
    assert [piece.first for piece in pieces] == firsts[: len(pieces)]
    assert all(piece.tokens >= size for piece in pieces)
