"""A sitting of ``daykeep review`` at a real terminal: one key for each item, and nothing before its end."""

from __future__ import annotations

import json

import pytest

from daykeep.files.store import Files
from daykeep.review.queue.proposals import propose
from tests.cli.learning import LOG, git
from tests.cli.terminal import at_terminal
from tests.cli.waiting import an_item_of, queue, rows, set_up, store_of, waiting
from tests.git.playground import Playground

ASKED = "? help\n"
"""The end of the line that is shown when a key is waited for."""
TEXTS = ("- one", "- two", "- three")


@pytest.fixture
def root(desk):
    return set_up(desk)


@pytest.fixture
def items(root):
    log = root / LOG
    log.write_text(log.read_text() + "".join(f"{text}\n" for text in TEXTS))
    return queue(root, *(propose(an_item_of(root, text), reason="below the gate") for text in TEXTS)).items


def sit(root, keys: str, *words: str, **environment: str):
    return at_terminal(root, "review", *words, typed=[(ASKED.strip(), key) for key in keys], **environment)


def memory_of(root):
    return [text for text in TEXTS if text in (root / "MEMORY.md").read_text().split("\n")]


def test_each_item_gets_a_key_and_all_decisions_are_one_commit(root, items):
    code, shown = sit(root, "ynd", USER="ada")
    assert code == 0, shown
    assert memory_of(root) == ["- one"]
    assert waiting(root) == {items[2].id}
    assert "[1/3] ? " in shown
    assert "    + - one" in shown.splitlines()
    assert (
        git(root, "log", "-1", "--format=%s").strip() == "Approved 1 thing from 2026-03-10, rejected 1 thing"
    )
    assert {
        (row["kind"], row["by"]) for kind in ("approved", "rejected", "deferred") for row in rows(root, kind)
    } == {
        ("approved", "ada"),
        ("rejected", "ada"),
        ("deferred", "ada"),
    }


def test_item_put_off_is_asked_about_again_only_on_demand(root, items):
    sit(root, "dyy")
    code, shown = sit(root, "")
    assert (code, shown) == (0, "1 thing waits for you, 1 put off (`daykeep review --deferred`).\n")
    code, shown = sit(root, "y", "--deferred")
    assert code == 0, shown
    assert memory_of(root) == list(TEXTS)


def test_undo_takes_back_the_last_decision_and_asks_anew(root, items):
    code, shown = sit(root, "yuny" + "q")
    assert code == 0, shown
    assert memory_of(root) == ["- two"]
    assert waiting(root) == {items[2].id}
    assert shown.count("[1/3]") == 2


def test_skipped_items_and_those_after_the_end_wait_as_before(root, items):
    code, shown = sit(root, "syq")
    assert code == 0, shown
    assert memory_of(root) == ["- two"]
    assert waiting(root) == {items[0].id, items[2].id}


def test_end_without_a_decision_writes_nothing(root, items):
    before = git(root, "rev-parse", "HEAD")
    code, shown = sit(root, "q")
    assert (code, shown.splitlines()[-1]) == (0, "Nothing was decided.")
    assert git(root, "rev-parse", "HEAD") == before
    assert memory_of(root) == []


def test_interrupt_leaves_everything_as_it_was(root, items):
    code, shown = sit(root, "yn\x03")
    assert code == 130
    assert "Nothing was decided." in shown
    assert memory_of(root) == []
    assert waiting(root) == {item.id for item in items}


def test_edited_lines_are_shown_and_approved(root, items, tmp_path):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf -- "- one, in my words\\n" > "$1"\n')
    editor.chmod(0o755)
    code, shown = sit(root, "eyq", VISUAL=str(editor))
    assert code == 0, shown
    assert "    + - one, in my words" in shown.splitlines()
    assert "- one, in my words" in (root / "MEMORY.md").read_text().split("\n")
    assert memory_of(root) == []


def test_editor_that_changes_nothing_leaves_the_item_as_it_was(root, items):
    code, shown = sit(root, "eyq", VISUAL="true")
    assert code == 0, shown
    assert "not changed" in shown
    assert memory_of(root) == ["- one"]


def test_unknown_keys_do_nothing_and_help_says_what_keys_do(root, items):
    typed = [(ASKED.strip(), "x"), (ASKED.strip(), "?"), ("do nothing)", "Y"), (ASKED.strip(), "q")]
    code, shown = at_terminal(root, "review", typed=typed)
    assert code == 0, shown
    assert "y  approve: it goes to MEMORY.md" in shown
    assert memory_of(root) == ["- one"]


def test_more_of_the_log_is_shown_on_demand(root, items):
    log = root / LOG
    log.write_text(log.read_text() + "".join(f"- filler {n}\n" for n in range(30)))
    code, shown = sit(root, "vq")
    assert code == 0, shown
    first, second = shown.split("[1/3]")[1:]
    assert "filler 9" not in first
    assert "filler 9" in second


def test_item_rejected_elsewhere_meanwhile_is_not_asked_about(root, items):
    row = {
        "v": 1,
        "at": "2026-03-17T00:00:00+00:00",
        "kind": "rejected",
        "item": items[0].id,
        "proposal": "x",
    }
    row |= {
        "action": "add",
        "lines": [],
        "name": LOG,
        "source": [],
        "replaces": [],
        "by": "bob",
        "how": "review",
    }
    Files(root).append_records("memory/decisions.jsonl", [row])
    code, shown = sit(root, "q")
    assert code == 0, shown
    assert "[1/2]" in shown
    assert waiting(root) == {items[1].id, items[2].id}
    name = _id_of(root)
    stored = Playground(root, root.parent).show(".daykeep/proposal.json", f"refs/daykeep/proposals/{name}")
    decided = json.loads(stored)["items"][0]
    assert (decided["status"], decided["decided"]["by"]) == ("rejected", "bob")


def _id_of(root):
    return store_of(root).list_waiting().proposals[0].id


def test_key_with_enter_is_taken_as_the_key(root, items):
    code, shown = at_terminal(
        root, "review", typed=[(ASKED.strip(), "y\r"), ("[2/3]", ""), (ASKED.strip(), "N\r"), ("[3/3]", "q")]
    )
    assert (code, shown.count("? help")) == (0, 3), shown
    assert memory_of(root) == ["- one"]
    assert waiting(root) == {items[2].id}
