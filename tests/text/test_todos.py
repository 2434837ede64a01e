"""Task lines in every spelling."""

from __future__ import annotations

import pytest

from daykeep.text.todos import find_todo


@pytest.mark.parametrize(
    ("line", "text", "state"),
    [
        ("- [ ] call the bank", "call the bank", "open"),
        ("* [x] done", "done", "done"),
        ("+ [X] done", "done", "done"),
        ("1. [ ] first", "first", "open"),
        ("  - [ ] nested", "nested", "open"),
        ("- [] sloppy", "sloppy", "open"),
        ("- [P] 08:00 boot {uid:1}", "08:00 boot {uid:1}", "open"),
        ("- [D] called", "called", "done"),
        ("- [-] dropped", "dropped", "dropped"),
        ("- [✓] 完成", "完成", "done"),
        ("[ ] no bullet", "no bullet", "open"),
        ("☐ box", "box", "open"),
        ("- ☑ box", "box", "done"),
        ("⬜ 待办", "待办", "open"),
        ("> - [ ] quoted", "quoted", "open"),
        ("- [ ]", "", "open"),
        ("- [/] half", "half", "open"),
    ],
)
def test_find_todo_task_line_gives_text_and_state(line, text, state):
    todo = find_todo(line)
    assert todo is not None
    assert (todo.text, todo.state) == (text, state)
    assert todo.done is (state != "open")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "- text",
        "- [x](a.md)",
        "[1] note",
        "- [[Page]]",
        "see [ ] here",
        "- [q] unknown",
        "- [ab] x",
        "[x]: http://a.b",
        "- [x]glued",
    ],
)
def test_find_todo_other_line_gives_none(line):
    assert find_todo(line) is None


def test_find_todo_counts_a_tab_as_four():
    todo = find_todo("\t- [ ] x")
    assert todo is not None
    assert todo.indent == 4
