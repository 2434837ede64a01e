"""The review on the whole screen, through a real terminal: what is shown, what each key does, what is on disk after."""

from __future__ import annotations

import os
import shutil
import signal
import sys

import pytest

from daykeep.review.queue.proposals import SUPERSEDE, old_line, propose
from scripts.picturing.terminal import Terminal
from tests.cli.learning import LESSON, LOG, git
from tests.cli.waiting import an_item_of, queue, rows, waiting
from tests.tui.waiting import (
    REASON,
    SIZES,
    TEXTS,
    everything,
    let_wait,
    log_lines,
    memory_of,
    quit_with,
    review,
)


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_screen_shows_the_list_the_item_its_source_its_place_and_the_keys(root, items, columns, lines):
    with review(root, columns=columns, lines=lines) as terminal:
        terminal.see("quit")
        shown = terminal.text
        for text in TEXTS:
            assert f"? lesson          0.84  {text}" in shown
        assert f"why {REASON}" in shown
        assert f"{LOG}  logged on 2026-03-10, origin agent, full rules" in shown
        assert f">   6 {TEXTS[0]}" in shown
        assert "MEMORY.md, under Lessons" in shown
        assert f"    5 - {LESSON}" in shown
        assert f"+   8 {TEXTS[0]}" in shown
        assert "y approve  n reject  e edit  d defer  o source  u undo  / filter  ? keys  q quit" in shown
        assert any("│" in row for row in terminal.rows) == (columns >= 120)
        assert quit_with(terminal) == 0


@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_each_key_has_its_effect_and_all_decisions_are_one_commit(root, items, columns, lines):
    with review(root, columns=columns, lines=lines, USER="ada") as terminal:
        terminal.see("quit")
        terminal.press("ynd")
        terminal.see("1 to approve, 1 to reject, 1 to defer")
        assert memory_of(root) == []
        assert waiting(root) == {item.id for item in items}
        assert quit_with(terminal) == 0
        terminal.see("Approved 1 thing.", "Rejected 1 thing.", "Put off 1 thing.", "Committed as")
    assert memory_of(root) == [TEXTS[0]]
    assert waiting(root) == {items[2].id}
    subjects = git(root, "log", "--format=%s").splitlines()
    assert subjects[0] == "Approved 1 thing from 2026-03-10, rejected 1 thing"
    assert sum(subject.startswith("Approved") for subject in subjects) == 1
    assert {row["by"] for kind in ("approved", "rejected", "deferred") for row in rows(root, kind)} == {"ada"}


def test_undo_takes_back_one_decision_after_the_other(root, items):
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("yyuu")
        terminal.see("nothing decided yet", "Taken back: approve.")
        terminal.press("n")
        terminal.see("1 to reject")
        assert quit_with(terminal) == 0
    assert memory_of(root) == []
    assert waiting(root) == {items[1].id, items[2].id}


def test_quit_half_way_leaves_the_rest_waiting(root, items):
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("jy")
        terminal.see("1 to approve")
        assert quit_with(terminal) == 0
    assert memory_of(root) == [TEXTS[1]]
    assert waiting(root) == {items[0].id, items[2].id}


def test_quit_without_a_decision_writes_nothing(root, items):
    before = everything(root)
    with review(root) as terminal:
        assert quit_with(terminal, "jjk") == 0
        terminal.see("Nothing was decided.")
    assert everything(root) == before


def test_interrupt_leaves_everything_as_it_was_and_gives_the_terminal_back(root, items):
    before = everything(root)
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("yn")
        terminal.see("1 to reject")
        terminal.press("\x03")
        assert terminal.finish() == 130
        assert b"\x1b[?1049l" in terminal.raw
        terminal.see("Nothing was decided.")
    assert everything(root) == before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130)])
def test_kill_while_it_is_open_changes_nothing_and_the_next_review_goes_on(desk, root, items, number, code):
    before = everything(root)
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("yyn")
        terminal.see("2 to approve, 1 to reject")
        terminal.process.send_signal(number)
        assert terminal.finish() == code
        assert (b"\x1b[?1049l" in terminal.raw) == (number == signal.SIGTERM)
    assert everything(root) == before
    with review(root) as terminal:
        assert quit_with(terminal, "y") == 0
    assert memory_of(root) == [TEXTS[0]]
    assert desk.run("doctor", where=root).code == 0


def test_closed_window_changes_nothing(root, items):
    before = everything(root)
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("yy")
        terminal.see("2 to approve")
        assert terminal.hang_up() != 0
    assert everything(root) == before


