"""``daykeep daemon`` as a process: one for each workspace, clean ends, catching up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from apscheduler.schedulers.blocking import BlockingScheduler

from daykeep.files.store import Files
from daykeep.heartbeat.daemon import TICK, FromNow, beat_lines, watch_tick
from daykeep.heartbeat.status import find_daemon
from tests.cli.setting_up import Desk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DAYKEEP = str(Path(sys.executable).with_name("daykeep"))
LIMIT_SECONDS = 30.0


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


class Yard:
    """A workspace and the daemons started on it; whatever still runs is ended with the test."""

    def __init__(self, root: Path) -> None:
        (root / "memory").mkdir(parents=True)
        (root / "AGENTS.md").write_text("# AGENTS\n", encoding="utf-8")
        (root / "USER.md").write_text("- **Timezone:** Asia/Shanghai\n", encoding="utf-8")
        (root / "daykeep.toml").write_text('[distill]\nprofile = "classic"\n', encoding="utf-8")
        self.root = root
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(root.parent), "TZ": "UTC"}
        self.started: list[subprocess.Popen[str]] = []

    def run(self, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [DAYKEEP, "daemon", "run", *arguments],
            cwd=self.root,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def status(self, *arguments: str) -> dict[str, Any]:
        command = [DAYKEEP, "daemon", "status", "--json", *arguments]
        return json.loads(
            subprocess.run(command, cwd=self.root, env=self.environ, capture_output=True, check=True).stdout
        )

    def last_beat(self) -> str:
        path = self.root / ".daykeep" / "cache" / "heartbeat.json"
        return json.loads(path.read_bytes()).get("seen_at", "") if path.exists() else ""

    def end(self, process: subprocess.Popen[str], number: int = signal.SIGTERM) -> str:
        process.send_signal(number)
        _, err = process.communicate(timeout=LIMIT_SECONDS)
        assert process.returncode == 0, err
        return err


@pytest.fixture
def yard(tmp_path: Path) -> Iterator[Yard]:
    made = Yard(tmp_path / "agent")
    yield made
    for process in made.started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_daemon_beats_and_stops_cleanly(yard: Yard, number: int) -> None:
    process = yard.run("--tick", "0.3")
    wait_until(lambda: yard.last_beat() != "")
    first = yard.last_beat()
    wait_until(lambda: yard.last_beat() != first)
    assert yard.status()["daemon"]["pid"] == process.pid
    log = yard.end(process, number)
    assert "info started for" in log
    assert log.splitlines()[-1].endswith("info stopped")
    assert "Traceback" not in log
    assert yard.status()["daemon"] is None


def test_of_five_daemons_one_runs_and_four_end_with_7_at_once_and_name_it(yard: Yard) -> None:
    processes = [yard.run("--tick", "60") for _ in range(5)]
    wait_until(lambda: sum(process.poll() is not None for process in processes) == 4)
    (owner,) = [process for process in processes if process.poll() is None]
    for process in processes:
        if process is not owner:
            out, err = process.communicate()
            assert (process.returncode, out) == (7, "")
            assert "a daemon is already running" in err
            assert f"process {owner.pid}" in err
    begun = time.perf_counter()
    late = yard.run()
    late.communicate(timeout=LIMIT_SECONDS)
    assert late.returncode == 7
    assert time.perf_counter() - begun < 1.0
    yard.end(owner)


def test_killed_daemon_leaves_the_place_free_and_its_successor_makes_good_what_was_missed(yard: Yard) -> None:
    first = yard.run("--tick", "0.3")
    wait_until(lambda: yard.last_beat() != "")
    first.kill()
    first.communicate()
    (yard.root / "memory" / "2026-01-07.md").write_text(
        "# 2026-01-07\n\n## Lesson\nsave early\n", encoding="utf-8"
    )
    cache = yard.root / ".daykeep" / "cache" / "heartbeat.json"
    cache.write_text('{"settled": {"distill": "2026-W01"}}', encoding="utf-8")
    state = yard.root / "memory" / "heartbeat-state.json"
    state.unlink(missing_ok=True)
    second = yard.run("--tick", "0.3", "--log-format", "json")
    wait_until(state.exists)
    memory = yard.root / "MEMORY.md"
    assert "save early" in memory.read_text(encoding="utf-8")
    before = memory.read_bytes()
    seen = yard.last_beat()
    wait_until(lambda: yard.last_beat() != seen)
    lines = [json.loads(line) for line in yard.end(second).splitlines()]
    assert [line["level"] for line in lines if "distill for" in line["message"]] == ["info"]
    assert all(datetime.fromisoformat(line["at"]).utcoffset() == timedelta(hours=8) for line in lines)
    assert memory.read_bytes() == before


def test_status_shows_last_and_next_times_in_the_users_zone(yard: Yard) -> None:
    command = [DAYKEEP, "heartbeat", "--at", "2026-03-08 23:05"]
    (yard.root / "memory" / "2026-03-04.md").write_text("## Lesson\nsave early\n", encoding="utf-8")
    subprocess.run(command, cwd=yard.root, env=yard.environ, check=True, capture_output=True)
    status = yard.status("--at", "2026-03-09 09:00")
    assert (status["daemon"], status["zone"]) == (None, "Asia/Shanghai")
    assert status["last_beat"] == "2026-03-08T23:05:00+08:00"
    rows = {row["name"]: row for row in status["jobs"]}
    assert rows["distill"]["last"] == "2026-W10 at 2026-03-08T23:05:00+08:00"
    assert rows["distill"]["next_at"] == "2026-03-15T23:00:00+08:00"
    assert rows["distill"]["due"] is False
    assert (rows["daily-commit"]["due"], rows["daily-commit"]["due_at"]) == (
        True,
        "2026-03-08T23:30:00+08:00",
    )


def test_hostile_module_in_the_workspace_is_not_imported_by_beats(yard: Yard) -> None:
    for name in ("daykeep.py", "json.py", "click.py"):
        (yard.root / name).write_text("raise SystemExit(99)\n", encoding="utf-8")
    process = yard.run("--tick", "0.3")
    wait_until(lambda: yard.last_beat() != "")
    assert "exit code" not in yard.end(process)


def test_beat_that_crashes_is_logged_and_the_daemon_goes_on() -> None:
    ((level, text),) = beat_lines(1, "", "Traceback (most recent call last):\nValueError: x\n")
    assert (level, "exit code 1" in text, "ValueError: x" in text) == (40, True, True)
    assert beat_lines(0, '{"ok": true, "quiet": true, "outcomes": [], "notes": []}', "") == []
    error = '{"ok": false, "error": {"message": "the folder is gone"}}'
    assert beat_lines(3, error, "") == [(40, "the beat failed: the folder is gone")]
    row = {"job": "distill", "period": "2026-W10", "status": "failed", "summary": "disk full"}
    answer = json.dumps({"ok": True, "outcomes": [row], "notes": ["x"]})
    assert beat_lines(10, answer, "") == [(30, "distill for 2026-W10: failed: disk full"), (30, "x")]


def test_jump_of_the_clock_piles_up_no_ticks() -> None:
    trigger = FromNow(60)
    now = datetime(2026, 3, 8, tzinfo=UTC)
    assert trigger.get_next_fire_time(None, now) == now
    later = now + timedelta(days=365)
    assert trigger.get_next_fire_time(now, later) == later + timedelta(seconds=60)


@pytest.mark.parametrize("ahead", [timedelta(hours=1), timedelta(days=365)], ids=["an hour", "a year"])
def test_tick_that_a_clock_set_back_has_left_far_ahead_is_brought_forward(ahead: timedelta) -> None:
    scheduler = BlockingScheduler(timezone=UTC)
    beats: list[float] = []
    stopped = threading.Event()

    def beat() -> None:
        beats.append(time.monotonic())
        if len(beats) == 1:
            threading.Thread(target=set_back).start()
        if len(beats) == 3:
            stopped.set()
            threading.Thread(target=scheduler.shutdown).start()

    def set_back() -> None:
        time.sleep(0.05)
        scheduler.modify_job(TICK, next_run_time=datetime.now(UTC) + ahead)

    scheduler.add_job(beat, FromNow(0.2), id=TICK, max_instances=1, coalesce=True, misfire_grace_time=None)
    watch = threading.Thread(target=watch_tick, args=(scheduler, stopped, 0.2))
    watch.start()
    limit = threading.Timer(LIMIT_SECONDS, scheduler.shutdown)
    limit.start()
    scheduler.start()
    limit.cancel()
    stopped.set()
    watch.join(LIMIT_SECONDS)
    assert len(beats) == 3
    assert beats[1] - beats[0] < 2.0


def test_lease_left_by_a_dead_process_with_a_living_pid_is_no_daemon(yard: Yard) -> None:
    first = yard.run("--tick", "60")
    wait_until(lambda: find_daemon(Files(yard.root)) is not None)
    first.kill()
    first.communicate()
    assert find_daemon(Files(yard.root)) is None


CRONTAB_TOOL = """#!/bin/sh
[ "$1" = -l ] && { [ -f "$HOME/tab" ] && exec /bin/cat "$HOME/tab"; echo "no crontab for you" >&2; exit 1; }
exec /bin/cat >"$HOME/tab"
"""


@pytest.fixture
def crontab(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose only timer is crontab; the file that it keeps."""
    tools = desk.folder / "tools"
    tools.mkdir()
    (tools / "crontab").write_text(CRONTAB_TOOL, encoding="utf-8")
    (tools / "crontab").chmod(0o755)
    (tools / "git").symlink_to(shutil.which("git") or "git")
    monkeypatch.setenv("PATH", str(tools))
    return desk.folder / "home" / "tab"


