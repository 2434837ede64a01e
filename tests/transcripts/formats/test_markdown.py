"""Conversations written down as text."""

from pathlib import Path

import pytest

from tests.transcripts.building import read, said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "chat.md"


@pytest.mark.parametrize(
    "text",
    [
        "user: Where?\nassistant: Here.\nuser: Thanks.\n",
        "**User:** Where?\n\n**Assistant:** Here.\n\n**User:** Thanks.\n",
        "## User\n\nWhere?\n\n## Assistant\n\nHere.\n\n## User\n\nThanks.\n",
        "用户：Where?\n助手：Here.\n用户：Thanks.\n",
        "[2026-03-01 09:00] User: Where?\n[2026-03-01 09:01] Assistant: Here.\n[2026-03-01 09:02] User: Thanks.\n",
    ],
)
def test_turns_are_read_in_every_spelling(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    assert read(path).format == "markdown"
    assert said(path) == [("user", "Where?"), ("assistant", "Here."), ("user", "Thanks.")]


def test_turn_runs_to_the_next_one_with_code_and_headings_of_its_own(path: Path) -> None:
    path.write_text(
        "# Boat\n\nuser: How?\nassistant: Like this:\n\n### Steps\n```\nuser: not a turn\n```\nuser: Ok.\n"
    )
    found = read(path)
    assert found.title == "Boat"
    assert [(turn.text, turn.line) for turn in found.turns] == [
        ("How?", 3),
        ("Like this:\n\n### Steps\n```\nuser: not a turn\n```", 4),
        ("Ok.", 10),
    ]


def test_stamp_before_a_turn_is_its_time(path: Path) -> None:
    path.write_text("user (2026-03-01 09:00): Where?\nassistant (2026-03-01 09:01): Here.\n")
    assert [str(turn.at) for turn in read(path).turns] == [
        "2026-03-01 09:00:00+00:00",
        "2026-03-01 09:01:00+00:00",
    ]


def test_page_that_mentions_a_user_once_is_no_conversation(path: Path) -> None:
    path.write_text("# Login\n\nUser: the account name\nPassword: the secret word\n")
    assert (read(path).format, read(path).turns) == ("", ())


def test_bytes_that_are_not_utf8_are_read_and_said(path: Path) -> None:
    path.write_bytes("user: café?\nassistant: Oui.\n".encode("latin-1"))
    found = read(path)
    assert [turn.text for turn in found.turns] == ["café?", "Oui."]
    assert [problem.line for problem in found.problems] == [1]