@pytest.mark.skipif(shutil.which("bash") is None, reason="the shell that takes it to the background is bash")
def test_suspended_review_gives_the_terminal_back_and_goes_on_where_it_was(root, items):
    shell = Terminal(
        ["bash", "--norc", "-i"], folder=root, columns=80, lines=24, environment={"PS1": "ready> "}
    )
    with shell as terminal:
        terminal.see("ready>")
        terminal.press(f"'{sys.executable}' -m daykeep review\r")
        terminal.see("q quit")
        terminal.press("y")
        terminal.see("1 to approve")
        terminal.press("\x1a")
        terminal.see("Stopped")
        terminal.press("fg\r")
        terminal.see("1 to approve", "q quit")
        terminal.press("q")
        terminal.see("Approved 1 thing.")
        terminal.press("exit\r")
        assert terminal.finish() == 0
    assert memory_of(root) == [TEXTS[0]]


def test_edited_lines_are_shown_where_they_would_land_and_approved(root, items, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf -- "- one cable, in my words\\n" > "$1"\n')
    editor.chmod(0o755)
    with review(root, VISUAL=str(editor)) as terminal:
        terminal.see("quit")
        terminal.press("e")
        terminal.see("Edited; it is not decided yet", "edited: these are your words")
        terminal.see("+   8 - one cable, in my words", ">?elesson")
        terminal.press("y")
        terminal.see("1 to approve")
        assert quit_with(terminal) == 0
    assert "- one cable, in my words" in (root / "MEMORY.md").read_text().split("\n")
    assert memory_of(root) == []


def test_edit_that_is_not_decided_is_not_lost_in_silence(root, items, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf -- "- mine\\n" > "$1"\n')
    editor.chmod(0o755)
    with review(root, VISUAL=str(editor)) as terminal:
        terminal.see("quit")
        terminal.press("e")
        terminal.see("Edited; it is not decided yet")
        terminal.press("q")
        terminal.see("1 edited and not decided: q again leaves it as before.")
        assert quit_with(terminal) == 0
        terminal.see("Nothing was decided.")


@pytest.mark.parametrize(
    ("editor", "said"), [("true", "Not changed."), ("/no/such/editor", "The editor failed")]
)
def test_editor_that_changes_nothing_or_fails_leaves_the_item_as_it_was(root, items, editor, said):
    with review(root, VISUAL=editor) as terminal:
        terminal.see("quit")
        terminal.press("e")
        terminal.see(said, TEXTS[0])
        assert quit_with(terminal, "y") == 0
    assert memory_of(root) == [TEXTS[0]]


def test_source_file_is_shown_whole_and_keys_decide_nothing_there(root, items):
    log_lines(root, [f"- filler {number}" for number in range(60)])
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("o")
        terminal.see(f"daykeep review  {LOG}", "rows 1-21 of", "## Lesson: requests", f">   6 {TEXTS[0]}")
        terminal.press("ynd\x1b[6~")
        terminal.see("- filler 25")
        terminal.press("G")
        terminal.see("- filler 59")
        terminal.press("o")
        terminal.see("nothing decided yet")
        assert quit_with(terminal) == 0


def test_filter_narrows_the_list_and_its_letters_are_no_keys(root, items):
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("/")
        terminal.see("enter keep the filter")
        terminal.press("disksx")
        terminal.see("filter: disksx", "Nothing holds these words.")
        terminal.press("\x7f")
        terminal.see("1 of 1 (of 3 in all)", "nothing decided yet")
        terminal.press("\r")
        terminal.see("q quit", "filter: disks")
        terminal.press("y")
        terminal.see("1 to approve")
        terminal.press("/")
        terminal.see("esc show all again")
        terminal.press("\x1b")
        terminal.see("of 3   1 to approve")
        assert quit_with(terminal) == 0
    assert memory_of(root) == [TEXTS[1]]


def test_pasted_text_and_unknown_keys_decide_nothing(root, items):
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("\x1b[200~yyy\x1b[201~xzpY\x1b[200~q\x1b[201~")
        terminal.see("1 to approve")
        assert quit_with(terminal) == 0
    assert memory_of(root) == [TEXTS[0]]


def test_keys_typed_before_anything_is_shown_decide_nothing(root, items):
    with review(root) as terminal:
        terminal.type("yyq")
        terminal.see("quit", "nothing decided yet")
        assert quit_with(terminal, "n") == 0
    assert memory_of(root) == []
    assert waiting(root) == {item.id for item in items[1:]}


def test_help_names_the_keys_and_goes_away(root, items):
    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("?")
        terminal.see("approve: it goes to the file", "Ctrl-C")
        terminal.press("y?")
        terminal.see("nothing decided yet")
        assert quit_with(terminal) == 0


def test_resize_keeps_the_place_and_draws_the_other_layout(root, items):
    with review(root, columns=200, lines=50) as terminal:
        terminal.see("quit")
        terminal.press("yj")
        terminal.see("3 of 3   1 to approve")
        assert "│" in terminal.text
        terminal.resize(80, 24)
        terminal.until(lambda: "───" in terminal.text and "q quit" in terminal.rows[23], "the narrow layout")
        assert "│" not in terminal.text
        terminal.see("3 of 3   1 to approve", f">? lesson          0.84  {TEXTS[2]}", f"+   8 {TEXTS[2]}")
        terminal.resize(30, 8)
        terminal.see("This screen is too")
        terminal.resize(200, 50)
        terminal.until(lambda: "q quit" in terminal.rows[49], "the wide layout")
        terminal.see("3 of 3   1 to approve")
        assert quit_with(terminal) == 0
    assert memory_of(root) == [TEXTS[0]]


def test_item_that_cannot_be_approved_says_why_and_can_be_rejected(root):
    log_lines(root, TEXTS[:1])
    item = propose(
        an_item_of(root, TEXTS[0]), reason="contradicts", action=SUPERSEDE, supersedes=[old_line(3, "- gone")]
    )
    queue(root, item)
    with review(root) as terminal:
        terminal.see("quit", "can't be approved as things are")
        terminal.press("y")
        terminal.see("It can't be approved as things are", "nothing decided yet")
        assert quit_with(terminal, "n") == 0
    assert waiting(root) == frozenset()
    assert memory_of(root) == []


def test_item_changed_while_it_is_open_is_not_decided(root, items):
    from daykeep.review.queue.proposals import Ruling
    from tests.cli.waiting import NOW, store_of

    with review(root) as terminal:
        terminal.see("quit")
        terminal.press("y")
        terminal.see("1 to approve")
        proposal = store_of(root).list_waiting().proposals[0]
        ruling = Ruling(items[0].id, "pending", ("- something else",))
        store_of(root).decide(proposal.id, [ruling], now=NOW, by="bob")
        assert quit_with(terminal) == 10
        terminal.see("is not decided: it was changed after you saw it")
    assert memory_of(root) == []
    assert "something else" not in (root / "MEMORY.md").read_text()


def test_empty_queue_opens_no_screen(root):
    with review(root) as terminal:
        assert terminal.finish() == 0
        terminal.see("Nothing waits for you.")
        assert b"\x1b[?1049h" not in terminal.raw


def test_two_hundred_items_can_be_gone_through(root):
    texts = [f"- lesson number {number} is about something" for number in range(200)]
    let_wait(root, *texts)
    with review(root, columns=200, lines=50) as terminal:
        terminal.see("quit", "1 of 200")
        terminal.press("G")
        terminal.see("200 of 200", f">? lesson          0.84  {texts[199]}")
        terminal.press("g/")
        terminal.see("enter keep")
        terminal.press("number 150 ")
        terminal.see("1 of 1 (of 200 in all)")
        terminal.press("\ry")
        terminal.see("1 to approve")
        assert quit_with(terminal) == 0
    assert memory_of(root, texts) == [texts[150]]


def test_passphrase_is_asked_before_anything_is_shown(root, items, tmp_path):
    from daykeep.files.outside import write_outside
    from daykeep.review.verdict.approval import APPROVAL_FILE, render_passphrase

    folder = tmp_path / "home" / ".config" / "daykeep"
    folder.mkdir(parents=True)
    phrase = "long and mine"
    write_outside(
        folder / APPROVAL_FILE, render_passphrase(phrase, salt=os.urandom(16)), expected_sha256=None
    )
    with review(root) as terminal:
        terminal.see("Passphrase")
        assert b"\x1b[?1049h" not in terminal.raw
        terminal.answer(phrase)
        assert quit_with(terminal, "y") == 0
    assert memory_of(root) == [TEXTS[0]]
    with review(root) as terminal:
        for _ in range(3):
            terminal.see("Passphrase")
            shown = terminal.text.count("Passphrase")
            terminal.answer("wrong one")
            terminal.until(
                lambda shown=shown: (
                    terminal.text.count("Passphrase") > shown or "wrong 3 times" in terminal.text
                ),
                "the next question",
            )
        assert terminal.finish() == 13
        assert b"\x1b[?1049h" not in terminal.raw
    assert memory_of(root) == [TEXTS[0]]
