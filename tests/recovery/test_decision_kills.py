"""Killed while approving, rejecting, reverting, forgetting or undoing: the old state or the new, and nothing to repair.

The points are spread over all system calls between the first and the last one. Afterwards doctor and git find nothing
wrong, and the same command again ends what was begun or has nothing left to do.
"""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, date, datetime

import pytest

from daykeep.clock import resolve_zone
from daykeep.daily.find import list_daily
from daykeep.doctor.examine import examine
from daykeep.doctor.finding import Subject
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.git.run import load_library
from daykeep.memory.items import Item, ItemLine
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.leaving.budget import Limits
from daykeep.memory.sources import load_sources
from daykeep.review.account.trust import trust_files
from daykeep.review.account.verify import verify
from daykeep.review.forgetting.forget import apply_forget, plan_forget
from daykeep.review.queue.proposals import (
    APPROVED,
    ARCHIVE,
    REJECTED,
    SUPERSEDE,
    Draft,
    old_line,
    propose,
)
from daykeep.review.stores.joined import open_store
from daykeep.review.takeback.revert import apply_revert, plan_revert
from daykeep.review.takeback.undo import apply_undo, find_decided, plan_undo
from daykeep.review.verdict.decide import Decision, Desk, decide
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, Playground, move_in
from tests.recovery.forked import run_and_die

LOG = "memory/2026-03-10.md"
MEMORY = "# Memory\n\n## Lessons\n\n- Drink water\n- Sleep enough\n"
FIRST, SECOND = "- Set a limit on every request", "- Look at the owner of the lock first"
LEFTOVERS = ("temp:", "stale-lock:", "cut-tail:", "quarantine:")
"""What a killed process may leave: doctor names it, is content all the same, and clears it away."""
SAMPLE_POINTS, ALL_POINTS = 10, 50


class Place:
    """A workspace with a history in which something was learned, something waits and everything is approved."""

    def __init__(self, root, home):
        self.root = root
        self.home = home

    @property
    def files(self):
        return Files(self.root, durable=False, lock_timeout_seconds=5)

    @property
    def history(self):
        return open_history(self.root)

    @property
    def store(self):
        return open_store(self.files, self.history)

    @property
    def desk(self):
        now = datetime(2026, 3, 11, 12, tzinfo=UTC)
        return Desk("MEMORY.md", "en", now, now.date(), self.history, AUTHOR, "ada", Limits(12_000, 200))

    def make(self):
        self.root.mkdir()
        playground = Playground(self.root, self.home).start()
        playground.write("MEMORY.md", MEMORY)
        playground.write(LOG, f"# Tuesday\n\n## Lesson\n{FIRST}\n{SECOND}\n")
        trust_files(
            self.files, read_layout(self.files), ["MEMORY.md"], history=self.history, now=self.desk.now, by="ada",
            is_person=True,
        )  # fmt: skip
        playground.git("add", "MEMORY.md", "memory")
        playground.git("commit", "-qm", "Begin")
        self.queue(propose(learned(4, FIRST), reason="new"))
        self.decide_waiting(APPROVED)
        text = self.memory()
        number = text.split("\n").index("- Drink water") + 1
        self.queue(
            propose(learned(5, SECOND), reason="new", action=SUPERSEDE, supersedes=[old_line(number, "- Drink water")]),
            propose(own_line(text, "- Sleep enough"), reason="old", action=ARCHIVE),
        )  # fmt: skip
        return self

    def queue(self, *items):
        self.store.create(Draft("distill", "MEMORY.md", None, items), now=self.desk.now)

    def decide_waiting(self, status):
        store = self.store
        chosen = [
            Decision(proposal.id, item.id, status)
            for proposal in store.list_waiting().proposals
            for item in proposal.waiting
        ]
        done = decide(self.files, store, chosen, self.desk)
        assert (done.refused, done.problems) == ((), ())

    def memory(self):
        return (self.root / "MEMORY.md").read_text()

    def state(self):
        """All that a person can see: memory, its archive, and what waits."""
        waiting = sorted(
            item for proposal in self.store.list_waiting().proposals for item in ids_of(proposal)
        )
        return self.memory(), tuple(line.text for line in find_archived(self.files)), tuple(waiting)

    def findings(self):
        """What doctor finds besides leftovers; nothing of it is an error."""
        files = self.files
        subject = Subject(
            files=files, layout=read_layout(files), history=self.history, zone=resolve_zone(flag="UTC", environ={}),
            now=self.desk.now, day=self.desk.day, language="en", memory_budget_chars=12_000, memory_budget_lines=200,
            dailies=tuple(list_daily(files)), problems=(),
        )  # fmt: skip
        report = examine(subject)
        assert report.healthy, report.findings
        locks = {finding.level for finding in report.findings if finding.id.startswith("stale-lock:")}
        assert locks <= {"info"}  # the next write takes it over: nothing that a person has to do
        return {finding.id for finding in report.findings if not finding.id.startswith(LEFTOVERS)}

    def mend(self):
        """Clear away what doctor offers to clear away; nothing of it is left then."""
        for _ in range(2):
            for leftover in self.files.leftovers():
                self.files.mend(leftover)
        assert self.files.leftovers() == []

    def fsck(self):
        done = subprocess.run(
            ["git", "fsck", "--strict"], cwd=self.root, capture_output=True, text=True, check=False
        )
        return done.returncode, [line for line in done.stderr.splitlines() if "dangling" not in line]


