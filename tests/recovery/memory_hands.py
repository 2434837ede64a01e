"""A workspace under edits, approvals, clock jumps and crashes, beside a model that knows what must stand in its memory.

The model keeps the bytes of MEMORY.md, what a hand put in or took out since the last approval, and what must never come
back. What daykeep itself writes is planned on the model's bytes, line by line where the plan depends on history.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from daykeep.files.encoding import decode
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.git.run import load_library
from daykeep.memory.leaving.budget import Limits
from daykeep.memory.sources import hash_line
from daykeep.review.account.trust import trust_files
from daykeep.review.account.verify import verify
from daykeep.review.evidence.accounts import is_structure
from daykeep.review.stores.joined import open_store
from daykeep.review.verdict.decide import Desk
from daykeep.workspace.layout import read_layout
from tests.git.playground import AUTHOR, Playground, clean_environment
from tests.recovery.conftest import MEMORY_DISK
from tests.recovery.forked import run_and_die
from tests.review.deciding import OFF

LOG = "memory/2026-03-10.md"
START = "# Memory\n\n## Lessons\n\n- Drink water\n- Sleep enough\n- Walk a lot\n"
LIMITS = Limits(10_000_000, 1_000_000)
WORDS = (
    "lock", "queue", "cache", "backup", "invoice", "router", "compiler", "garden", "violin", "passport", "kettle",
    "satellite", "glacier", "harbour", "mosaic", "orchard", "pendulum", "quarry", "raincoat", "sandwich",
)  # fmt: skip
MOST_CALLS = 400


def sentence(number):
    """A lesson in words that no other number has."""
    first, second = WORDS[number % len(WORDS)], WORDS[(number * 7 + 3) % len(WORDS)]
    return f"- Always check the {first} of case {number}a before touching {second} number {number}b"


class Hands(RuleBasedStateMachine):
    """``by_hand`` are lines that nobody approved, ``lost`` those that a hand took out, ``banned`` must not come back."""

    with_git = True

    def __init__(self):
        super().__init__()
        self.folder = Path(
            tempfile.mkdtemp(prefix="daykeep-", dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None)
        )
        self.root = self.folder / "work"
        self.now = datetime(2026, 3, 10, 12, tzinfo=UTC)
        self.count = 0
        self.by_hand, self.lost, self.banned, self.buried = set(), set(), set(), set()
        self.committed = set()
        self.worded = {}
        self.took = {}
        self.waiting = {}
        self.head = None
        self.last_revert = None
        self.kills = 0

    # -- the workspace

    @initialize()
    def begin(self):
        self.root.mkdir()
        environment = clean_environment(self.folder)
        self._kept = dict(os.environ)
        os.environ.clear()
        os.environ.update(environment)
        playground = Playground(self.root, self.folder)
        (self.root / "memory").mkdir()
        (self.root / "MEMORY.md").write_text(START)
        (self.root / LOG).write_text("# Tuesday\n")
        if self.with_git:
            playground.start()
            playground.git("add", "MEMORY.md", "memory")
            playground.git("commit", "-qm", "Begin")
        self.model = START.encode()
        self.trust()
        self.note_head()

    def teardown(self):
        if hasattr(self, "_kept"):
            os.environ.clear()
            os.environ.update(self._kept)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def files(self):
        return Files(self.root, durable=False, lock_timeout_seconds=5)

    @property
    def history(self):
        return open_history(self.root) if self.with_git else OFF

    @property
    def store(self):
        return open_store(self.files, self.history)

    @property
    def desk(self):
        return Desk("MEMORY.md", "en", self.now, self.now.date(), self.history, AUTHOR, "ada", LIMITS)

    def lines(self, data=None):
        """The lines of MEMORY.md (of the model) that say something, in order."""
        return [text for text in decode(self.model if data is None else data).texts if text.strip()]

    def items(self, data=None):
        return [text for text in self.lines(data) if not is_structure(text)]

    def next_text(self):
        self.count += 1
        return sentence(self.count)

    def tick(self):
        self.now += timedelta(seconds=1)

    def read(self):
        return (self.root / "MEMORY.md").read_bytes()

    def note_head(self):
        """What a commit has held is missed when it goes; what never was in one is not."""
        if self.with_git:
            history = self.history
            tip = history.head()
            if tip != self.head:
                self.head = tip
                texts = decode(history.read(tip, "MEMORY.md") or b"").texts
                self.committed.update(hash_line(text) for text in texts if text.strip())

    def written(self, data):
        """MEMORY.md is what daykeep made of it."""
        self.note_head()
        assert self.read() == data
        self.model = data

    def check_only(self, *, added=(), removed=()):
        """Adopt what stands there now: these lines came, these went, headings apart; the others kept their order."""
        after = self.read()
        old, new = self.items(), self.items(after)
        assert [text for text in new if text not in added] == [text for text in old if text not in removed]
        assert [text for text in added if text not in new] == []
        self.written(after)

    # -- what happens to logs and to the file itself

    @rule()
    def append_to_the_log(self):
        text = self.next_text()
        self.files.append(LOG, lambda _tail: f"\n## Lesson: case {self.count}\n{text}\n".encode())

    @rule(place=st.integers(0, 30), heading=st.booleans())
    def add_by_hand(self, place, heading):
        text = f"## Mine {self.next_text()[2:]}" if heading else self.next_text()
        self.edit(lambda lines: lines.insert(1 + place % len(lines), text))
        self.by_hand.add(text)

    @precondition(lambda self: self.items())
    @rule(place=st.integers(0, 30))
    def delete_by_hand(self, place):
        items = self.items()
        text = items[place % len(items)]
        self.edit(lambda lines: lines.remove(text))
        self.missed(text)

    @precondition(lambda self: self.items())
    @rule(place=st.integers(0, 30))
    def change_by_hand(self, place):
        items = self.items()
        old, new = items[place % len(items)], self.next_text()
        self.edit(lambda lines: lines.__setitem__(lines.index(old), new))
        self.missed(old)
        self.by_hand.add(new)

    @precondition(lambda self: self.banned)
    @rule()
    def put_back_by_hand(self):
        text = min(self.banned)
        self.edit(lambda lines: lines.append(text))
        self.banned.discard(text)
        self.by_hand.add(text)

    def missed(self, text):
        self.by_hand.discard(text)
        if text not in self.buried and (not self.with_git or hash_line(text) in self.committed):
            self.lost.add(text)

    def edit(self, work):
        lines = self.model.decode().split("\n")[:-1]
        work(lines)
        self.model = "".join(f"{line}\n" for line in lines).encode()
        (self.root / "MEMORY.md").write_bytes(self.model)

    @precondition(lambda self: self.by_hand or self.lost)
    @rule()
    def approve_the_edits(self):
        self.trust()

    def trust(self):
        self.tick()
        trust_files(
            self.files, read_layout(self.files), ["MEMORY.md"], history=self.history, now=self.now, by="ada",
            is_person=True,
        )  # fmt: skip
        self.by_hand.clear()
        self.lost.clear()

    @rule(hours=st.sampled_from([-30, -1, 1, 24, 24 * 300]))
    def jump(self, hours):
        """The clock of the machine is set."""
        self.now += timedelta(hours=hours)

    # -- crashes

    def dies(self, work, at, *, half):
        """Do it in a child that is killed at its ``at``-th system call, or half way through it; whether it was."""
        if self.with_git:
            load_library()
        died = run_and_die(work, at, half=half).killed
        self.kills += died
        self.note_head()
        return died

    # -- what holds at any time

    @invariant()
    def the_file_is_the_models(self):
        if hasattr(self, "model"):
            assert self.read() == self.model

    @invariant()
    def nothing_banned_is_back(self):
        if hasattr(self, "model"):
            assert self.banned.isdisjoint(self.lines())

    @invariant()
    def every_line_is_accounted_for_but_those_of_a_hand(self):
        if hasattr(self, "model"):
            verified = verify(self.files, read_layout(self.files), self.history)
            assert {line.text for line in verified.doubtful} == self.by_hand & {*self.lines()}
            vanished = {line.text for line in verified.vanished}
            missing = self.lost - {*self.lines()}
            if self.with_git:
                assert vanished == missing, (vanished, missing)
            else:
                missing |= {self.worded[text] for text in missing if text in self.worded}
                assert vanished - {""} <= missing, (vanished, missing)
