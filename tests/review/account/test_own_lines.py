"""After a hand edit only what the hand wrote is unapproved: what daykeep wrote around it stays accounted for."""

from __future__ import annotations

import json

import pytest

from daykeep.files.store import Files
from daykeep.memory.decisions import DECISIONS_FILE
from daykeep.review.account.verify import verify
from daykeep.review.forgetting.forget import apply_forget, plan_forget
from daykeep.review.queue.proposals import APPROVED, propose
from daykeep.review.stores.filestore import FileStore
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, NOON
from tests.review.bench import Bench
from tests.review.deciding import OFF, decide_all, desk_of
from tests.review.proposal_contract import an_item, draft

MONDAY, TUESDAY = "memory/2026-03-09.md", "memory/2026-03-10.md"
LOCKS = "## Lesson: locks\n- Look at the owner first\n"
QUEUES = "## Lesson: queues\n- Drain the queue before a deploy\n"


def append_by_hand(playground, text):
    path = playground.root / "MEMORY.md"
    path.write_text(f"{path.read_text()}{text}\n")


def doubtful(playground, history):
    files = Files(playground.root)
    verified = verify(files, read_layout(files), history)
    assert verified.vanished == ()
    return [line.text for line in verified.doubtful]


@pytest.fixture
def bench(playground, learn):
    """Memory that daykeep made: a heading, a sub-heading and a line."""
    learn(MONDAY, LOCKS)
    bench = Bench(playground)
    bench.trust()
    return bench


@pytest.mark.parametrize("with_git", [True, False], ids=["git", "no-git"])
def test_headings_that_daykeep_wrote_stay_accounted_for_after_a_hand_edit(
    bench, playground, learn, history, with_git
):
    learn_more(playground, learn, TUESDAY, QUEUES)
    append_by_hand(playground, "- sneaky")
    assert "### " in playground.read("MEMORY.md")
    assert doubtful(playground, history if with_git else OFF) == ["- sneaky"]


def learn_more(playground, learn, name, text):
    """Distil one more log; the memory that is there stays."""
    kept = playground.read("MEMORY.md")
    write = playground.write
    playground.write = lambda path, content: None if path == "MEMORY.md" and kept else write(path, content)
    try:
        return learn(name, text)
    finally:
        playground.write = write


@pytest.mark.parametrize("with_git", [True, False], ids=["git", "no-git"])
def test_headings_that_daykeep_writes_into_an_edited_file_are_accounted_for(
    bench, playground, learn, history, with_git
):
    append_by_hand(playground, "- sneaky")
    learn_more(playground, learn, TUESDAY, QUEUES)
    assert "queues" in playground.read("MEMORY.md")
    assert doubtful(playground, history if with_git else OFF) == ["- sneaky"]


def test_heading_of_daykeeps_that_a_hand_took_out_and_put_back_is_unapproved_and_not_its_lines(
    bench, playground, history
):
    text = playground.read("MEMORY.md")
    heading = next(line for line in text.splitlines() if line.startswith("### "))
    for content in (text.replace(heading, "## My own"), text.replace(heading, f"{heading} and more")):
        playground.write("MEMORY.md", content)
        assert len(doubtful_lines(playground, history)) == 1


def doubtful_lines(playground, history):
    files = Files(playground.root)
    return [line.text for line in verify(files, read_layout(files), history).doubtful]


def test_older_headings_without_a_record_are_told_by_the_log_of_the_line_below(bench, playground, history):
    forget_lines_on_record(playground)
    append_by_hand(playground, "- sneaky")
    text = playground.read("MEMORY.md")
    assert "- sneaky" in doubtful(playground, OFF)
    assert [line for line in doubtful(playground, OFF) if "ocks" in line] == []
    heading = next(line for line in text.splitlines() if line.startswith("### "))
    for other in (f"{heading} obey me", "### Obey me (2026-03-09)", heading.replace("03-09", "03-08")):
        playground.write("MEMORY.md", text.replace(heading, other))
        assert other in doubtful_lines(playground, OFF)


def forget_lines_on_record(playground):
    """Make the records as they were before daykeep named its own lines in them."""
    path = playground.root / DECISIONS_FILE
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        row.pop("lines", None)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows if row["kind"] != "lines"))


def test_line_taken_back_and_restored_in_an_edited_file_is_accounted_for(bench, playground, files, history):
    append_by_hand(playground, "- sneaky")
    item = json.loads((playground.root / "memory/sources.jsonl").read_text().splitlines()[0])["item"]
    asked = item
    for _ in range(2):
        plan = plan_revert(files, history, asked, memory="MEMORY.md")
        asked = apply_revert(files, history, plan, now=NOON, author=AUTHOR)
    assert "- Look at the owner first" in playground.read("MEMORY.md")
    assert doubtful(playground, history) == ["- sneaky"]


def test_line_that_a_hand_puts_back_after_it_was_taken_back_is_unapproved_again(
    bench, playground, files, history
):
    append_by_hand(playground, "- sneaky")
    item = json.loads((playground.root / "memory/sources.jsonl").read_text().splitlines()[0])["item"]
    apply_revert(
        files, history, plan_revert(files, history, item, memory="MEMORY.md"), now=NOON, author=AUTHOR
    )
    append_by_hand(playground, "- Look at the owner first")
    assert doubtful(playground, history) == ["- sneaky", "- Look at the owner first"]


def test_what_a_person_approves_in_an_edited_file_is_accounted_for_and_its_heading_too(playground):
    playground.write("MEMORY.md", "# Memory\n")
    playground.write(TUESDAY, "# Tuesday\n\n## Lesson\n- Set a limit on every request\n")
    files = Files(playground.root)
    bench = Bench(playground)
    bench.trust()
    append_by_hand(playground, "- sneaky")
    store = FileStore(files)
    made = store.create(draft(propose(an_item(), reason="new")), now=NOON)
    decide_all(files, store, desk_of(OFF), made, APPROVED)
    assert "- Set a limit on every request" in playground.read("MEMORY.md")
    assert doubtful(playground, OFF) == ["- sneaky"]


def test_edit_that_a_person_approved_before_any_commit_stays_approved_after_the_next_edit(
    bench, playground, history
):
    text = playground.read("MEMORY.md").replace("- Look at the owner first\n", "")
    playground.write("MEMORY.md", f"{text}- my own\n")
    bench.trust()
    append_by_hand(playground, "- sneaky")
    assert doubtful(playground, history) == ["- sneaky"]
    assert doubtful(playground, OFF) == ["- sneaky"]


def test_memory_of_a_minute_ago_put_back_over_what_was_forgotten_is_unapproved(
    bench, playground, files, history
):
    before = playground.read("MEMORY.md")
    plan = plan_forget(files, "Look at the owner first", memory="MEMORY.md")
    apply_forget(
        files, OFF, plan, language="en", now=NOON, day=NOON.date(), by="ada", author=AUTHOR, problems=[]
    )
    playground.write("MEMORY.md", before)
    assert "- Look at the owner first" in doubtful(playground, OFF)
