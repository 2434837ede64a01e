"""The account of memory: no line vanishes, and none stands there, without a reason on record."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daykeep.git.history import HistoryOff
from daykeep.memory.decisions import lift_tombstone, record_trust
from daykeep.memory.leaving.archive import Leaving, archive_lines
from daykeep.memory.sources import hash_line
from daykeep.review.account.trust import trust_files
from daykeep.review.evidence.accounts import is_structure
from daykeep.review.queue.proposals import APPROVED, SUPERSEDE, old_line, propose
from daykeep.review.stores.filestore import FileStore
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, NOON, Playground, clean_environment
from tests.review.bench import HEAD, Bench
from tests.review.deciding import LIMIT, decide_all, desk_of, write_memory
from tests.review.proposal_contract import an_item, draft

MONDAY = "memory/2026-03-09.md"
LOCKS = "## Lesson: locks\n- Look at the owner first\n"
OFF = HistoryOff("no git repository here", "")


@pytest.fixture
def bench(playground):
    return Bench(playground)


def test_approved_memory_is_accounted_for(bench):
    bench.write("- one", "- two", trust=True)
    verified = bench.verify()
    assert verified.is_complete
    assert {line.how for line in verified.standing} == {"approved"}
    assert verified.gone == ()


def test_line_that_a_commit_took_away_has_vanished_and_its_commit_is_named(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two")
    verified = bench.verify()
    (line,) = verified.vanished
    assert (line.text, line.commit.id, line.uncommitted) == ("- one", bench.playground.head(), False)
    assert not verified.is_complete
    assert [(file.name, file.known, file.difference.removed) for file in verified.unapproved] == [
        ("MEMORY.md", True, ((5, "- one"),))
    ]


def test_line_taken_out_of_the_file_and_not_committed_has_vanished(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two", commit=False)
    (line,) = bench.verify().vanished
    assert (line.text, line.commit, line.uncommitted) == ("- one", None, True)


def test_all_lines_of_a_deleted_file_have_vanished(bench):
    bench.write("- one", trust=True)
    (bench.playground.root / "MEMORY.md").unlink()
    assert "- one" in [line.text for line in bench.verify().vanished]


def test_line_that_only_moved_or_changed_its_marks_has_not_left(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two", "* **one**")
    assert bench.gone() == {}


def test_edit_that_a_person_approves_accounts_for_what_went_with_it(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two")
    bench.write("- two", "- three")
    bench.trust()
    assert bench.gone() == {"- one": "approved"}
    assert bench.verify().is_complete


def test_approval_that_still_holds_the_line_does_not_account_for_its_loss(bench):
    bench.write("- one", trust=True)
    bench.write("- one", "- two", trust=True)
    bench.write("- two")
    assert bench.gone() == {"- one": "vanished"}


def test_write_of_daykeep_that_loses_a_line_is_no_account_of_it(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two")
    data = (bench.playground.root / "MEMORY.md").read_bytes()
    record_trust(
        bench.files,
        {"MEMORY.md": hashlib.sha256(data).hexdigest()},
        now=NOON,
        by="daykeep",
        how="distill",
    )
    assert bench.gone() == {"- one": "vanished"}


def test_old_content_put_back_is_not_approved_by_its_old_record(bench):
    bench.write("- one", trust=True)
    bench.write("- one", "- two", trust=True)
    bench.write("- one")
    assert bench.gone() == {"- two": "vanished"}
    bench.trust()
    assert bench.gone() == {"- two": "approved"}


@pytest.mark.parametrize(
    ("how", "said"), [("revert", "taken back"), ("forget", "forgotten"), ("superseded", "superseded")]
)
def test_tombstone_accounts_for_its_line(bench, how, said):
    bench.write("- one", "- two", trust=True)
    bench.bury("- one", how)
    bench.write("- two")
    (line,) = bench.verify().gone
    assert (line.how, line.reason.by, line.reason.item) == (said, "ada", "ab")


def test_lifted_tombstone_accounts_for_nothing(bench):
    bench.write("- one", "- two", trust=True)
    bench.bury("- one")
    lift_tombstone(bench.files, item="ab", lines=[hash_line("- one")], now=NOON, by="ada", how="revert")
    bench.write("- two")
    assert bench.gone() == {"- one": "vanished"}


def test_archived_line_is_accounted_for_with_its_place_until_the_archive_loses_it(bench):
    bench.write("- one", "- two", trust=True)
    leaving = Leaving("", "fact", (5,), ("Lessons",), ("- one",), "old")
    name = archive_lines(bench.files, [leaving], day=date(2026, 3, 10))
    bench.write("- two")
    (line,) = bench.verify().gone
    assert (line.how, line.reason.name, line.reason.at) == ("archived", name, "2026-03-10")
    bench.playground.write(name, "# MEMORY.md · 2026\n")
    assert bench.gone() == {"- one": "vanished"}


def test_heading_goes_with_what_stood_under_it_and_not_alone(bench):
    bench.write("### Locks", "- one", "- two", trust=True)
    bench.bury("- one")
    bench.write("- two")
    assert bench.gone() == {"- one": "taken back", "### Locks": "structure"}
    bench.write("### Queues", "- two", trust=True)
    bench.write("- two")
    assert bench.gone()["### Queues"] == "vanished"


def test_line_that_a_merge_threw_away_has_vanished(bench):
    bench.write("- one", trust=True)
    bench.playground.git("checkout", "-qb", "side")
    bench.write("- one", "- from the side")
    bench.playground.git("checkout", "-q", "main")
    bench.write("- one", "- from the main")
    bench.playground.git("merge", "-q", "-s", "ours", "side", "-m", "Merge")
    (line,) = bench.verify().vanished
    assert (line.text, line.commit.id) == ("- from the side", bench.playground.head())


def test_line_taken_back_on_one_branch_is_accounted_for_after_the_merge(bench):
    bench.write("- one", "- two", "- three", "- four", trust=True)
    bench.playground.git("checkout", "-qb", "side")
    bench.write("- one", "- two", "- three", "- four", "- five")
    bench.playground.git("checkout", "-q", "main")
    bench.bury("- one")
    bench.write("- two", "- three", "- four")
    bench.playground.git("merge", "-q", "side", "-m", "Merge")
    assert bench.gone() == {"- one": "taken back"}


def test_since_a_commit_only_what_left_after_it_counts(bench):
    bench.write("- one", "- two", "- three", trust=True)
    bench.write("- two", "- three")
    base = bench.history.find(bench.playground.head())
    bench.write("- three")
    assert [line.text for line in bench.verify(base).gone] == ["- two"]
    assert {line.text for line in bench.verify().gone} == {"- one", "- two"}


def test_rewritten_history_hides_no_loss_since_a_commit(bench):
    bench.write("- one", trust=True)
    start = bench.playground.head()
    bench.write("- one", "- two")
    base = bench.history.find(bench.playground.head())
    bench.playground.git("reset", "-q", "--hard", start)
    (line,) = bench.verify(base).vanished
    assert (line.text, line.commit, line.uncommitted) == ("- two", None, False)


def test_unapproved_lines_are_named_and_the_others_keep_their_account(bench):
    bench.write("- one", trust=True)
    bench.write("- one", "- sneaky")
    assert bench.doubtful() == ["- sneaky"]
    bench.trust()
    assert bench.doubtful() == []


def test_line_put_back_after_it_was_taken_back_is_unapproved(bench):
    bench.write("- one", "- two", trust=True)
    bench.bury("- one")
    bench.write("- two")
    bench.trust()
    bench.write("- two", "- one")
    (line,) = bench.verify().doubtful
    assert (line.text, line.was) == ("- one", "taken back")


def test_line_put_back_after_a_person_approved_that_it_went_is_unapproved(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two", trust=True)
    bench.write("- two", "- one")
    assert bench.doubtful() == ["- one"]


def test_approval_before_the_next_commit_agrees_to_what_earlier_commits_took_away(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two")
    bench.write("- two", "- three", commit=False, trust=True)
    bench.write("- two", "- three", "- by hand", commit=False)
    assert bench.gone() == {"- one": "approved"}


def test_line_that_an_approval_before_the_next_commit_held_is_missed_again(bench):
    bench.write("- one", "- two", trust=True)
    bench.write("- two", trust=True)
    bench.write("- one", "- two", commit=False, trust=True)
    assert bench.verify().is_complete
    bench.write("- two", "- by hand", commit=False)
    assert bench.gone() == {"- one": "vanished"}


def test_core_file_is_unapproved_with_its_diff(bench):
    bench.playground.write("SOUL.md", "# Soul\nbe kind\n")
    bench.playground.git("add", "SOUL.md")
    bench.playground.git("commit", "-qm", "Soul")
    layout = read_layout(bench.files)
    trust_files(bench.files, layout, ["SOUL.md"], history=bench.history, now=NOON, by="ada", is_person=True)
    bench.playground.write("SOUL.md", "# Soul\nobey the page\n")
    (file,) = bench.verify().unapproved
    assert file.difference.removed == ((2, "be kind"),)
    assert file.difference.added == ((2, "obey the page"),)


def test_what_daykeep_learned_took_back_and_restored_is_accounted_for(playground, files, history, learn):
    bench = Bench(playground)
    playground.write("MEMORY.md", HEAD)
    learned = learn(MONDAY, LOCKS).commit
    bench.trust()
    for commit in (learned, None, None):
        plan = plan_revert(files, history, commit or playground.head(), memory="MEMORY.md")
        apply_revert(files, history, plan, now=NOON, author=AUTHOR)
        verified = bench.verify()
        assert verified.is_complete, [*verified.vanished, *verified.doubtful, *verified.unapproved]
    assert bench.gone()["- Look at the owner first"] == "taken back"


def test_approved_supersession_accounts_for_the_old_line(playground, files, history):
    write_memory(playground)
    old = "- Drink water"
    bench = Bench(playground)
    bench.trust()
    playground.git("add", "MEMORY.md", "memory")
    playground.git("commit", "-qm", "Start")
    store = FileStore(files)
    item = propose(an_item(), reason="newer", action=SUPERSEDE, supersedes=[old_line(5, old)])
    made = store.create(draft(item), now=NOON)
    decide_all(files, store, desk_of(history), made, APPROVED)
    text = (playground.root / "MEMORY.md").read_text()
    assert old not in text
    assert LIMIT in text
    verified = bench.verify()
    assert [(line.text, line.how) for line in verified.gone] == [(old, "superseded")]
    assert verified.is_complete


def test_without_git_the_file_and_the_records_are_what_is_looked_at(playground, files, learn):
    learn(MONDAY, LOCKS)
    bench = Bench(playground)
    bench.history = OFF
    path = playground.root / "MEMORY.md"
    path.write_text(path.read_text().replace("- Look at the owner first\n", ""))
    verified = bench.verify()
    assert verified.off == "no git repository here"
    (line,) = verified.vanished
    assert (line.text, line.name) == ("- Look at the owner first", MONDAY)


def test_year_of_weeks_is_accounted_for_and_one_silent_loss_in_it_is_found(bench):
    lines = [f"- lesson {number}" for number in range(20)]
    bench.write(*lines, trust=True)
    archived = set()
    for week in range(52):
        day = date(2026, 1, 5) + timedelta(weeks=week)
        lines.append(f"- lesson of week {week}")
        if week % 4 == 1:
            bench.bury(lines.pop(0))
        elif week % 4 == 2:
            text = lines.pop(0)
            archived.add(text)
            archive_lines(bench.files, [Leaving("", "", (1,), ("Lessons",), (text,), "old")], day=day)
        lines = lines[3:] + lines[:3]
        bench.write(*lines, trust=week % 4 != 3)
    bench.trust()
    verified = bench.verify()
    assert verified.is_complete
    assert {line.text for line in verified.gone if line.how == "archived"} == archived
    lost = lines.pop(7)
    bench.write(*lines)
    assert [line.text for line in bench.verify().vanished] == [lost]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("## Lessons", True),
        ("- **Caching** (2026-03-10)", True),
        ("**Caching:**", True),
        ("---", True),
        ("```sh", True),
        ("- **Caching**: purge it", False),
        ("#hashtag first", False),
        ("- 3", False),
    ],
)
def test_structure_is_what_carries_no_memory(text, is_one):
    assert is_structure(text) is is_one


@settings(max_examples=12, deadline=None)
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(["add", "move", "bury", "archive", "edit", "drop", "trust"]), st.integers(0, 9)
        ),
        min_size=1,
        max_size=9,
    )
)
def test_vanished_is_exactly_what_was_dropped_and_never_approved(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("year")
    bench = Bench(Playground(folder / "work", folder).start())
    assert clean_environment(folder)
    lines = [f"- line {number}" for number in range(4)]
    bench.write(*lines, trust=True)
    dropped: set[str] = set()
    for step, (action, pick) in enumerate(steps):
        place = pick % len(lines) if lines else 0
        if action == "add":
            lines.append(f"- new at {step}")
        elif action == "trust":
            bench.trust()
            dropped.clear()
            continue
        elif not lines:
            continue
        elif action == "move":
            lines.append(lines.pop(place))
        else:
            text = lines.pop(place)
            if action == "bury":
                bench.bury(text)
            elif action == "archive":
                leaving = Leaving("", "", (1,), ("Lessons",), (text,), "old")
                archive_lines(bench.files, [leaving], day=date(2026, 3, 10))
            else:
                dropped.add(text)
                lines += [f"{text}, reworded"] if action == "edit" else []
        if bench.playground.read("MEMORY.md") != HEAD + "".join(f"{line}\n" for line in lines):
            bench.write(*lines)
    assert {line.text for line in bench.verify().vanished} == dropped


def test_line_ends_and_byte_order_mark_make_no_difference(bench):
    bench.write("- one", "- two", trust=True)
    path = bench.playground.root / "MEMORY.md"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert bench.gone() == {}
    path.write_bytes(path.read_bytes().replace(b"- one\r\n", b""))
    assert bench.gone() == {"- one": "vanished"}


def test_workspace_inside_a_larger_repository_is_accounted_for(playground):
    inner = Playground(playground.root / "agents" / "mine", playground.root)
    inner.root.mkdir(parents=True)
    bench = Bench(inner)
    bench.write("- one", "- two", trust=True)
    bench.write("- two")
    (line,) = bench.verify().vanished
    assert (line.text, line.commit.id) == ("- one", inner.head())
