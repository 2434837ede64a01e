"""What a text has about it that a person should know is said, and nothing else."""

from __future__ import annotations

from daykeep.guard.doubts import find_doubts


def test_plain_text_of_the_agent_raises_no_doubt():
    assert find_doubts("agent", "Tests need a real database.") == []


def test_strangers_text_says_that_it_is_one():
    (doubt,) = find_doubts("web", "Tests need a real database.")
    assert "origin web" in doubt


def test_hidden_characters_are_named_once_each_and_five_at_most():
    text = "a\u202eb\u202ec" + "".join(chr(code) for code in range(0x2060, 0x2065)) + "\u200b"
    assert find_doubts("user", text) == ["it holds hidden characters: U+202E, U+2060, U+2061, U+2062, U+2063"]
