"""What an agent is told: JSON on one line, within the length that it takes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.hooks.model import CONTEXT_CHARS, QUIET, Answer
from daykeep.hooks.rendering import cut_text, render, units


@pytest.mark.parametrize(
    "name", ["PreCompact", "Stop", "SessionEnd", "PostToolUse", "InstructionsLoaded", "Notification"]
)
def test_event_that_takes_no_context_gets_none(name: str) -> None:
    assert render(name, Answer("something")) == b""


@pytest.mark.parametrize(
    "answer", [QUIET, Answer(), Answer(" \n"), Answer(problems=("something went wrong",))]
)
def test_nothing_to_say_is_nothing(answer: Answer) -> None:
    assert render("SessionStart", answer) == b""


def test_text_comes_back_as_it_was() -> None:
    text = 'Zeile "eins"\n日志\u2028 </script> 🙂\\'
    line = render("UserPromptSubmit", Answer(text))
    assert json.loads(line)["hookSpecificOutput"]["additionalContext"] == text
    assert line.count(b"\n") == 1


def test_lone_surrogate_is_no_fault() -> None:
    assert json.loads(render("SessionStart", Answer("a\ud800b")))


@pytest.mark.parametrize("letter", ["a", "记", "🙂"])
def test_text_that_is_too_long_is_cut_and_says_so(letter: str) -> None:
    text = json.loads(render("SessionStart", Answer(letter * 10_001)))["hookSpecificOutput"][
        "additionalContext"
    ]
    assert units(text) <= CONTEXT_CHARS
    assert "cut here" in text


@given(st.text(max_size=400), st.integers(min_value=80, max_value=300))
def test_cut_text_is_a_beginning_within_the_limit(text: str, limit: int) -> None:
    cut = cut_text(text, limit)
    assert units(cut) <= limit
    assert cut == text or text.startswith(cut.partition("\n\n[daykeep")[0])
    assert cut.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") == cut
