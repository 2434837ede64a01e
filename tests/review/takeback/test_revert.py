"""Taking back what was learned, and taking that back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from daykeep.distill.run import Place, Window, distill
from daykeep.errors import ConflictError, GitError, UsageError
from daykeep.git.history import HistoryOff
from daykeep.memory.decisions import find_tombstones, is_trusted, record_trust
from daykeep.memory.sources import load_sources
from daykeep.review.takeback.revert import apply_revert, plan_revert
from tests.git.playground import AUTHOR, NOON

MONDAY, TUESDAY = "memory/2026-03-09.md", "memory/2026-03-10.md"
LOCKS = "## Lesson: locks\n- Look at the owner first\n- Never delete a foreign lock\n"
CLOCKS = "## Lesson: clocks\n- Store instants in UTC\n"
START = "# Memory\n\n## Lessons\n"


def _revert(files, history, asked, *, days=1):
    plan = plan_revert(files, history, asked, memory="MEMORY.md")
    return apply_revert(files, history, plan, now=NOON + timedelta(days=days), author=AUTHOR)


def _memory(playground) -> str:
    return (playground.root / "MEMORY.md").read_text()


def _items(files) -> dict[str, str]:
    return {record.name: record.item for record in load_sources(files)[0]}


def test_reverting_a_commit_restores_the_bytes_before_it(playground, files, history, learn):
    report = learn(MONDAY, LOCKS)
    assert "locks" in _memory(playground)
    new = _revert(files, history, report.commit[:10])
    assert _memory(playground) == START
    commit = history.find(new)
    assert commit.subject == "Took back: Learned 1 thing from 2026-03-09"
    assert commit.trailers[0] == ("Daykeep-Reverts", report.commit)
    assert [line for line in playground.status() if not line.startswith("??")] == []


def test_planning_writes_nothing(playground, files, history, learn):
    report = learn(MONDAY, LOCKS)
    before = (_memory(playground), playground.head(), playground.index_sha256())
    plan = plan_revert(files, history, report.commit, memory="MEMORY.md")
    assert [text for _, text in plan.difference.removed] == LOCKS.replace(
        "## Lesson: locks", "### locks (2026-03-09)"
    ).splitlines()
    assert (_memory(playground), playground.head(), playground.index_sha256()) == before


def test_what_was_learned_later_beside_it_stays(playground, files, history, learn):
    first = learn(MONDAY, LOCKS)
    learn(TUESDAY, CLOCKS, NOON + timedelta(hours=1))
    _revert(files, history, first.commit)
    assert _memory(playground) == START + "\n### clocks (2026-03-10)\n- Store instants in UTC\n"


def test_one_item_of_several_goes_with_its_heading(playground, files, history, learn):
    playground.write(TUESDAY, CLOCKS)
    learn(MONDAY, LOCKS)
    assert _memory(playground).count("###") == 2
    new = _revert(files, history, _items(files)[MONDAY])
    assert _memory(playground) == START + "\n### clocks (2026-03-10)\n- Store instants in UTC\n"
    assert history.find(new).subject == f"Took back: 1 thing from {MONDAY}:2-3"
    assert history.find(new).trailers == (
        ("Daykeep-Reverts", _items(files)[MONDAY]),
        ("Daykeep-Taken-Back", _items(files)[MONDAY]),
    )


def test_heading_that_a_person_wrote_under_stays(playground, files, history, learn):
    learn(MONDAY, LOCKS)
    playground.write("MEMORY.md", _memory(playground) + "- and mine\n")
    _revert(files, history, _items(files)[MONDAY])
    assert "- and mine" in _memory(playground)
    assert "owner first" not in _memory(playground)


def test_item_goes_where_more_was_learned_right_below_it(playground, files, history, learn):
    playground.write("MEMORY.md", f"{START}\n## People\n- Ana\n")
    first = "## Lesson: clocks\n- Store instants in UTC\n"
    learn(TUESDAY, first)
    item = load_sources(files)[0][0].item
    learn(TUESDAY, first + "- Show them in the zone of the reader\n", NOON + timedelta(hours=1))
    assert _memory(playground).count("###") == 1
    _revert(files, history, item)
    assert _memory(playground) == (
        f"{START}\n### clocks (2026-03-10)\n- Show them in the zone of the reader\n\n## People\n- Ana\n"
    )


def test_item_whose_line_stands_twice_where_more_was_learned_is_a_conflict(playground, files, history, learn):
    playground.write("MEMORY.md", f"{START}\n## People\n- Ana\n")
    first = "## Lesson: clocks\n- Store instants in UTC\n"
    learn(TUESDAY, first)
    item = load_sources(files)[0][0].item
    learn(TUESDAY, first + "- Show them in the zone of the reader\n", NOON + timedelta(hours=1))
    playground.write("MEMORY.md", _memory(playground) + "- Store instants in UTC\n")
    with pytest.raises(ConflictError, match="was changed since"):
        _revert(files, history, item)


def test_item_is_not_learned_again_and_a_revert_can_be_reverted(playground, files, history, learn):
    report = learn(MONDAY, LOCKS)
    learned = _memory(playground)
    revert = _revert(files, history, report.commit)
    assert len(find_tombstones(files)) == 2
    again = distill(
        files,
        Window(None, None, force=True),
        Place("MEMORY.md", "en", NOON + timedelta(days=2), history, AUTHOR),
    )
    assert (again.written, [outcome.status for outcome in again.plan.outcomes]) == (False, ["taken_back"])
    restored = _revert(files, history, revert, days=3)
    assert _memory(playground) == learned
    assert find_tombstones(files) == {}
    assert history.find(restored).subject == "Restored: Learned 1 thing from 2026-03-09"
    _revert(files, history, restored, days=4)
    assert _memory(playground) == START
    assert len(find_tombstones(files)) == 2


def test_restoring_after_more_was_learned_keeps_both(playground, files, history, learn):
    first = learn(MONDAY, LOCKS)
    revert = _revert(files, history, first.commit)
    learn(TUESDAY, CLOCKS, NOON + timedelta(days=2))
    # The fixture starts MEMORY.md anew only once; both lessons must be there.
    _revert(files, history, revert, days=3)
    assert "Look at the owner first" in _memory(playground)
    assert "Store instants in UTC" in _memory(playground)


def test_the_persons_uncommitted_edits_survive_and_get_a_commit_of_their_own(
    playground, files, history, learn
):
    report = learn(MONDAY, LOCKS)
    playground.write("MEMORY.md", _memory(playground).replace("# Memory", "# My memory"))
    new = _revert(files, history, report.commit)
    assert _memory(playground) == START.replace("# Memory", "# My memory")
    edits, revert = history.log(limit=2)[1], history.find(new)
    assert edits.subject == "Edits to MEMORY.md"
    assert edits.names == ("MEMORY.md",)
    assert playground.git("show", "--format=", edits.id, "--", "MEMORY.md").count("\n+# My memory") == 1
    assert "My memory" not in "".join(
        line
        for line in playground.git("show", "--format=", revert.id).splitlines()
        if line.startswith(("+", "-")) and "decisions" not in line
    )


def test_line_that_was_edited_since_is_a_conflict_that_shows_it_and_writes_nothing(
    playground, files, history, learn
):
    report = learn(MONDAY, LOCKS)
    playground.write("MEMORY.md", _memory(playground).replace("Look at the owner", "Look at who owns it"))
    before = (_memory(playground), playground.head(), find_tombstones(files))
    with pytest.raises(ConflictError, match=r"MEMORY\.md was changed since, here:[\s\S]*Look at who owns it"):
        _revert(files, history, report.commit)
    assert (_memory(playground), playground.head(), find_tombstones(files)) == before


def test_memory_that_changes_between_plan_and_doing_is_a_conflict_and_lifts_the_tombstones(
    playground, files, history, learn
):
    report = learn(MONDAY, LOCKS)
    plan = plan_revert(files, history, report.commit, memory="MEMORY.md")
    playground.write("MEMORY.md", _memory(playground) + "- meanwhile\n")
    with pytest.raises(ConflictError):
        apply_revert(files, history, plan, now=NOON, author=AUTHOR)
    assert "- meanwhile" in _memory(playground)
    assert find_tombstones(files) == {}


def test_reverting_twice_does_nothing_the_second_time(playground, files, history, learn):
    report = learn(MONDAY, LOCKS)
    learn(TUESDAY, CLOCKS, NOON + timedelta(hours=1))
    _revert(files, history, report.commit)
    before = (_memory(playground), playground.head())
    assert not plan_revert(files, history, report.commit, memory="MEMORY.md").changes
    assert _revert(files, history, report.commit) is None
    assert (_memory(playground), playground.head()) == before


def test_line_removed_by_hand_gets_a_tombstone(playground, files, history, learn):
    learn(MONDAY, LOCKS)
    playground.write("MEMORY.md", START)
    playground.git("commit", "-qam", "Forget locks")
    assert _revert(files, history, _items(files)[MONDAY])
    assert len(find_tombstones(files)) == 2
    assert _memory(playground) == START


@pytest.mark.parametrize("asked", ["", "abc", "zzzz9999", "ffffffff", "--all", "HEAD", "../x"])
def test_unknown_id_is_a_usage_error(files, history, learn, asked):
    learn(MONDAY, LOCKS)
    with pytest.raises(UsageError):
        plan_revert(files, history, asked, memory="MEMORY.md")


def test_commit_of_logs_or_of_the_person_is_refused(playground, files, history, learn):
    learn(MONDAY, LOCKS)
    playground.write("MEMORY.md", _memory(playground) + "- by hand\n")
    playground.git("commit", "-qam", "By hand")
    with pytest.raises(UsageError, match=r"\(By hand\) is not a change that daykeep made"):
        plan_revert(files, history, playground.head(), memory="MEMORY.md")
    logs = next(commit for commit in history.log() if commit.subject.startswith("Log of"))
    with pytest.raises(UsageError, match="is not a change that daykeep made"):
        plan_revert(files, history, logs.id, memory="MEMORY.md")


def test_without_a_history_it_is_off(files, learn):
    learn(MONDAY, LOCKS)
    with pytest.raises(GitError, match="history is off: no git here") as caught:
        plan_revert(files, HistoryOff("no git here", "install git"), "abcd", memory="MEMORY.md")
    assert caught.value.exit_code == 9


def test_while_a_merge_is_under_way_nothing_changes(playground, files, history, learn):
    report = learn(MONDAY, LOCKS)
    plan = plan_revert(files, history, report.commit, memory="MEMORY.md")
    playground.write(".git/MERGE_HEAD", playground.head())
    before = _memory(playground)
    with pytest.raises(GitError, match="a merge is under way; nothing was taken back"):
        apply_revert(files, history, plan, now=NOON, author=AUTHOR)
    assert _memory(playground) == before
    assert find_tombstones(files) == {}


def test_approved_memory_stays_approved_and_unapproved_memory_does_not_become_so(
    playground, files, history, learn
):
    report = learn(MONDAY, LOCKS)
    sha256 = files.read_document("MEMORY.md").sha256
    record_trust(files, {"MEMORY.md": sha256}, now=NOON, by="person", how="trust")
    revert = _revert(files, history, report.commit)
    assert is_trusted(files, "MEMORY.md", files.read_document("MEMORY.md").sha256)
    playground.write("MEMORY.md", _memory(playground) + "- somebody else\n")
    _revert(files, history, revert, days=2)
    assert not is_trusted(files, "MEMORY.md", files.read_document("MEMORY.md").sha256)


def test_crlf_memory_keeps_its_line_ends(playground, files, history, learn):
    playground.write("MEMORY.md", START.replace("\n", "\r\n"))
    report = learn(MONDAY, LOCKS)
    learn(TUESDAY, CLOCKS, NOON + timedelta(hours=1))
    _revert(files, history, report.commit)
    data = (playground.root / "MEMORY.md").read_bytes()
    assert b"clocks" in data
    assert b"locks (2026-03-09)" not in data
    assert data.count(b"\n") == data.count(b"\r\n")
