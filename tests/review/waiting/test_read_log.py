"""The whole log of an item, as the person reads it beside the item."""

from __future__ import annotations

from daykeep.review.waiting.view import LOG_LINES, LogLine, read_log
from tests.tui.views import a_choice, a_view

NAME = "memory/2026-03-10.md"


def test_whole_log_is_read_with_its_source_lines_marked(playground, files):
    playground.write(NAME, "# day\n\n## Lesson\n- Retry only what is idempotent\n- next\n")
    lines = read_log(files, a_view(a_choice()))
    assert [line.text for line in lines if line.is_source] == ["- Retry only what is idempotent"]
    assert [line.number for line in lines] == [1, 2, 3, 4, 5]


def test_endless_log_is_read_around_the_source_lines(playground, files):
    before, after = ["- filler"] * 9_000, ["- more"] * 9_000
    playground.write(NAME, "\n".join([*before, "- Retry only what is idempotent", *after]) + "\n")
    context = (LogLine(9_001, "- Retry only what is idempotent", is_source=True),)
    lines = read_log(files, a_view(a_choice(), context=context))
    assert (lines[0].number, lines[-1].number) == (9_001 - LOG_LINES, 9_001 + LOG_LINES)
    assert [line.number for line in lines if line.is_source] == [9_001]


def test_secrets_in_the_log_are_masked(playground, files):
    secret = "AKIA" + "ABCDEFGHIJKLMNOP"
    playground.write(NAME, f"# day\n\n## key {secret}\n- Retry only what is idempotent\n")
    shown = "\n".join(line.text for line in read_log(files, a_view(a_choice())))
    assert secret not in shown
    assert "Retry only" in shown


def test_log_that_is_gone_leaves_the_lines_that_its_commit_holds(files):
    context = (LogLine(4, "- as it was", is_source=True),)
    assert read_log(files, a_view(a_choice(), state="gone", context=context)) == context
