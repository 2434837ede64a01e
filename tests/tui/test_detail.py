"""One item in rows: everything that a person needs to decide, and nothing that the text could forge."""

from __future__ import annotations

from daykeep.review.difference import Difference
from daykeep.review.queue.proposals import ARCHIVE, CHANGE, SUPERSEDE, old_line
from daykeep.review.waiting.rebase import Rebased
from daykeep.tui.detail import detail_rows
from daykeep.tui.rows import COMES, GOES, WARNING
from tests.tui.views import BEFORE, a_choice, a_view


def texts(view, columns=100, *, airy=False):
    return ["".join(span.text for span in row).rstrip() for row in detail_rows(view, columns, airy=airy)]


def styles(view, text):
    rows = detail_rows(view, 100, airy=False)
    return {row[-1].style for row in rows if text in "".join(span.text for span in row)}


def test_change_that_was_asked_for_is_not_called_the_persons_words():
    said = "edited: these are your words"
    choice = a_choice()
    edited = choice.item._replace(edited=("- Mine",))
    assert said in texts(a_view(choice._replace(item=edited)))
    assert said not in texts(a_view(choice._replace(item=edited._replace(action=CHANGE))))


def test_item_shows_kind_score_why_source_in_context_and_place():
    choice = a_choice(reasons=("says always", "names a cause"), duplicates=("- Retry things",))
    assert texts(a_view(choice)) == [
        "lesson 0.84: timeouts",
        "why below the gate",
        "for says always; names a cause",
        "memory/2026-03-10.md  logged on 2026-03-10, origin agent, full rules",
        "    3 ## Lesson",
        ">   4 - Retry only what is idempotent",
        "    5 - next",
        "MEMORY.md, under Lessons",
        "    4",
        "    5 - Set a limit",
        "+   6 - Retry only what is idempotent",
        "    7 - The old way is fine",
        "    8",
        "resembles what is there",
        "  ~ - Retry things",
    ]


def test_supersession_is_a_pair_the_old_line_struck():
    choice = a_choice(action=SUPERSEDE, supersedes=[old_line(6, BEFORE[5])])
    view = a_view(choice)
    shown = texts(view)
    assert shown[0] == "lesson, replaces a line 0.84: timeouts"
    at = shown.index("old - - The old way is fine")
    assert shown[at + 1] == "new + - Retry only what is idempotent"
    assert styles(view, "The old way") == {GOES}
    assert COMES in styles(view, "idempotent")


def test_what_cannot_be_approved_says_why_and_shows_its_lines():
    view = a_view(a_choice(), obstacle="the line was changed", difference=Difference((), ()), after=BEFORE)
    shown = texts(view)
    assert "- Retry only what is idempotent" in shown
    assert "can't be approved as things are: the line was changed" in shown
    assert styles(view, "the line was changed") == {WARNING}


def test_conflict_shows_all_three_sides():
    choice = a_choice()
    found = Rebased(choice.item, "conflict", "you changed it", ("- was",), ("- is",), ("- wanted",))
    shown = texts(a_view(choice, rebased=found))
    at = shown.index("in conflict: you changed it")
    assert shown[at + 1 : at + 4] == ["was      - was", "is now   - is", "would be - wanted"]


def test_line_that_leaves_for_the_archive_is_shown_where_it_stands():
    choice = a_choice("- Ada", action=ARCHIVE)
    after = BEFORE[:-1]
    view = a_view(choice, difference=Difference(((9, "- Ada"),), ()), after=after)
    shown = texts(view)
    assert shown[0] == "archive: timeouts"
    assert "-   9 - Ada" in shown


def test_text_of_an_item_can_not_pass_for_a_row_of_this_program():
    choice = a_choice("- x\x1b[2J\u202e", title="a\nwhy it is approved", duplicates=("- b\nq quit",))
    view = a_view(choice, log="memory/a\nb.md")
    shown = texts(view)
    assert shown[0] == "lesson 0.84: a why it is approved"
    assert not any(row.startswith(("why it", "q quit")) for row in shown)
    assert all("\x1b" not in row and "\u202e" not in row for row in shown)
    assert any("[U+001B][2J[U+202E]" in row for row in shown)


def test_narrow_rows_are_indented_under_their_beginning():
    shown = texts(a_view(a_choice("- " + "word " * 12)), 40)
    assert all(len(row) <= 40 for row in shown)
    at = next(index for index, row in enumerate(shown) if row.startswith(">   4 - word"))
    assert shown[at + 1].startswith("      word")


def test_airy_parts_stand_apart():
    view = a_view(a_choice())
    assert texts(view, airy=True).count("") == texts(view).count("") + 2