def ids_of(proposal):
    return [item.id for item in proposal.waiting]


def learned(number, text):
    return Item("lesson", "", date(2026, 3, 10), LOG, (ItemLine(number, text, text),), "agent", 0.8, "full")


def own_line(memory, text):
    number = memory.split("\n").index(text) + 1
    return Item(
        "fact", "", date(2026, 3, 10), "MEMORY.md", (ItemLine(number, text, text),), "agent", 1.0, "old"
    )


def approve(place):
    place.decide_waiting(APPROVED)


def reject(place):
    place.decide_waiting(REJECTED)


def revert(place):
    files, history = place.files, place.history
    item = load_sources(files)[0][0].item
    plan = plan_revert(files, history, item, memory="MEMORY.md")
    apply_revert(files, history, plan, now=place.desk.now, author=AUTHOR)


def forget(place):
    files = place.files
    plan = plan_forget(files, "a limit on every", memory="MEMORY.md")
    problems = []
    apply_forget(
        files, place.history, plan, language="en", now=place.desk.now, day=place.desk.day, by="ada", author=AUTHOR,
        problems=problems,
    )  # fmt: skip
    assert problems == []


def undo(place):
    files, store, desk = place.files, place.store, place.desk
    item = load_sources(files)[0][0].item
    verdicts = [choice for choice in find_decided(files, store, item) if choice.item.id == item]
    apply_undo(files, store, plan_undo(files, store, verdicts[0], desk), desk)


COMMANDS = (approve, reject, revert, forget, undo)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        yield move_in(tmp_path_factory.mktemp("home"), patch)


@pytest.fixture
def template(quick_folder, home):
    load_library()
    return Place(quick_folder / "template", home).make()


def copy_of(template, name):
    root = template.root.parent / name
    shutil.copytree(template.root, root, symlinks=True)
    return Place(root, template.home)


def points_of(calls, count):
    """So many points from the first call to the last, evenly."""
    return sorted({1 + round(at * (calls - 1) / (count - 1)) for at in range(count)})


def check_kills(command, template, count, *, half):
    """Kill the command at so many points, each in a workspace of its own; how many kills there were."""
    whole = copy_of(template, "whole")
    calls = run_and_die(lambda: command(whole), 0).count
    old, new, findings = template.state(), whole.state(), template.findings()
    assert old != new
    assert whole.findings() <= findings
    kills = 0
    for at in points_of(calls, count):
        place = copy_of(template, str(at))
        kills += run_and_die(lambda place=place: command(place), at, half=half).killed
        assert place.memory() in {old[0], new[0]}
        assert place.fsck() == (0, [])
        assert place.findings() <= findings, at
        if place.state() != new:
            command(place)
        assert place.state() == new, at
        assert place.findings() <= findings, at
        place.mend()
        verified = verify(place.files, read_layout(place.files), place.history)
        assert verified.is_complete, (at, verified.vanished, verified.doubtful, verified.unapproved)
        shutil.rmtree(place.root)
    return kills, calls


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_g2_kill_at_ten_points_of_a_decision_leaves_the_old_or_the_new_state(template, command):
    kills, calls = check_kills(command, template, SAMPLE_POINTS, half=command in {revert, undo})
    assert calls > ALL_POINTS
    assert kills >= SAMPLE_POINTS - 1  # the calls of two runs may differ by a few


@pytest.mark.soak
@pytest.mark.parametrize("half", [False, True], ids=["before", "half-way"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_g2_kill_at_fifty_points_of_a_decision_leaves_the_old_or_the_new_state(template, command, half):
    kills, _ = check_kills(command, template, ALL_POINTS, half=half)
    assert kills >= ALL_POINTS - 2
