from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daykeep.errors import LockedError
from daykeep.files.locking import waiting
from daykeep.files.store import Files

WAITER = """
import sys
from pathlib import Path
from daykeep.files.store import Files
files = Files(Path(sys.argv[1]), lock_timeout_seconds=30)
print("asking", flush=True)
with files.lock("lease"):
    with open(Path(sys.argv[1]) / "order", "a") as stream:
        stream.write(sys.argv[2] + chr(10))
"""
needs_line = pytest.mark.skipif(not waiting.HAS_LINE, reason="this system has no open file description locks")


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path, lock_timeout_seconds=0.3)


@pytest.fixture
def start_waiter(tmp_path):
    """Start processes that ask for the lock, one after another."""
    started = []

    def start(label):
        command = [sys.executable, "-c", WAITER, str(tmp_path), str(label)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout.readline() == "asking\n"
        time.sleep(0.1)  # it stands in line now
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def stop(process):
    """Stop a process, and return when all its threads stand still."""
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.3)
    for path in Path(f"/proc/{process.pid}/task").glob("*/stat"):
        while path.read_text().rpartition(")")[2].split()[0] != "T":
            time.sleep(0.01)


def order(tmp_path):
    return (tmp_path / "order").read_text().split()


@needs_line
def test_waiters_are_served_in_the_order_they_came(files, tmp_path, start_waiter):
    with files.lock("lease"):
        waiters = [start_waiter(label) for label in range(6)]
    assert [waiter.wait(timeout=30) for waiter in waiters] == [0] * 6
    assert order(tmp_path) == list("012345")


def test_a_waiter_that_was_killed_in_line_holds_up_nobody(files, tmp_path, start_waiter):
    with files.lock("lease"):
        waiters = [start_waiter(label) for label in range(4)]
        waiters[1].kill()
        waiters[1].wait()
    began = time.monotonic()
    assert [waiter.wait(timeout=30) for waiter in (waiters[0], waiters[2], waiters[3])] == [0, 0, 0]
    assert time.monotonic() - began < 5
    assert sorted(order(tmp_path)) == ["0", "2", "3"]


def test_a_waiter_that_is_stopped_in_line_holds_up_others_for_a_second_at_most(files, tmp_path, start_waiter):
    with files.lock("lease"):
        waiters = [start_waiter(label) for label in range(3)]
        stop(waiters[0])
    began = time.monotonic()
    assert waiters[1].wait(timeout=30) == 0
    assert time.monotonic() - began < 5
    waiters[0].send_signal(signal.SIGCONT)
    assert waiters[0].wait(timeout=30) == 0
    assert waiters[2].wait(timeout=30) == 0
    assert sorted(order(tmp_path)) == ["0", "1", "2"]


def test_a_waiter_that_gave_up_in_line_leaves_no_lock_and_no_descriptor(files, start_waiter):
    folder = "/proc/self/fd"
    before = len(os.listdir(folder)) if os.path.isdir(folder) else 0
    lock = files.lock("lease")
    other = start_waiter("other")
    for _ in range(3):
        with pytest.raises(LockedError):
            files.lock("lease", timeout_seconds=0.05)
    lock.close()
    assert other.wait(timeout=30) == 0
    files.lock("lease", timeout_seconds=1).close()
    time.sleep(0.2)  # the threads that came too late end by themselves
    if before:
        assert len(os.listdir(folder)) <= before + 1  # the pipe of the other process


def test_without_lines_waiters_wait_for_the_lock_itself(files, monkeypatch):
    from daykeep.files.locking import mutex

    monkeypatch.setattr(mutex, "HAS_LINE", False)
    first = files.lock("lease")
    with pytest.raises(LockedError):
        files.lock("lease", timeout_seconds=0.05)
    first.close()
    files.lock("lease", timeout_seconds=5).close()  # the one that came too late lets go by itself
    assert not list((files.root / ".daykeep/locks").glob("*.line"))


@needs_line
@pytest.mark.parametrize("junk", [b"\xff" * 100, b"\xff" * 7 + b"\x7f", b"x"])
def test_a_line_of_junk_is_begun_anew(files, start_waiter, junk):
    lock = files.lock("lease")
    start_waiter("one")
    (line,) = (files.root / ".daykeep/locks").glob("*.line")
    line.write_bytes(junk)
    two = start_waiter("two")
    lock.close()
    assert two.wait(timeout=30) == 0
