"""Readings of a conversation: which can be held against a threshold."""

from __future__ import annotations

from daykeep.transcripts.messages.model import KEPT, SUMMARY, Block, Message
from daykeep.transcripts.usage.readings import last_comparable, read_readings

NUMBER = iter(range(1, 10_000))


def said(tokens, role="user", *, usage=None, ident="", mark=""):
    block = Block("text", "x" * tokens, "", "", {})
    return Message(role, (block,), ident or f"m{next(NUMBER)}", 1, usage=usage, mark=mark)


def answer(context, *, output=10, ident="", mark=""):
    usage = {"input_tokens": 1, "cache_read_input_tokens": context - output - 1, "output_tokens": output}
    return said(output, "assistant", usage=usage, ident=ident, mark=mark)


def readings(*messages, window=None):
    return read_readings(messages, count=lambda message: len(message.blocks[0].text), window=window)


def test_read_readings_a_spike_is_rejected_and_the_next_reading_is_not():
    found = readings(
        said(10),
        answer(101_778),
        said(2_000),
        answer(211_034),
        said(2_000),
        answer(108_228),
        window=1_000_000,
    )
    assert [one.code for one in found] == ["", "spike", ""]
    assert "101,778 → 211,034" in found[1].why
    assert last_comparable(found).tokens == 108_228


def test_read_readings_a_jump_that_new_messages_explain_is_believed():
    found = readings(said(10), answer(50_000), said(40_000), answer(110_000))
    assert [one.code for one in found] == ["", ""]


def test_read_readings_a_second_reading_that_agrees_confirms_a_jump():
    found = readings(said(10), answer(100_000), said(10), answer(211_000), said(10), answer(212_000))
    assert [one.code for one in found] == ["", "spike", ""]
    assert last_comparable(found).tokens == 212_000


def test_read_readings_beyond_the_window_is_none_until_a_second_one_agrees():
    found = readings(said(10), answer(1_364_156), window=1_000_000)
    assert [one.code for one in found] == ["beyond_window"]
    assert last_comparable(found) is None
    twice = readings(said(10), answer(305_000), said(100), answer(306_000), window=200_000)
    assert [one.code for one in twice] == ["beyond_window", ""]


def test_read_readings_of_2_percent_over_the_window_is_still_believed():
    assert readings(said(10), answer(203_999), window=200_000)[0].is_comparable


def test_read_readings_more_cached_than_input_is_not_comparable():
    usage = {"input_tokens": 3, "output_tokens": 5, "input_token_details": {"cache_read": 150_000}}
    found = readings(said(10), said(5, "assistant", usage=usage))
    assert [one.code for one in found] == ["contradiction"]


def test_read_readings_too_small_for_what_the_messages_hold_is_not_comparable():
    usage = {"input_tokens": 3, "output_tokens": 50}
    found = readings(said(10), answer(30_000), said(40_000), said(50, "assistant", usage=usage))
    assert [one.code for one in found] == ["", "too_small"]
    assert last_comparable(found).tokens == 30_000


def test_read_readings_two_contradictions_in_a_row_do_not_confirm_each_other():
    usage = {"input_tokens": 3, "output_tokens": 5, "input_token_details": {"cache_read": 150_000}}
    found = readings(said(10), *(said(5, "assistant", usage=usage) for _ in range(3)))
    assert [one.code for one in found] == ["contradiction"] * 3


def test_read_readings_before_a_compaction_are_void():
    found = readings(said(10), answer(190_000), said(500, mark=SUMMARY), said(10), answer(20_000))
    assert [(one.code, one.tokens) for one in found] == [("void", 190_000), ("", 20_000)]
    assert last_comparable(readings(said(10), answer(190_000), said(500, mark=SUMMARY))) is None


def test_read_readings_of_messages_kept_over_a_compaction_do_not_count():
    assert readings(said(500, mark=SUMMARY), answer(190_000, mark=KEPT)) == []


def test_read_readings_one_answer_in_two_messages_is_read_once():
    found = readings(said(10), answer(10_000, ident="msg_1"), said(10), answer(10_000, ident="msg_1"))
    assert len(found) == 1


def test_read_readings_a_placeholder_output_is_replaced_by_what_the_answer_holds():
    usage = {"input_tokens": 1_000, "output_tokens": 1}
    assert readings(said(900), said(400, "assistant", usage=usage))[0].tokens == 1_400


def test_read_readings_of_no_usage_are_none():
    assert readings(said(10), said(10, "assistant")) == []
    assert last_comparable([]) is None