def test_install_prints_what_it_wrote_and_uninstall_takes_it_away(desk: Desk, crontab: Path) -> None:
    desk.run("init", "w")
    root = desk.folder / "w"
    shown = desk.run("daemon", "install", "--dry-run", where=root)
    assert "Would install the crontab timer daykeep-w-" in shown.out
    assert not crontab.exists()
    answer = desk.run("daemon", "install", "--every", "30", where=root)
    assert answer.code == 0
    written = crontab.read_text(encoding="utf-8")
    assert all(line in answer.out for line in written.splitlines())
    assert "*/30 * * * *" in written
    assert "timer: crontab, daykeep-w-" in desk.run("daemon", "status", where=root).out
    assert desk.run("daemon", "uninstall", where=root).out == "Removed crontab\n"
    assert crontab.read_text(encoding="utf-8") == ""
    assert desk.run("daemon", "uninstall", where=root).out == "There is no timer of this workspace.\n"


def test_uninstalling_daykeep_takes_the_timer_along(desk: Desk, crontab: Path) -> None:
    desk.run("init", "w")
    root = desk.folder / "w"
    desk.run("daemon", "install", where=root)
    assert "the crontab timer" in desk.run("uninstall", "--dry-run", where=root).out
    assert crontab.read_text(encoding="utf-8")
    assert desk.run("uninstall", "--json", where=root).json["timer"].startswith("crontab timer")
    assert crontab.read_text(encoding="utf-8") == ""


def test_logs_of_a_workspace_without_beats_say_so(desk: Desk) -> None:
    desk.run("init", "w")
    assert desk.run("daemon", "logs", where=desk.folder / "w").out == "No beat has done anything yet.\n"


def test_logs_show_what_a_beat_did_whoever_started_it(desk: Desk) -> None:
    desk.run("init", "w")
    root = desk.folder / "w"
    (root / "memory").mkdir(exist_ok=True)
    (root / "memory" / "2026-03-05.md").write_text("# 2026-03-05\n\n- a line\n", encoding="utf-8")
    desk.run("heartbeat", "--at", "2026-03-08 23:05", where=root)
    lines = desk.run("daemon", "logs", "--json", where=root).json["lines"]
    assert any(
        line["text"].startswith("distill for 2026-W10: done") and line["by"] == "beat" for line in lines
    )
    assert "distill for 2026-W10" in desk.run("daemon", "logs", "-n", "5", where=root).out
    before = len(lines)
    desk.run("heartbeat", "--at", "2026-03-08 23:06", where=root)
    assert len(desk.run("daemon", "logs", "--json", where=root).json["lines"]) == before
