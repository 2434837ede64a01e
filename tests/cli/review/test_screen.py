"""How a sitting asks: the whole screen where it can be, else line by line, with a hint where only the library lacks."""

from __future__ import annotations

import pytest

from tests.cli.waiting import one, set_up, waiting
from tests.tui.waiting import review

ALTERNATE = b"\x1b[?1049h"
HINT = "pip install 'daykeep[tui]'"


@pytest.fixture
def root(desk):
    folder = set_up(desk)
    one(folder)
    return folder


def lines_asked(root, *words, **environment):
    """Whether it asks line by line; the item is approved, and what was written is returned."""
    with review(root, *words, columns=120, lines=40, **environment) as terminal:
        terminal.see("? help")
        terminal.press("y")
        assert terminal.finish() == 0
        assert ALTERNATE not in terminal.raw
        shown = terminal.raw.decode()
    assert waiting(root) == frozenset()
    return shown


def test_terminal_with_the_library_gets_the_whole_screen(root):
    with review(root) as terminal:
        terminal.see("q quit")
        assert ALTERNATE in terminal.raw
        terminal.press("q")
        assert terminal.finish() == 0
        assert HINT not in terminal.text


def test_plain_asks_line_by_line_without_a_hint(root):
    assert HINT not in lines_asked(root, "--plain")


@pytest.mark.parametrize("kind", ["dumb", "unknown", ""])
def test_terminal_that_cannot_move_its_cursor_is_asked_line_by_line(root, kind):
    assert HINT not in lines_asked(root, TERM=kind)


def test_missing_library_is_asked_line_by_line_with_one_line_of_hint(root, tmp_path):
    folder = tmp_path / "without"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import sys\nsys.modules['prompt_toolkit'] = None\n")
    shown = lines_asked(root, PYTHONPATH=str(folder))
    assert shown.count(HINT) == 1


def test_agent_gets_no_screen_and_decides_nothing(root):
    with review(root, CLAUDECODE="1") as terminal:
        assert terminal.finish() == 0
        assert ALTERNATE not in terminal.raw
        terminal.see("1 thing waits for you: `daykeep review`.")
    assert len(waiting(root)) == 1


def test_plain_goes_with_no_word(desk, root):
    answer = desk.run("review", "list", "--plain", where=root)
    assert answer.code == 2
    assert "--plain" in answer.err
