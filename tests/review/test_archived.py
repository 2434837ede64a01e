"""Things that left MEMORY.md for the archive: shown in the history, taken back there too."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daykeep.daily.archive import archive_logs
from daykeep.distill.run import Place, Rules, Window, distill
from daykeep.distill.state import load_state
from daykeep.errors import ConflictError
from daykeep.memory.decisions import find_tombstones
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import load_sources
from daykeep.review.provenance.history import list_events
from daykeep.review.takeback.revert import apply_revert, plan_revert
from tests.git.playground import AUTHOR, NOON

ARCHIVE = "memory/archive/2026/memory-2026.md"
OLD, NEW = "memory/2026-03-09.md", "memory/2026-03-10.md"
SMALL = Rules(profile="classic", budget_chars=1_000, budget_lines=9)


@pytest.fixture
def full(playground, files, history):
    """A workspace where the second thing that was learned sent the first one to the archive; the two commits."""
    playground.write("MEMORY.md", "# Memory\n\n## Lessons\n")
    commits = []
    for name, text, days in (
        (OLD, "## Lesson: locks\n- Look at the owner first\n- Never delete a foreign lock\n", 0),
        (NEW, "## Lesson: clocks\n- Store instants in UTC\n- Show them in the zone\n", 1),
    ):
        playground.write(name, text)
        place = Place("MEMORY.md", "en", NOON + timedelta(days=days), history, AUTHOR, rules=SMALL)
        commits.append(distill(files, Window(None, None), place).commit)
    return commits


def memory(playground):
    return (playground.root / "MEMORY.md").read_text()


def uncommitted(playground):
    return [line for line in playground.status() if not line.startswith("??")]


def archived(files):
    return [line.text for line in find_archived(files)]


def revert(files, history, asked, *, days):
    plan = plan_revert(files, history, asked, memory="MEMORY.md")
    return apply_revert(files, history, plan, now=NOON + timedelta(days=days), author=AUTHOR)


def item_of(files, name):
    return next(record.item for record in load_sources(files)[0] if record.name == name)


def test_commit_that_learned_says_what_left_for_the_archive(playground, files, history, full):
    assert archived(files) == ["- Look at the owner first", "- Never delete a foreign lock"]
    event = list_events(files, history, memory="MEMORY.md")[0]
    assert (event.commit.id, event.kind) == (full[1], "learned")
    assert event.archived == ("- Look at the owner first", "- Never delete a foreign lock")
    assert ARCHIVE in event.commit.names
    assert uncommitted(playground) == []


def test_archived_logs_are_an_event_of_their_own(files, history, full):
    now = NOON + timedelta(days=200)
    read = load_state(files).is_read
    report = archive_logs(
        files, day=now.date(), archive_days=90, history=history, author=AUTHOR, now=now, is_distilled=read
    )
    event = list_events(files, history, memory="MEMORY.md")[0]
    assert (event.commit.id, event.kind) == (report.commit, "archived")
    assert event.commit.subject == "Archived 2 logs of 2026-03-09 to 2026-03-10 in memory/archive/"


def test_archived_item_is_taken_back_from_the_archive_and_restored_there(playground, files, history, full):
    before = (playground.root / ARCHIVE).read_bytes()
    now = memory(playground)
    taken = revert(files, history, item_of(files, OLD), days=2)
    assert archived(files) == []
    assert memory(playground) == now
    assert len(find_tombstones(files)) == 2
    assert uncommitted(playground) == []
    revert(files, history, taken, days=3)
    assert (playground.root / ARCHIVE).read_bytes() == before
    assert find_tombstones(files) == {}


def test_commit_that_archived_is_taken_back_with_what_it_archived(playground, files, history, full):
    revert(files, history, full[1], days=2)
    assert "- Look at the owner first\n- Never delete a foreign lock\n" in memory(playground)
    assert "Store instants" not in memory(playground)
    assert archived(files) == []


def test_archive_that_changed_since_the_plan_is_not_written(playground, files, history, full):
    plan = plan_revert(files, history, item_of(files, OLD), memory="MEMORY.md")
    playground.write(ARCHIVE, playground.read(ARCHIVE) + "mine\n")
    with pytest.raises(ConflictError, match="changed meanwhile"):
        apply_revert(files, history, plan, now=NOON, author=AUTHOR)
    assert find_tombstones(files) == {}
