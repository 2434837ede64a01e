"""Work that is shared out gives what one process gives, and leaves no process behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from daykeep.processes import work_shared


def squares(numbers):
    return (number * number for number in numbers)


def ends_in_another_process(parent):
    if os.getpid() != parent:
        os._exit(1)
    return [parent]


def fails(_):
    raise ValueError("it can't be read")


def ids(_):
    return [os.getpid()]


def is_interrupted(_):
    signal.raise_signal(signal.SIGINT)
    return [os.getpid()]


@pytest.mark.parametrize("processes", [1, 2])
def test_answers_come_in_the_order_of_the_shares(processes):
    shares = [range(start, start + 3) for start in range(0, 30, 3)]
    assert list(work_shared(squares, shares, processes)) == [number * number for number in range(30)]


def test_more_than_one_process_means_other_processes():
    assert list(work_shared(ids, [0], 1)) == [os.getpid()]
    assert os.getpid() not in list(work_shared(ids, [0, 0], 2))


def test_shares_of_a_process_that_died_are_done_in_this_one():
    assert list(work_shared(ends_in_another_process, [os.getpid()] * 3, 2)) == [os.getpid()] * 3


def test_error_of_the_work_is_raised_to_the_caller():
    with pytest.raises(ValueError, match="can't be read"):
        list(work_shared(fails, [1], 2))


def test_interrupt_of_the_whole_group_is_left_to_the_one_that_started_it():
    assert len(list(work_shared(is_interrupted, [1, 2], 2))) == 2


def test_caller_that_stops_early_leaves_no_process():
    answers = work_shared(ids, [0] * 40, 2)
    next(answers)
    answers.close()
    deadline = time.monotonic() + 20
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not multiprocessing.active_children()


PARENT = """
import os, time
from daykeep.processes import work_shared

def ids(_):
    yield os.getpid()

if __name__ == "__main__":
    answers = work_shared(ids, range(20), 2)
    print(next(answers), flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="whether a process runs is read from /proc")
def test_processes_end_when_the_one_that_started_them_is_killed(tmp_path):
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen([sys.executable, tmp_path / "parent.py"], stdout=subprocess.PIPE, text=True)
    worker = int(parent.stdout.readline())
    assert worker != parent.pid
    assert is_running(worker)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while is_running(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not is_running(worker)


def is_running(number):
    try:
        return "State:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
