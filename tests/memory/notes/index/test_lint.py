"""What keeps notes from being found is named with its line."""

from __future__ import annotations

from pathlib import Path

from daykeep.memory.notes.index.lint import lint_index, lint_store
from tests.memory.notes.building import claude, remember, write


def said(problems) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in problems]


def test_store_in_step_has_no_problem(tmp_path: Path) -> None:
    store = claude(tmp_path)
    remember(store, "Use a real database in tests")
    remember(store, "Bugs are in the Linear project INGEST", "reference", "user")
    assert lint_store(store) == []


def test_text_of_a_note_in_the_index_is_named() -> None:
    texts = ["# Memory Index", "", "One line for each note.", "", "- [A](a.md): x", "", "The user likes Go.", "And Python.",
             "", "- likes Rust", "- [B](b.md): " + "long " * 80]  # fmt: skip
    assert said(lint_index("MEMORY.md", texts, ["a.md", "b.md"])) == [
        (11, "the line has 399 characters; what is known belongs into the note"),
        (7, 'the text of a note stands in the index: "The user likes Go."'),
        (10, 'the text of a note stands in the index: "- likes Rust"'),
    ]


def test_dangling_double_and_missing_lines_are_named() -> None:
    texts = ["- [A](a.md): x", "- [A](a.md): again", "- [Gone](gone.md)", "- [Web](https://example.org)"]
    assert said(lint_index("MEMORY.md", texts, ["a.md", "orphan.md"])) == [
        (2, '"a.md" has a line already'),
        (3, 'the link leads nowhere: there is no "gone.md"'),
        (0, '"orphan.md" has no line in the index, so it is not looked at'),
    ]


def test_index_over_its_limits_is_named_with_the_first_line_that_is_not_read() -> None:
    texts = [f"- [A{n}](a{n}.md): x" for n in range(205)]
    assert lint_index("MEMORY.md", texts, [f"a{n}.md" for n in range(205)])[0].line == 201


def test_store_without_an_index_and_links_between_notes_that_lead_nowhere_are_named(tmp_path: Path) -> None:
    store = claude(tmp_path)
    write(
        store, "a.md", "---\nname: one-thing\ntype: user\n---\n\nSee [[one-thing]], [[a]] and\n[[nothing]].\n"
    )
    assert [
        (one.name, *pair) for one, pair in zip(lint_store(store), said(lint_store(store)), strict=True)
    ] == [
        ("MEMORY.md", 0, "there is no index, so no session knows of the notes"),
        ("a.md", 7, "[[nothing]] names no note"),
    ]
