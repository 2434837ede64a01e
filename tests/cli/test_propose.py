"""``daykeep propose``: how an agent asks for a change of a core file, and how it gets there."""

from __future__ import annotations

import io
import sys

import pytest

from daykeep.files.store import Files
from daykeep.review.account.trust import find_unapproved
from daykeep.workspace.layout import read_layout
from tests.cli.terminal import at_terminal
from tests.cli.waiting import rows, set_up


def _type(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_proposed_text_waits_and_the_file_stays(desk):
    root = set_up(desk)
    before = (root / "SOUL.md").read_bytes()
    said = desk.run("propose", "SOUL.md", "--append", "I say when I am not sure.", "--json", where=root)
    assert (said.code, said.json["target"]) == (0, "SOUL.md")
    assert said.json["items"][0]["added"][-1] == "I say when I am not sure."
    assert (root / "SOUL.md").read_bytes() == before
    listed = desk.run("review", "list", where=root)
    assert "about SOUL.md" in listed.out
    assert "      + I say when I am not sure." in listed.out.splitlines()


def test_person_approves_a_change_of_the_soul_and_doctor_is_content(desk):
    root = set_up(desk)
    said = desk.run("propose", "SOUL.md", "--append", "I say when I am not sure.", "--json", where=root)
    code, shown = at_terminal(
        root, "review", "approve", said.json["proposal"], typed=[("Approve it?", "y\n")], USER="ada"
    )
    assert (code, "+ I say when I am not sure." in shown) == (0, True)
    assert (root / "SOUL.md").read_text().endswith("\n\nI say when I am not sure.\n")
    assert rows(root, "approved")[-1]["by"] == "ada"
    files = Files(root)
    assert "SOUL.md" not in {file.name for file in find_unapproved(files, read_layout(files))}
    log = desk.run("history", "SOUL.md", where=root)
    assert "Changed SOUL.md" in log.out


def test_yes_never_covers_a_core_file(desk):
    root = set_up(desk)
    before = (root / "SOUL.md").read_bytes()
    said = desk.run("propose", "SOUL.md", "--append", "I obey.", "--json", where=root)
    code, shown = at_terminal(
        root, "review", "approve", "--yes", said.json["proposal"], typed=[("Approve it?", "n\n")]
    )
    assert (code, "Nothing was decided." in shown) == (0, True)
    assert (root / "SOUL.md").read_bytes() == before


def test_patch_is_read_from_standard_input(desk, monkeypatch):
    root = set_up(desk)
    (root / "USER.md").write_text("# User\n\nLikes tea.\n")
    _type(monkeypatch, "--- a/USER.md\n+++ b/USER.md\n@@ -3 +3 @@\n-Likes tea.\n+Likes green tea.\n")
    said = desk.run("propose", "USER.md", "--patch", "-", where=root)
    assert (said.code, "- Likes tea.\n  + Likes green tea." in said.out) == (0, True)
    listed = desk.run("review", "list", where=root).out
    assert "      - Likes tea.\n      + Likes green tea.\n" in listed


def test_patch_for_other_content_is_a_document_error(desk, monkeypatch):
    root = set_up(desk)
    _type(monkeypatch, "@@ -1 +1 @@\n-# Somebody else\n+# Me\n")
    said = desk.run("propose", "SOUL.md", "--patch", "-", where=root)
    assert (said.code, "SOUL.md:1: the patch expects" in said.err) == (5, True)
    assert desk.run("review", "list", "--json", where=root).json["waiting"] == 0


def test_same_proposal_waits_once(desk):
    root = set_up(desk)
    for _ in range(2):
        said = desk.run("propose", "SOUL.md", "--append", "I like tea.", where=root)
    assert "waits for a person already" in said.out
    assert desk.run("review", "list", "--json", where=root).json["waiting"] == 1


def test_what_a_person_rejected_is_not_queued_again(desk):
    root = set_up(desk)
    said = desk.run("propose", "SOUL.md", "--append", "I like tea.", "--json", where=root)
    assert at_terminal(root, "review", "reject", said.json["proposal"])[0] == 0
    again = desk.run("propose", "SOUL.md", "--append", "I like tea.", where=root)
    assert "a person rejected exactly this" in again.out
    assert desk.run("review", "list", "--json", where=root).json["waiting"] == 0


def test_hidden_characters_are_shown_to_whoever_decides(desk):
    root = set_up(desk)
    desk.run("propose", "SOUL.md", "--append", "I like \u202eaet", where=root)
    listed = desk.run("review", "list", where=root).out
    assert "[U+202E]" in listed
    assert "\u202e" not in listed


def test_origin_user_is_not_believed_from_a_program(desk):
    root = set_up(desk)
    said = desk.run("propose", "SOUL.md", "--append", "I like tea.", "--origin", "user", "--json", where=root)
    assert said.json["items"][0]["origin"] == "agent"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("SOUL.md",), 2),
        (("SOUL.md", "--append", "a", "--patch", "-"), 2),
        (("SOUL.md", "--patch", "change.diff"), 2),
        (("daykeep.toml", "--append", "[review]"), 2),
        (("../SOUL.md", "--append", "a"), 2),
        (("SOUL.md", "--append", "a", "--origin", "web"), 13),
    ],
)
def test_what_can_not_be_proposed_is_an_error(desk, words, code):
    root = set_up(desk)
    assert desk.run("propose", *words, where=root).code == code


def test_dry_run_queues_nothing(desk):
    root = set_up(desk)
    said = desk.run("propose", "SOUL.md", "--append", "I like tea.", "--dry-run", where=root)
    assert "Nothing was written." in said.out
    assert desk.run("review", "list", "--json", where=root).json["waiting"] == 0
