"""The tables of words."""

from __future__ import annotations

import pytest

from daykeep.text.claims.words.vocabulary import base_form, fingerprint, vocabulary


@pytest.mark.parametrize(
    ("word", "base"),
    [("restarting", "restart"), ("stopped", "stop"), ("caches", "cache"), ("wrote", "write"), ("retries", "retry"),
     ("deployed", "deploy"), ("config", "config"), ("bus", "bus"), ("", "")],
)  # fmt: skip
def test_base_form_takes_endings_off(word, base):
    assert base_form(word) == base


def test_vocabulary_one_idea_in_two_languages_and_its_opposite():
    ideas = vocabulary().ideas
    assert set(ideas["restart"]) & set(ideas["重启"])
    enabled, disabled = set(ideas["enable"]), set(ideas["禁用"])
    assert any(a.number == b.number and a.side != b.side for a in enabled for b in disabled)


def test_vocabulary_holds_several_hundred_ideas_and_members_of_a_kind_exclude_each_other():
    table = vocabulary()
    assert len({idea.number for found in table.ideas.values() for idea in found}) > 900
    (monday,), (tuesday,) = table.kinds["monday"], table.kinds["周二"]
    assert monday[0] == tuesday[0]
    assert monday[1] != tuesday[1]


def test_fingerprint_is_eight_hex_digits():
    assert len(fingerprint()) == 8
    int(fingerprint(), 16)
