"""Memory's history in plain words, and memory as it was."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from daykeep.clock import Zone
from daykeep.errors import DocumentError
from daykeep.review.difference import compare_bytes, compare_lines
from daykeep.review.provenance.history import find_as_of, list_events
from daykeep.review.takeback.revert import apply_revert, plan_revert
from tests.git.playground import AUTHOR, NOON

MONDAY = "memory/2026-03-09.md"
LOCKS = "## Lesson: locks\n- Look at the owner first\n"
UTC_ZONE = Zone("UTC", UTC, "default", ())
HAVANA = Zone("America/Havana", ZoneInfo("America/Havana"), "USER.md:3", ())


def test_events_say_what_was_learned_taken_back_restored_logged_and_changed(
    playground, files, history, learn
):
    learned = learn(MONDAY, LOCKS).commit
    plan = plan_revert(files, history, learned, memory="MEMORY.md")
    back = apply_revert(files, history, plan, now=NOON, author=AUTHOR)
    plan = plan_revert(files, history, back, memory="MEMORY.md")
    apply_revert(files, history, plan, now=NOON, author=AUTHOR)
    playground.write("MEMORY.md", "# Memory\n\n- mine\n")
    playground.write("unrelated.txt", "x")
    playground.git("add", "unrelated.txt")
    playground.git("commit", "-qm", "Unrelated", "--", "unrelated.txt")
    playground.git("commit", "-qam", "By hand")
    events = list_events(files, history, memory="MEMORY.md")
    assert [event.kind for event in events] == [
        "changed",
        "restored",
        "taken back",
        "learned",
        "changed",
        "days",
    ]
    assert [event.items[0].lines for event in events[1:4]] == [("- Look at the owner first",)] * 3
    assert events[3].items[0].source == f"{MONDAY}:2-2"
    assert events[0].commit.author == "Ada <ada@example.com>"
    assert [text for _, text in events[0].difference.added] == ["- mine"]
    assert events[4].commit.subject == "Edits to MEMORY.md"


def test_events_can_be_limited_by_file_and_number(files, history, learn):
    learn(MONDAY, LOCKS)
    assert [event.kind for event in list_events(files, history, memory="MEMORY.md", name=MONDAY)] == ["days"]
    assert len(list_events(files, history, memory="MEMORY.md", limit=1)) == 1


def test_events_of_a_repository_without_commits_are_none(empty_history, tmp_path):
    files, history = empty_history
    assert list_events(files, history, memory="MEMORY.md") == []
    with pytest.raises(DocumentError, match="the history begins after 2026-03-10"):
        find_as_of(history, date(2026, 3, 10), zone=UTC_ZONE, name="MEMORY.md")


@pytest.fixture
def empty_history(tmp_path):
    from daykeep.files.store import Files
    from daykeep.git.history import init_repository, open_history

    root = tmp_path / "empty"
    root.mkdir()
    init_repository(root)
    return Files(root), open_history(root)


def test_as_of_is_the_last_commit_of_the_users_day(playground, history):
    """2026-03-08 in Havana has 23 hours: it ends at 04:00 UTC of the ninth, and began at 05:00 UTC."""
    for hour, text in ((4, "seventh"), (6, "eighth early"), (27, "eighth late"), (28, "ninth")):
        playground.write("MEMORY.md", text)
        at = datetime(2026, 3, 8, tzinfo=UTC) + timedelta(hours=hour, minutes=30)
        if hour == 28:
            at = datetime(2026, 3, 9, 4, 0, tzinfo=UTC)
        history.commit(["MEMORY.md"], subject=text, author=AUTHOR, at=at)
    found = {
        day: find_as_of(history, date(2026, 3, day), zone=HAVANA, name="MEMORY.md").data
        for day in (7, 8, 9, 20)
    }
    assert found == {7: b"seventh", 8: b"eighth late", 9: b"ninth", 20: b"ninth"}


def test_as_of_names_what_was_not_there(playground, history):
    playground.write("MEMORY.md", "x")
    history.commit(["MEMORY.md"], subject="s", author=AUTHOR, at=NOON + timedelta(days=3650))
    with pytest.raises(DocumentError, match=r'"never\.md" was not in the history on 2040-01-01'):
        find_as_of(history, date(2040, 1, 1), zone=UTC_ZONE, name="never.md")
    with pytest.raises(DocumentError, match="the history begins after 2001-01-01"):
        find_as_of(history, date(2001, 1, 1), zone=UTC_ZONE, name="MEMORY.md")


def test_difference_counts_lines_not_blanks_and_moves_as_both():
    found = compare_bytes(b"a\r\nb\r\nc\r\nd\r\n", b"a\n\nc\nd\nb\n")
    assert [text for _, text in found.removed] == ["b"]
    assert [text for _, text in found.added] == ["b"]
    assert compare_bytes(None, None).render() == []
    assert compare_lines(["x"] * 3, []).render(2) == ["- x", "- x", "… and 1 more lines"]


def test_difference_of_huge_texts_takes_no_quadratic_time():
    old, new = [f"line {n}" for n in range(60_000)], [f"line {n + 1}" for n in range(60_000)][::-1]
    assert [text for _, text in compare_lines(old, new).removed] == ["line 0"]


@pytest.mark.parametrize(
    ("trailers", "kind"),
    [
        ([("Daykeep-Forgotten", "ab")], "forgotten"),
        ([("Daykeep-Changed", "ab"), ("Daykeep-Approved-By", "ada")], "approved"),
        ([("Daykeep-Approved-By", "ada")], "archived"),
        ([("Daykeep-Rejected", "ab")], "rejected"),
        ([("Daykeep-Forgotten", "ab"), ("Daykeep-Item", "cd")], "learned"),
        ([], "changed"),
    ],
)
def test_kind_of_a_commit_is_told_by_its_trailers(playground, files, history, trailers, kind):
    playground.write("MEMORY.md", "# Memory\n\n- mine\n")
    history.commit(["MEMORY.md"], subject="Some", trailers=trailers, author=AUTHOR, at=NOON)
    (event,) = list_events(files, history, memory="MEMORY.md")
    assert event.kind == kind
