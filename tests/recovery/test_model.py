"""One log and one state file under every mix of writers, editors and crashes, beside a model in memory."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from daykeep.errors import ConflictError
from daykeep.files.append import newline_of
from daykeep.files.locking.locks import acquire
from daykeep.files.store import Files
from tests.recovery.conftest import MEMORY_DISK

DAY, ARCHIVED, STATE = "memory/2026-03-10.md", "memory/archive/2026-03-10.md", "memory/state.json"
ENTRIES = st.binary(min_size=1, max_size=30).map(
    lambda data: b"- " + data.replace(b"\n", b"").replace(b"\r", b"") + b"\n"
)
TEXTS = st.lists(
    st.sampled_from([b"# head", b"- line", "日志".encode(), b"caf\xe9", b"\n", b"\r\n", b"\n"]), max_size=6
).map(b"".join)


def with_line_end(data):
    if not data or data.endswith(b"\n"):
        return data
    return data + newline_of(data)


class Workspace(RuleBasedStateMachine):
    """``log`` is what the file must hold (None: no file), ``waiting`` what is in the spool, ``half`` a crash not settled."""

    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None))
        self.files = Files(self.folder, durable=False, lock_timeout_seconds=1)
        self.log = None
        self.waiting = None
        self.half = b""
        self.count = 0

    def teardown(self):
        shutil.rmtree(self.folder)

    def settled(self):
        """Whoever takes the lock next has cleared the half entry away; who appends also merges what waits."""
        self.half = b""

    def merged(self):
        self.settled()
        if self.waiting is not None:
            self.log = with_line_end(self.log or b"") + self.waiting
            self.waiting = None

    @rule(entry=ENTRIES)
    def append(self, entry):
        self.files.append(DAY, lambda _tail: entry)
        self.merged()
        self.log = with_line_end(self.log or b"") + entry

    @precondition(lambda self: self.waiting is None)
    @rule(entry=ENTRIES)
    def append_while_another_holds_the_lock(self, entry):
        with self.files.lock(DAY):
            assert self.files.append(DAY, lambda _tail: entry, wait=False).spooled
        self.settled()
        self.waiting = entry

    @rule()
    def merge(self):
        merged = self.files.merge_spool()
        assert merged == (self.waiting is not None)
        if merged:
            self.merged()

    @precondition(lambda self: self.log is not None)
    @rule(entry=ENTRIES, share=st.floats(0, 0.99))
    def die_while_writing(self, entry, share):
        self.files.lock(DAY).close()
        self.settled()
        lock = acquire(str(self.folder), DAY, timeout_seconds=1, purpose="append")
        info = (self.folder / DAY).stat()
        lock.say({"do": "append", "name": DAY, "offset": info.st_size, "inode": info.st_ino}, entry)
        self.half = entry[: int(len(entry) * share)]
        with (self.folder / DAY).open("ab") as stream:
            stream.write(self.half)
        lock.close()

    @rule(text=TEXTS)
    def save_in_an_editor(self, text):
        """The editor had the file open before anything was half written; it saves a whole new file."""
        (self.folder / "memory").mkdir(exist_ok=True)
        (self.folder / "memory/editor~").write_bytes(text)
        os.replace(self.folder / "memory/editor~", self.folder / DAY)
        self.log, self.half = text, b""

    @rule(text=TEXTS)
    def replace(self, text):
        self.files.lock(DAY).close()
        self.settled()
        expected = None if self.log is None else hashlib.sha256(self.log).hexdigest()
        done = self.files.replace(DAY, text, expected_sha256=expected)
        assert done.changed == (text != self.log)
        self.log = text

    @rule(text=TEXTS)
    def replace_what_was_changed_meanwhile(self, text):
        with pytest.raises(ConflictError):
            self.files.replace(DAY, text, expected_sha256="0" * 64)
        self.settled()

    @precondition(lambda self: self.log is not None)
    @rule()
    def archive(self):
        self.files.remove(ARCHIVED)
        self.files.move(DAY, ARCHIVED)
        self.settled()
        assert self.files.find_bytes(ARCHIVED) == self.log
        self.log = None

    @rule()
    def mend(self):
        for leftover in self.files.leftovers():
            self.files.mend(leftover)
        if self.waiting is not None:
            self.merged()
        self.settled()
        assert [leftover for leftover in self.files.leftovers() if leftover.kind != "quarantine"] == []

    @rule(junk=st.sampled_from([None, b"", b"[]", b"{", b"\0\0"]))
    def count_up(self, junk):
        if junk is not None:
            (self.folder / "memory").mkdir(exist_ok=True)
            (self.folder / STATE).write_bytes(junk)
            self.count = 0
        self.files.update_state(STATE, lambda value: {**value, "n": value.get("n", 0) + 1})
        self.count += 1
        assert self.files.find_state(STATE).value == {"n": self.count}

    @invariant()
    def the_log_is_as_the_model_says(self):
        expected = self.log if not self.half else self.log + self.half
        assert self.files.find_bytes(DAY) == expected


def check_model(examples, steps):
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Workspace, settings=chosen)


def test_g6_a_hundred_histories_of_thirty_steps_agree_with_the_model():
    check_model(100, 30)


@pytest.mark.soak
def test_g6_two_thousand_histories_of_fifty_steps_agree_with_the_model():
    check_model(2000, 50)
