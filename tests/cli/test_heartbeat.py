"""``daykeep heartbeat`` as a process, the way cron, a daemon or an agent calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DAYKEEP = str(Path(sys.executable).with_name("daykeep"))
CLASSIC = '[distill]\nprofile = "classic"\n'  # a lesson by its heading is learned, whatever its score
LESSON = "## 09:30 教训\n\n- 先看退出码\n- look at the exit code first\n"


class Place:
    """An adopted folder without git, and its command lines."""

    def __init__(self, root: Path, *, zone: str = "Asia/Shanghai") -> None:
        (root / "memory").mkdir(parents=True)
        self.root = root
        self.write("AGENTS.md", "# AGENTS\n")
        self.write("USER.md", f"- **Timezone:** {zone}\n")
        self.write("daykeep.toml", CLASSIC)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def call(self, *arguments: str, code: int = 0) -> tuple[str, str]:
        environ = {"PATH": os.environ["PATH"], "HOME": str(self.root.parent), "TZ": "UTC"}
        done = subprocess.run(
            [DAYKEEP, *arguments], cwd=self.root, env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout, done.stderr

    def beat(self, when: str, *arguments: str, code: int = 0) -> dict[str, Any]:
        return json.loads(self.call("heartbeat", "--at", when, "--json", *arguments, code=code)[0])

    def files(self) -> dict[str, bytes]:
        found = {
            path.relative_to(self.root).as_posix(): path for path in self.root.rglob("*") if path.is_file()
        }
        return {
            name: path.read_bytes()
            for name, path in found.items()
            if not name.startswith((".daykeep/", ".git/"))
        }


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "agent")


def test_quiet_beat_prints_the_token_alone_and_writes_nothing_into_the_workspace(place: Place) -> None:
    place.beat("2026-03-06 12:00")
    before = place.files()
    assert place.call("heartbeat", "--at", "2026-03-06 12:15") == ("HEARTBEAT_OK\n", "")
    assert place.files() == before


def test_week_is_distilled_on_its_sunday_evening_in_the_users_zone(place: Place) -> None:
    place.write("memory/2026-03-04.md", f"# 2026-03-04\n\n{LESSON}")
    place.beat("2026-03-07 12:00")
    assert place.beat("2026-03-08T14:59:00Z")["done"] == []
    answer = place.beat("2026-03-08T15:00:00Z")
    assert [(row["job"], row["period"]) for row in answer["done"]] == [("distill", "2026-W10")]
    assert answer["quiet"] is True
    assert "look at the exit code first" in place.files()["MEMORY.md"].decode()
    state = json.loads(place.files()["memory/heartbeat-state.json"])
    assert state["daykeep"]["jobs"]["distill"] == {"period": "2026-W10", "at": "2026-03-08T23:00:00+08:00"}
    before = place.files()
    assert place.beat("2026-03-08 23:15")["done"] == []
    assert place.files() == before


def test_what_was_done_is_told_on_stderr_beside_the_token(place: Place) -> None:
    place.write("memory/2026-03-04.md", f"# 2026-03-04\n\n{LESSON}")
    out, err = place.call("heartbeat", "--at", "2026-03-08 23:05")
    assert out == "HEARTBEAT_OK\n"
    assert err.startswith("distill for 2026-W10: done: learned ")


def test_dry_run_shows_what_is_due_and_writes_nothing_at_all(place: Place) -> None:
    place.write("memory/2026-03-04.md", LESSON)
    out, _ = place.call("heartbeat", "--dry-run", "--at", "2026-03-08 23:05")
    assert "distill for 2026-W10 (due 2026-03-08T23:00:00+08:00)" in out
    assert not (place.root / ".daykeep").exists()
    place.beat("2026-03-08 23:05")
    assert place.call("heartbeat", "--dry-run", "--at", "2026-03-08 23:15")[0] == "Nothing is due.\n"


def test_bad_zone_and_bad_job_file_are_said_once_and_nothing_else_is_printed(place: Place) -> None:
    place.write("USER.md", "- **Timezone:** PST\n")
    place.write("cron/weekly.md", "---\nrun: distill\nschedule: sunda 23:00\n---\n")
    out, err = place.call("heartbeat", "--at", "2026-03-06 12:00")
    first, second = out.splitlines()
    assert first.startswith('- USER.md:1: "PST" is an abbreviation, not a zone; write America/Los_Angeles')
    assert second.startswith('- cron/weekly.md:3: schedule "sunda 23:00" has "sunda"')
    assert err == ""
    assert place.call("heartbeat", "--at", "2026-03-06 12:15") == ("HEARTBEAT_OK\n", "")


def test_alerts_are_kept_for_a_beat_that_is_read(place: Place) -> None:
    place.write("USER.md", "- **Timezone:** PST\n")
    assert place.call("heartbeat", "--no-alerts", "--at", "2026-03-06 12:00")[0] == "HEARTBEAT_OK\n"
    assert "PST" in place.call("heartbeat", "--at", "2026-03-06 12:15")[0]


def test_unknown_setting_is_an_alert_not_an_error(place: Place) -> None:
    place.write("daykeep.toml", "memory.budget_char = 5\n")
    assert "unknown setting" in place.call("heartbeat", "--at", "2026-03-06 12:00")[0]


def test_token_is_the_eras_own_or_the_settings(place: Place) -> None:
    place.write("daykeep.toml", '[heartbeat]\nsilent_token = "ALL-WELL"\n')
    assert place.call("heartbeat", "--at", "2026-03-06 12:00")[0] == "ALL-WELL\n"


def test_weekly_time_of_the_settings_counts_without_job_files(place: Place) -> None:
    place.write("daykeep.toml", f'{CLASSIC}weekday = "friday"\nat = "18:00"\n')
    place.write("memory/2026-03-04.md", LESSON)
    place.beat("2026-03-06 17:59")
    assert [row["period"] for row in place.beat("2026-03-06 18:00")["done"]] == ["2026-W10"]


def test_failing_job_exits_10_and_is_tried_again(place: Place) -> None:
    place.write("memory/2026-03-04.md", LESSON)
    (place.root / "MEMORY.md").mkdir()
    answer = place.beat("2026-03-08 23:05", code=10)
    assert [row["status"] for row in answer["outcomes"] if row["job"] == "distill"] == ["failed"]
    assert "distill for 2026-W10 failed and is tried again" in answer["answer"]
    (place.root / "MEMORY.md").rmdir()
    assert [row["job"] for row in place.beat("2026-03-08 23:15")["done"]] == ["distill"]


def test_core_file_changed_without_approval_is_an_alert(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "TZ": "UTC"}
    subprocess.run(
        [DAYKEEP, "init", "ws", "--no-git"], cwd=home, env=environ, check=True, capture_output=True
    )
    (home / "ws" / "SOUL.md").write_text("# Someone else\n", encoding="utf-8")
    done = subprocess.run(
        [DAYKEEP, "heartbeat"], cwd=home / "ws", env=environ, capture_output=True, text=True, check=True
    )
    assert "SOUL.md changed without your approval" in done.stdout
    assert "HEARTBEAT_OK" not in done.stdout


def test_daily_commit_keeps_the_logs_in_git_and_leaves_everything_else_alone(place: Place) -> None:
    git = ["git", "-C", str(place.root), "-c", "user.name=Wen", "-c", "user.email=wen@example.org"]

    def run(*arguments: str) -> str:
        return subprocess.run([*git, *arguments], capture_output=True, text=True, check=True).stdout

    run("init", "-q", "-b", "main")
    run("add", "AGENTS.md")
    run("commit", "-q", "-m", "mine")
    place.write("notes.txt", "staged by its owner\n")
    run("add", "notes.txt")
    place.write("memory/2026-03-06.md", "# 2026-03-06\n")
    place.write("memory/2026-03-05.md", "# 2026-03-05\n")
    answer = place.beat("2026-03-06 12:00")
    assert [(row["job"], row["period"]) for row in answer["done"]] == [("daily-commit", "2026-03-05")]
    assert run("ls-tree", "-r", "--name-only", "HEAD").split() == [
        "AGENTS.md",
        "memory/2026-03-05.md",
        "memory/2026-03-06.md",
    ]
    assert run("diff", "--cached", "--name-only") == "notes.txt\n"
    head, status = run("rev-parse", "HEAD"), run("status", "--porcelain")
    place.beat("2026-03-06 23:35")
    place.beat("2026-03-07 12:00")
    assert (run("rev-parse", "HEAD"), run("status", "--porcelain")) == (head, status)
    place.write("memory/2026-03-06.md", "# 2026-03-06\n\nmore\n")
    place.beat("2026-03-07 23:35")
    assert run("log", "-1", "--name-only", "--format=").split() == ["memory/2026-03-06.md"]


def test_no_workspace_is_exit_3(tmp_path: Path) -> None:
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    done = subprocess.run(
        [DAYKEEP, "heartbeat"], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
