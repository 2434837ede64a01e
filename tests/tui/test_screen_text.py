"""What the screen makes of difficult text, through a real terminal: nothing hidden, nothing raw, no column shifted."""

from __future__ import annotations

import re

import pytest

from daykeep.review.queue.proposals import SUPERSEDE, old_line, propose
from tests.cli.learning import LESSON, LOG
from tests.cli.waiting import an_item_of, queue
from tests.tui.waiting import SIZES, TEXTS, let_wait, log_lines, memory_of, quit_with, review

COLOURS = re.compile(rb"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9]+)*m")


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_hidden_characters_and_escapes_are_spelled_out(root, columns, lines):
    text = "- pay \u202eetirips\u202c then \x1b]0;owned\x07 \x1b[2J \x9b31m zero\u200bwidth"
    let_wait(root, text)
    log_lines(root, ["- beside \u2066it\u2069 \x1b[5m"])
    with review(root, columns=columns, lines=lines) as terminal:
        terminal.see("quit")
        whole = " ".join(terminal.text.split())
        for mark in (
            "[U+202E]etirips[U+202C]",
            "[U+001B]]0;owned",
            "[U+001B][2J",
            "[U+009B]31m",
            "zero[U+200B]width",
        ):
            assert mark in whole
        terminal.press("o")
        terminal.see("[U+2066]it[U+2069] [U+001B][5m")
        raw = terminal.raw.decode()
        assert not set(raw) & set("\u202e\u202c\u2066\u2069\u200b\x9b\x07")
        assert "\x1b]0;" not in raw
        assert "\x1b[5m" not in raw
        terminal.press("o")
        assert quit_with(terminal) == 0


WIDE_TEXTS = (
    "- 发布之前先备份数据库，否则回滚会丢数据",
    "- 배포 전에 데이터베이스를 백업한다",
    "- גבה את מסד הנתונים לפני 3 פריסות",
    "- احفظ نسخة 12 قبل النشر",
    "- 👩\u200d👩\u200d👧 ❤\ufe0f 🇩🇪 👍🏽 1\ufe0f\u20e3 cafe\u0301",
)


def test_columns_stay_where_they_are_beside_wide_and_right_to_left_text(root):
    let_wait(root, *WIDE_TEXTS)
    with review(root, columns=200, lines=50) as terminal:
        terminal.see("quit")
        for number in range(1, 6):
            bars = {
                column
                for row in range(1, 48)
                for column in range(200)
                if terminal.cell(row, column).data == "│"
            }
            assert bars == {77}
            assert all(terminal.cell(row, 77).data == "│" for row in range(1, 48))
            at = terminal.rows[0].index("of 5") - 2
            terminal.press("j")
            terminal.until(
                lambda at=at, number=number: terminal.rows[0][at] != str(number) or number == 5,
                "the next item",
            )
        terminal.see("5 of 5")
        for text in (
            "发布之前先备份数据库",
            "배포 전에",
            "גבה את מסד הנתונים לפני 3 פריסות",
            "احفظ نسخة 12",
            "[DE]",
            "[1] café",
        ):
            assert text in terminal.text
        assert "\u200e" in terminal.raw.decode()
        assert quit_with(terminal) == 0


def test_wide_text_wraps_within_eighty_columns(root):
    text = "- 发布之前先备份数据库" * 8
    let_wait(root, text)
    with review(root) as terminal:
        terminal.see("quit")
        shown = "".join(terminal.text.split())
        assert "".join(text.split()) in shown
        assert terminal.rows[23].endswith("q quit")
        assert terminal.rows[0].startswith(" daykeep review")
        assert quit_with(terminal, "y") == 0
    assert memory_of(root, [text]) == [text]


def test_supersession_is_shown_as_a_pair_the_old_line_struck(root):
    log_lines(root, TEXTS[:1])
    number = (root / "MEMORY.md").read_text().split("\n").index(f"- {LESSON}") + 1
    item = propose(
        an_item_of(root, TEXTS[0]), reason="contradicts", action=SUPERSEDE,
        supersedes=[old_line(number, f"- {LESSON}")],
    )  # fmt: skip
    queue(root, item)
    with review(root) as terminal:
        terminal.see("quit", f"old - - {LESSON}", f"new + {TEXTS[0]}")
        row = next(at for at, text in enumerate(terminal.rows) if text.startswith("old - "))
        assert terminal.cell(row, 8).strikethrough
        assert not terminal.cell(row + 1, 8).strikethrough
        assert quit_with(terminal, "y") == 0
    text = (root / "MEMORY.md").read_text()
    assert TEXTS[0] in text
    assert LESSON not in text


def test_colours_are_left_out_where_they_are_not_wanted(root, items):
    with review(root) as terminal:
        assert quit_with(terminal) == 0
        assert COLOURS.search(terminal.raw)
    with review(root, NO_COLOR="1") as terminal:
        terminal.see("quit")
        marked = [row for row in terminal.rows if row.startswith(">? lesson")]
        assert len(marked) == 1
        assert quit_with(terminal) == 0
        assert not COLOURS.search(terminal.raw)


def test_mouse_is_not_asked_for(root, items):
    with review(root) as terminal:
        assert quit_with(terminal) == 0
        assert not re.search(rb"\x1b\[\?100[0-9]h", terminal.raw)


def test_log_in_another_encoding_is_shown_all_the_same(root, items):
    path = root / LOG
    path.write_bytes(path.read_bytes() + b"- caf\xe9 \xff\n")
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("o")
        terminal.see("- café ÿ")
        terminal.press("o")
        assert quit_with(terminal, "y") == 0
    assert memory_of(root) == [TEXTS[0]]
