"""Whoever puts back what was forgotten, replaced or reverted answers for it, also where an older approval held it."""

from __future__ import annotations

import pytest

from daykeep.files.store import Files
from daykeep.memory.decisions import find_tombstones, lift_tombstone, record_trust
from daykeep.memory.sources import hash_line
from daykeep.review.account.taken import lines_taken_out, taken_out_of
from daykeep.review.account.trust import trust_files
from daykeep.review.account.verify import verify
from daykeep.review.forgetting.forget import apply_forget, plan_forget
from daykeep.review.queue.proposals import APPROVED, SUPERSEDE, Draft, old_line
from daykeep.review.stores.filestore import FileStore
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.review.verdict.decide import Decision, decide
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, NOON
from tests.review.deciding import MEMORY, OFF, desk_of
from tests.review.proposal_contract import proposed

WATER, WALK = "- Drink water", "- Walk a lot"
TWO = f"{MEMORY}{WALK}\n"


@pytest.fixture
def memory(playground):
    playground.write("MEMORY.md", TWO)
    playground.write("memory/2026-03-10.md", "# Tuesday\n")
    return playground.root / "MEMORY.md"


def trust(files, history=OFF):
    return trust_files(
        files, read_layout(files), ["MEMORY.md"], history=history, now=NOON, by="ada", is_person=True
    )


def forget(files, text, history=OFF):
    plan = plan_forget(files, text, memory="MEMORY.md")
    return apply_forget(
        files, history, plan, language="en", now=NOON, day=NOON.date(), by="ada", author=AUTHOR, problems=[]
    )


def supersede(files, text):
    number = files.find_document("MEMORY.md").texts.index(text) + 1
    item = proposed(action=SUPERSEDE, supersedes=[old_line(number, text)])
    store = FileStore(files)
    made = store.create(Draft("distill", "MEMORY.md", None, (item,)), now=NOON)
    return decide(files, store, [Decision(made.id, item.id, APPROVED)], desk_of(OFF))


def doubtful(files, history=OFF):
    verified = verify(files, read_layout(files), history)
    return [(line.text, line.was) for line in verified.doubtful]


def put_back(memory, text):
    memory.write_text(f"{memory.read_text()}{text}\n")


@pytest.mark.parametrize(("take", "was"), [(forget, "forgotten"), (supersede, "superseded")])
def test_line_put_back_before_a_commit_held_the_file_without_it_is_unapproved(
    files, history, playground, memory, take, was
):
    trust(files, history)
    playground.git("add", "-A")
    playground.git("commit", "-qm", "Begin")
    memory.write_text(TWO.replace(f"{WALK}\n", ""))
    playground.git("commit", "-qam", "Edit")
    take(files, WATER)  # without the history, as if a kill had come before the commit
    put_back(memory, WATER)
    assert (WATER, was) in doubtful(files, history)
    trust(files, history)
    assert doubtful(files, history) == []


def test_line_put_back_that_daykeeps_last_write_had_held_is_unapproved(files, memory):
    trust(files)
    before = memory.read_bytes()
    sha256 = files.find_document("MEMORY.md").sha256
    forget(files, WALK)
    record_trust(  # a kill came before the confirmation: the content from before counts as known
        files, {"MEMORY.md": files.find_document("MEMORY.md").sha256}, now=NOON, by="daykeep", how="forget",
        before={"MEMORY.md": sha256},
    )  # fmt: skip
    memory.write_bytes(before)
    assert doubtful(files) == [(WALK, "forgotten")]
    assert [file.changed for file in trust(files)] == [True]
    assert doubtful(files) == []


def test_line_that_came_back_by_an_approval_and_is_forgotten_again_is_buried_again(files, memory):
    trust(files)
    for _ in range(2):
        assert forget(files, WATER).lines
        put_back(memory, WATER)
        assert doubtful(files) == [(WATER, "forgotten")]
        trust(files)
        assert doubtful(files) == []


def test_reverted_line_that_is_put_back_is_unapproved_until_a_person_approves_it(
    playground, files, history, learn
):
    learned = learn("memory/2026-03-10.md", "# Tuesday\n\n## Lesson: locks\n- Look at the owner first\n")
    item = learned.plan.added[0].item_id
    apply_revert(
        files, history, plan_revert(files, history, item, memory="MEMORY.md"), now=NOON, author=AUTHOR
    )
    put_back(playground.root / "MEMORY.md", "- Look at the owner first")
    document = files.find_document("MEMORY.md")
    assert hash_line("- Look at the owner first") in taken_out_of(files, document)
    assert ("- Look at the owner first", "taken back") in doubtful(files, history)
    trust(files, history)
    assert doubtful(files, history) == []


def test_lifted_tombstone_asks_nothing_more_of_a_line(files, memory):
    trust(files)
    done = forget(files, WATER)
    assert taken_out_of(files, files.find_document("MEMORY.md")) == {hash_line(WATER)}
    lines = list(find_tombstones(files))
    lift_tombstone(files, item=done.items[0], lines=lines, now=NOON, by="ada", how="revert")
    assert taken_out_of(files, files.find_document("MEMORY.md")) == frozenset()


def test_tombstone_of_another_deed_that_is_lifted_approves_no_line_that_a_hand_had_put_back():
    rows = [
        {"kind": "reopened", "item": "one", "lines": ["a"], "left": {"MEMORY.md": ["a"]}},
        {"kind": "tombstone", "item": "two", "lines": ["a"]},
        {"kind": "restore", "item": "two", "lines": ["a"]},
    ]
    assert lines_taken_out(rows, "MEMORY.md", "") == {"a"}
    wanted = {"kind": "approved", "item": "three", "action": "add", "lines": ["a"]}
    assert lines_taken_out([*rows, wanted], "MEMORY.md", "") == frozenset()


def test_same_words_taken_out_of_another_file_take_nothing_from_this_one():
    rows = [{"kind": "tombstone", "lines": ["a"], "left": {"memory/notes/x.md": ["a"]}}]
    assert lines_taken_out(rows, "MEMORY.md", "") == frozenset()
    assert lines_taken_out(rows, "memory/notes/x.md", "") == {"a"}


def test_approval_without_lines_covers_the_content_that_it_names_and_no_other():
    rows = [
        {"kind": "tombstone", "lines": ["a"], "left": {"MEMORY.md": ["a"]}},
        {"kind": "trust", "name": "MEMORY.md", "sha256": "1", "by": "ada", "how": "trust"},
    ]
    assert lines_taken_out(rows, "MEMORY.md", "1") == frozenset()
    assert lines_taken_out(rows, "MEMORY.md", "2") == {"a"}
    own = [rows[0], {**rows[1], "by": "daykeep", "how": "forget"}]
    assert lines_taken_out(own, "MEMORY.md", "1") == {"a"}


def test_tampered_record_takes_nothing():
    rows = [{"kind": "tombstone", "left": ["a"]}, {"kind": "tombstone", "left": {"MEMORY.md": "abc"}}]
    assert lines_taken_out(rows, "MEMORY.md", "") == frozenset()


def test_file_that_is_not_there_has_lost_no_lines(tmp_path):
    assert taken_out_of(Files(tmp_path), None) == frozenset()
