"""Of two values for one key in the notes, the newest counts."""

from __future__ import annotations

from daykeep.triage.notes.block import Superseded, find_superseded


def test_newer_value_of_a_key_names_the_older_one() -> None:
    notes = [("U1", "The port is 8080."), ("U3", "TIMEOUT=30s is set."), ("U9", "The port is 9090.")]
    assert find_superseded(notes) == (Superseded("port", "8080", "9090", "U1", "U9"),)


def test_setting_in_another_note_is_the_same_key() -> None:
    assert find_superseded([("U1", "MAX_RETRIES=5"), ("U2", "max_retries=7")]) == (
        Superseded("max_retries", "5", "7", "U1", "U2"),
    )


def test_chinese_keys_are_keys_too() -> None:
    assert [one[1:3] for one in find_superseded([("U1", "端口是 8080。"), ("U2", "端口是 9090。")])] == [
        ("8080", "9090")
    ]


def test_same_value_in_another_form_supersedes_nothing() -> None:
    assert find_superseded([("U1", "The limit is 1,200 ms."), ("U2", "The limit is 1200ms.")]) == ()


def test_two_values_in_one_note_are_no_contradiction() -> None:
    assert find_superseded([("U1", "The port is 8080. The port is 9090.")]) == ()


def test_values_of_other_keys_stay_apart() -> None:
    assert find_superseded([("U1", "The port is 8080."), ("U2", "The pool is 20.")]) == ()


def test_chain_of_values_names_each_step() -> None:
    notes = [("U1", "The port is 1111."), ("U2", "The port is 2222."), ("U3", "The port is 3333.")]
    assert [(one.old, one.new) for one in find_superseded(notes)] == [("1111", "2222"), ("2222", "3333")]
