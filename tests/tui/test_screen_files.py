"""Changes of files that somebody asked for, on the screen: the file named, the change made exactly, conflicts shown."""

from __future__ import annotations

import io
import sys

from tests.tui.waiting import (
    quit_with,
    review,
)


def test_change_of_a_core_file_is_shown_with_its_file_and_made_on_approval(desk, root):
    answer = desk.run("propose", "USER.md", "--append", "Ada likes short answers.", where=root)
    assert answer.code == 0, answer.err
    with review(root) as terminal:
        terminal.see("quit", "change", "USER.md", "Ada likes short answers.")
        assert any(row.startswith("+") and "Ada likes short answers." in row for row in terminal.rows)
        assert "Ada likes short answers." not in (root / "USER.md").read_text()
        assert quit_with(terminal, "y") == 0
    assert "Ada likes short answers." in (root / "USER.md").read_text()
    assert desk.run("doctor", where=root).code == 0


def test_conflict_with_an_edit_made_meanwhile_shows_all_three_sides(desk, root, monkeypatch):
    (root / "USER.md").write_text("# User\n\nLikes tea.\n")
    patch = "--- a/USER.md\n+++ b/USER.md\n@@ -3 +3 @@\n-Likes tea.\n+Likes green tea.\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(patch.encode())))
    answer = desk.run("propose", "USER.md", "--patch", "-", where=root)
    assert answer.code == 0, answer.err
    (root / "USER.md").write_text("# User\n\nLikes coffee.\n")
    with review(root) as terminal:
        terminal.see(
            "quit",
            "in conflict",
            "was      Likes tea.",
            "is now   Likes coffee.",
            "would be Likes green tea.",
        )
        terminal.press("y")
        terminal.see("It can't be approved as things are")
        assert quit_with(terminal) == 0
    assert (root / "USER.md").read_text() == "# User\n\nLikes coffee.\n"
