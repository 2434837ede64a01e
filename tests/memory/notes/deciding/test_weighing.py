"""Statements are weighed by what they show, and the weights come back from their file as they were written."""

import pytest

from daykeep.memory.notes.deciding.weighing import (
    LIMIT_CHARS,
    Head,
    Shown,
    load_heads,
    parse_heads,
    render_heads,
    show,
    told_by,
    weigh,
)

HEAD = Head(("no", "yes"), (50, -50), {"t:a": (-100, 100), "w:b": (0, 400)})


def test_probabilities_add_up_to_one_and_follow_the_weights():
    without, with_trait = (weigh(Shown(names, 1), HEAD) for names in ({}, {"t:a": "A"}))
    assert sum(with_trait.values()) == pytest.approx(1)
    assert without["yes"] < 0.5 < with_trait["yes"]


def test_words_share_their_weight():
    assert weigh(Shown({"w:b": "b"}, 1), HEAD)["yes"] > weigh(Shown({"w:b": "b"}, 16), HEAD)["yes"]


def test_traits_are_named_before_words():
    assert told_by(Shown({"t:a": "A", "w:b": "b"}, 1), HEAD, "yes") == [(1.0, "A")]
    assert told_by(Shown({"w:b": "b"}, 1), HEAD, "yes") == [(4.0, "b")]
    assert told_by(Shown({"t:a": "A"}, 1), HEAD, "no") == []


def test_heads_come_back_as_they_were_written():
    heads = load_heads()
    assert set(heads) == {"type", "refuse"}
    assert parse_heads(render_heads(heads)) == heads


def test_only_the_beginning_of_a_long_text_is_shown():
    assert show("tea " * LIMIT_CHARS).features == show("tea " * (2 * LIMIT_CHARS)).features


def test_runs_of_spaces_tell_nothing():
    assert show("use   tabs").features == show("use tabs").features


def test_chinese_signs_are_left_out_where_the_language_is_another():
    assert any(name.startswith("s:zh") for name in show("我是工程师").features)
    assert not any(name.startswith("s:zh") for name in show("我是工程师", language="en").features)
