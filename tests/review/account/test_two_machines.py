"""Memory merged from two machines: what each side approved stays approved, and what a merge slipped in does not."""

from __future__ import annotations

import sys
from datetime import timedelta

import pytest

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.memory.decisions import is_trusted
from daykeep.review.account.trust import find_unapproved, trust_files
from daykeep.review.account.verify import verify
from daykeep.review.queue.proposals import APPROVED, propose
from daykeep.review.stores.filestore import FileStore
from daykeep.wiring.merging import install_merging
from daykeep.workspace.layout import read_layout
from tests.git.playground import NOON, Playground
from tests.review.deciding import MEMORY, decide_all, desk_of
from tests.review.proposal_contract import LOG, an_item, draft

PROGRAM = (sys.executable, "-P", "-m", "daykeep")
NAMES = ("MEMORY.md", "memory/decisions.jsonl", "memory/sources.jsonl")


class Machine:
    """One clone, on which a person approves what daykeep proposes."""

    def __init__(self, playground, hours):
        self.playground = playground
        self.now = NOON + timedelta(hours=hours)

    @property
    def files(self):
        return Files(self.playground.root)

    @property
    def history(self):
        return open_history(self.playground.root)

    def approve(self, text, **options):
        self.now += timedelta(minutes=1)
        store = FileStore(self.files)
        item = propose(an_item(text, **options), reason="new")
        made = store.create(draft(item), now=self.now)
        done = decide_all(self.files, store, desk_of(self.history)._replace(now=self.now), made, APPROVED)
        assert (len(done.approved), done.problems) == (1, ())
        return done

    def verify(self):
        return verify(self.files, read_layout(self.files), self.history)

    def trust(self):
        trust_files(
            self.files, read_layout(self.files), ["MEMORY.md"], history=self.history, now=self.now, by="ada",
            is_person=True,
        )  # fmt: skip

    def memory(self):
        return self.playground.read("MEMORY.md")


@pytest.fixture
def machines(playground, tmp_path, home):
    """Two clones of a workspace whose memory a person approved, both with daykeep's merge."""
    playground.write("MEMORY.md", MEMORY)
    playground.write(LOG, "# Tuesday\n\n## Lesson\n- Set a limit on every request\n")
    one = Machine(playground, 0)
    one.trust()
    install_merging(one.files, read_layout(one.files), PROGRAM)
    playground.git("add", ".gitattributes", "memory", "MEMORY.md")
    playground.git("commit", "-qm", "Begin")
    playground.git("clone", "-q", str(playground.root), str(tmp_path / "two"))
    two = Machine(Playground(tmp_path / "two", home), 1)
    install_merging(two.files, read_layout(two.files), PROGRAM)
    return one, two


def pull(one, two, *options, fails=False):
    one.playground.git("pull", "-q", "--no-rebase", *options, str(two.playground.root), "main", fails=fails)


def test_lines_that_both_sides_approved_need_no_new_approval_after_git_merged_them(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.approve("Look at the owner of the lock first")
    pull(one, two)
    assert {"limit", "owner"} <= {*one.memory().split()}
    verified = one.verify()
    assert verified.is_complete, [*verified.vanished, *verified.doubtful, *verified.unapproved]
    assert find_unapproved(one.files, read_layout(one.files), one.history) == []


def test_approval_after_a_merge_puts_the_merge_on_record_and_leaves_memory_approved(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.approve("Look at the owner of the lock first")
    pull(one, two)
    one.approve("Purge the cache after a release")
    document = one.files.find_document("MEMORY.md")
    assert is_trusted(one.files, "MEMORY.md", document.sha256)
    assert one.verify().is_complete


def test_other_machine_that_takes_the_merge_over_has_everything_accounted_for(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.approve("Look at the owner of the lock first")
    pull(one, two)
    pull(two, one)
    assert two.memory() == one.memory()
    assert two.verify().is_complete
    two.approve("Purge the cache after a release")
    one.approve("Drain the queue before a deploy")
    pull(two, one)
    assert two.verify().is_complete
    assert {"Purge", "Drain", "limit", "owner"} <= {*two.memory().split()}


def test_line_that_a_hand_put_into_a_merge_is_the_only_unapproved_one(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.approve("Look at the owner of the lock first")
    pull(one, two, "--no-commit")
    one.playground.write("MEMORY.md", f"{one.memory()}- sneaky\n")
    one.playground.git("commit", "-qam", "Merge")
    verified = one.verify()
    assert [line.text for line in verified.doubtful] == ["- sneaky"]
    assert [file.name for file in verified.unapproved] == ["MEMORY.md"]
    one.approve("Purge the cache after a release")
    assert [line.text for line in one.verify().doubtful] == ["- sneaky"]


def test_edit_that_one_side_never_approved_is_unapproved_after_the_merge(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.playground.write("MEMORY.md", f"{two.memory()}- sneaky\n")
    two.playground.git("commit", "-qam", "Edit")
    pull(one, two)
    verified = one.verify()
    assert [line.text for line in verified.doubtful] == ["- sneaky"]
    assert not verified.is_complete


def test_line_that_a_merge_drops_for_a_side_is_not_accounted_for_by_both_approvals(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.approve("Look at the owner of the lock first")
    pull(one, two, "-s", "ours")
    assert [line.text for line in one.verify().vanished if "owner" in line.text] == [
        "- Look at the owner of the lock first"
    ]


def test_records_of_both_sides_are_all_there_once_after_the_merge(machines):
    one, two = machines
    one.approve("Set a limit on every request")
    two.approve("Look at the owner of the lock first")
    sides = [[*map(machine.playground.read, NAMES[1:])] for machine in machines]
    pull(one, two)
    for name, *texts in zip(NAMES[1:], *sides, strict=True):
        lines = one.playground.read(name).splitlines()
        assert {*lines} == {line for text in texts for line in text.splitlines()}
        assert len(lines) == len({*lines})
