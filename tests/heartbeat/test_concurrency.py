"""Beats as processes of their own: several at once, killed in the middle, a lease whose owner died."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from daykeep.errors import LockedError
from daykeep.files.store import Files
from daykeep.heartbeat.status import find_daemon, hold_beat, hold_daemon

if TYPE_CHECKING:
    from pathlib import Path

# A beat whose actions leave a line each in a file beside the workspace, and take their time where they are told to.
BEAT = """
import json, os, sys, time
from pathlib import Path
sys.path.insert(0, os.getcwd())
from daykeep.files.store import Files
from daykeep.heartbeat.beat import Moment, Result, run_beat
from tests.heartbeat.support import JOBS, SHANGHAI, at

root, when, seconds = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
trace = root.parent / "trace"

def note(line):
    descriptor = os.open(trace, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(descriptor, (line + "\\n").encode())
    os.close(descriptor)

class Actions:
    def has_unread(self, period):
        return True
    def distill(self, period):
        note(f"begin {period.id}")
        time.sleep(seconds)
        note(f"end {period.id}")
        return Result(True, "done")
    def commit_days(self, period):
        return Result(False, "nothing")

print("ready", flush=True)
sys.stdin.readline()
report = run_beat(Files(root), Moment(at(when), SHANGHAI), JOBS, Actions(), token="HEARTBEAT_OK")
print(json.dumps({"answer": report.answer, "busy": report.busy, "done": [one.job for one in report.outcomes if one.status == "done"]}))
"""


def start(root: Path, when: str, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", BEAT, str(root), when, str(seconds)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def finish(process: subprocess.Popen[str]) -> dict:
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return json.loads(out)


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=10)


def trace(root: Path) -> list[str]:
    path = root.parent / "trace"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def wait_for(root: Path, line: str) -> None:
    deadline = time.monotonic() + 30
    while line not in trace(root):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("count", [2, 8])
def test_of_several_beats_at_once_exactly_one_works(root: Path, count: int) -> None:
    beats = [start(root, "2026-03-08 23:05", 0.5) for _ in range(count)]
    for beat in beats:
        go(beat)
    answers = [finish(beat) for beat in beats]
    assert trace(root) == ["begin 2026-W10", "end 2026-W10"]
    assert [answer["answer"] for answer in answers] == ["HEARTBEAT_OK"] * count
    assert sorted(len(answer["done"]) for answer in answers) == [0] * (count - 1) + [1]
    busy = [answer["busy"] for answer in answers if answer["busy"]]
    worker = next(beat for beat, answer in zip(beats, answers, strict=True) if answer["done"])
    assert busy
    assert all(f"process {worker.pid}" in text for text in busy)


def test_beat_killed_in_its_job_leaves_nothing_behind_and_is_made_good_once(root: Path) -> None:
    victim = start(root, "2026-03-08 23:05", 60)
    go(victim)
    wait_for(root, "begin 2026-W10")
    kill(victim)
    for when, done in (("2026-03-08 23:06", ["distill"]), ("2026-03-08 23:07", [])):
        beat = start(root, when, 0)
        go(beat)
        assert finish(beat)["done"] == done
    assert trace(root) == ["begin 2026-W10", "begin 2026-W10", "end 2026-W10"]


def test_lease_of_a_dead_owner_is_free_even_if_its_pid_lives_on(root: Path) -> None:
    victim = start(root, "2026-03-08 23:05", 60)
    go(victim)
    wait_for(root, "begin 2026-W10")
    with pytest.raises(LockedError, match=f"process {victim.pid}"), hold_beat(Files(root)):
        pass
    kill(victim)
    with hold_beat(Files(root)):
        pass


def test_daemon_lease_names_its_owner_and_ends_with_it(root: Path) -> None:
    files = Files(root)
    assert find_daemon(files) is None
    with hold_daemon(files):
        owner = find_daemon(files)
        assert owner is not None
        assert owner.purpose == "daemon"
        with pytest.raises(
            LockedError, match=f"a daemon is already running .* process {owner.pid}"
        ) as caught:
            hold_daemon(files)
        assert caught.value.exit_code == 7
    assert find_daemon(files) is None


MANY = (
    BEAT.partition("class Actions:")[0]
    + """
class Actions:
    def has_unread(self, period):
        return True
    def distill(self, period):
        note(f"distill {period.id}")
        return Result(True, "done")
    def commit_days(self, period):
        note(f"daily-commit {period.id}")
        return Result(False, "nothing")
    def command(self, job, period):
        note(f"{job.name} {period.id}")
        return Result(True, "done")

from datetime import timedelta
from daykeep.heartbeat.jobs import JobList
from tests.heartbeat.support import command_job
jobs = JobList((*JOBS.jobs, command_job("*/30 * * * *", "halves", quiet=True)), ())
print("ready", flush=True)
sys.stdin.readline()
answers, problems = set(), []
for number in range(int(seconds)):
    now = at(when) + timedelta(minutes=15 * number)
    report = run_beat(Files(root), Moment(now, SHANGHAI), jobs, Actions(), token="HEARTBEAT_OK")
    answers.add(report.answer)
    problems += [*report.notes, *(one.summary for one in report.outcomes if one.status in {"failed", "waits"})]
print(json.dumps({"answers": sorted(answers), "problems": [one for one in problems if "clock is behind" not in one]}))
"""
)


def test_many_beats_of_many_processes_do_every_period_once_and_surface_no_lock(root: Path) -> None:
    """Their clocks differ by up to some hours, as they do not beat in step."""
    command = [sys.executable, "-c", MANY, str(root), "2026-03-08 22:00", "12"]
    beats = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(16)
    ]
    for beat in beats:
        assert beat.stdout is not None
        assert beat.stdout.readline() == "ready\n"
    for beat in beats:
        go(beat)
    answers = [finish(beat) for beat in beats]
    assert [answer["answers"] for answer in answers] == [["HEARTBEAT_OK"]] * 16
    assert [answer["problems"] for answer in answers] == [[]] * 16
    ran = trace(root)
    assert len(set(ran)) == len(ran)
    assert "distill 2026-W10" in ran
    assert "halves 2026-03-09T00:30" in ran
