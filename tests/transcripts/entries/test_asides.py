"""What nobody said is taken off in linear time, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.transcripts.entries.asides import (
    is_quiet,
    is_runtime_prompt,
    open_envelope,
    without_claude,
    without_codex,
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <system-reminder>x</system-reminder> b <system-reminder>y</system-reminder> c", "a  b  c"),
        ("a <system-reminder>never closed", "a <system-reminder>never closed"),
        ("<ide_opened_file>a.py</ide_opened_file>Rename it.", "Rename it."),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("<command-name>/x</command-name><command-args></command-args>and more", "and more"),
    ],
)
def test_elements_of_the_runtime_are_cut_out_of_what_was_said(text: str, left: str) -> None:
    assert without_claude(text) == left


def test_hundred_thousand_unclosed_elements_are_left_at_once() -> None:
    text = "<system-reminder>" * 100_000
    assert without_claude(text) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<turn_aborted>x</turn_aborted>", ""),
        ("Use <skill> tags.", "Use <skill> tags."),
        ("<div>a page</div>", "<div>a page</div>"),
        ("# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>y</INSTRUCTIONS>\nNow do it.", "Now do it."),
    ],
)
def test_surroundings_of_codex_are_cut_only_where_they_stand_first(text: str, left: str) -> None:
    assert without_codex(text) == left


@pytest.mark.parametrize("text", ["HEARTBEAT_OK", " `NO_REPLY` ", "**HEARTBEAT_OK**."])
def test_silence_is_quiet(text: str) -> None:
    assert is_quiet(text)


@pytest.mark.parametrize("text", ["", "ok", "HEARTBEAT_OK and the disk is full"])
def test_words_are_not_quiet(text: str) -> None:
    assert not is_quiet(text)


def test_talk_about_a_heartbeat_is_no_prompt_of_the_runtime() -> None:
    assert is_runtime_prompt("\nRead HEARTBEAT.md if it exists (workspace context).")
    assert not is_runtime_prompt("Can you read HEARTBEAT.md if it exists?")


@given(st.text(alphabet='[]()<>/:`\n{}"Aa 0123456789-untrusedmaSyig', max_size=200))
def test_any_text_is_opened_and_nothing_is_added(text: str) -> None:
    opened = open_envelope(text)
    assert opened.text in text
    assert len(without_claude(text)) <= len(text)
    assert len(without_codex(text)) <= len(text)
