"""A week in the life, through the installed command: three writers at once, a beat a day, distillation on Sunday."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.acceptance.home import DAYKEEP, Home


class Week(NamedTuple):
    """A week somewhere; ``clocks`` are the times of day at which each of the three writers logs."""

    zone: str
    monday: date
    language: str

    @property
    def days(self) -> list[date]:
        return [self.monday + timedelta(days=n) for n in range(7)]


# In Havana the clocks go forward on Sunday 8 March 2026 at 0:00 (that Sunday begins at 1:00), and back on 1 November at 1:00.
WEEKS = [
    Week("Asia/Shanghai", date(2026, 3, 9), "zh"),
    Week("America/Havana", date(2026, 3, 2), "en"),
    Week("America/Havana", date(2026, 10, 26), "en"),
]
WRITERS = {"builder": "00:10", "keeper": "12:30", "editor": "23:40"}
# Each writer is a process of its own that logs three entries, one after the other, while the others do the same.
WRITER = """
import json, subprocess, sys
acknowledged = []
for call in json.loads(sys.stdin.read()):
    result = subprocess.run(call, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stdout + result.stderr)
    acknowledged.append(json.loads(result.stdout)["name"])
print(json.dumps(acknowledged))
"""


def lesson(day: date, name: str) -> str:
    return f"Lesson {day} of the {name}: check the result and never the exit code"


def entries(day: date, name: str, clock: str) -> list[list[str]]:
    """The three command lines of one writer on one day: a lesson, a problem with its fix, and noise."""
    at = ["--at", f"{day} {clock}", "--json"]
    problem = f"Job {day} of the {name} stopped at night"
    return [
        [DAYKEEP, "log", lesson(day, name), "--kind", "lesson", *at],
        [
            DAYKEEP,
            "log",
            "--title",
            f"Night job {name}",
            "--problem",
            problem,
            "--fix",
            f"Gave job {day} of {name} more memory",
            *at,
        ],
        [DAYKEEP, "log", f"{name} is done with {day}", "--kind", "done", *at],
    ]


def log_a_day(home: Home, day: date) -> None:
    """Run the three writers of one day at once and check that every entry was acknowledged for that day."""
    writers = []
    for name, clock in WRITERS.items():
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER],
            cwd=home.root,
            env=home.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(entries(day, name, clock)))
        process.stdin.close()
        process.stdin = None
        writers.append(process)
    for process in writers:
        out, err = process.communicate()
        assert process.returncode == 0, err
        assert json.loads(out) == [f"memory/{day}.md"] * 3


def make_home(folder: Path, week: Week) -> Home:
    """A new workspace whose user lives in the week's zone; the machine's zone is another one."""
    home = Home(folder)
    home.run("init", "workspace", "--lang", week.language, "--zone", week.zone)
    assert week.zone in home.read("USER.md")
    return home


@pytest.mark.parametrize("week", WEEKS, ids=lambda week: f"{week.zone} {week.monday}")
def test_week_is_kept_distilled_explained_and_taken_back(tmp_path: Path, week: Week) -> None:
    home = make_home(tmp_path, week)
    for day in week.days:
        log_a_day(home, day)
        assert home.ask("heartbeat", "--at", f"{day} 22:50")["quiet"], f"nothing is due on {day} at 22:50"
    check_logs(home, week)
    before = home.read("MEMORY.md")

    beats = [home.start("heartbeat", "--at", f"{week.days[-1]} 23:05", "--json") for _ in range(2)]
    answers = [json.loads(beat.communicate()[0]) for beat in beats]
    assert [beat.returncode for beat in beats] == [0, 0]
    did = [row["job"] for answer in answers for row in answer["done"]]
    assert did.count("distill") == 1, "one of two beats at once does the work"

    check_memory(home, week, before)
    check_quiet_afterwards(home, week)
    check_history(home, week)
    check_revert(home, week)


def check_logs(home: Home, week: Week) -> None:
    """Seven files with the user's dates, every acknowledged entry in its day exactly once, nothing torn."""
    names = sorted(path.name for path in (home.root / "memory").glob("*.md"))
    assert names == [f"{day}.md" for day in week.days]
    for day in week.days:
        text = home.read(f"memory/{day}.md")
        for name in WRITERS:
            assert text.count(lesson(day, name)) == 1
            assert text.count(f"Gave job {day} of {name} more memory") == 1
            assert text.count(f"{name} is done with {day}") == 1
        assert text.startswith(f"# {day}")


def check_memory(home: Home, week: Week, before: str) -> None:
    """Everything learned is in MEMORY.md once, noise is not, and each line leads back to its source."""
    after = home.read("MEMORY.md")
    remaining = iter(after.splitlines())
    assert all(line in remaining for line in before.splitlines()), "no line of MEMORY.md went or moved"
    for day in week.days:
        for name in WRITERS:
            assert after.count(lesson(day, name)) == 1
            assert after.count(f"Gave job {day} of {name} more memory") == 1
    assert "is done with" not in after
    for day in (week.days[0], week.days[-1]):
        line = next(line for line in after.splitlines() if lesson(day, "keeper") in line)
        source = home.ask("why", line)["sources"][0]
        assert source["name"] == f"memory/{day}.md"
        assert lesson(day, "keeper") in home.read(source["name"]).splitlines()[source["lines"][0] - 1]
        assert source["day"] == str(day)


def check_quiet_afterwards(home: Home, week: Week) -> None:
    """Later beats of the same week, a clock that jumped back, and the next Monday find nothing to do and write nothing."""
    following = week.days[-1] + timedelta(days=1)
    home.run("heartbeat", "--at", f"{following} 09:00")
    untouched = home.digest()
    head = home.git("rev-parse", "HEAD")
    for at in (f"{week.days[-1]} 23:30", f"{week.days[-1]} 22:00", f"{following} 09:30"):
        assert home.ask("heartbeat", "--at", at)["quiet"]
    assert home.digest() == untouched
    assert home.git("rev-parse", "HEAD") == head
    assert home.ask("distill", "--at", f"{following} 09:40")["items"] == []
    assert home.digest() == untouched


def check_history(home: Home, week: Week) -> None:
    """History tells what was learned; the repository is sound; only memory was committed by daykeep."""
    commits = home.ask("history")["commits"]
    assert [row["subject"] for row in commits if row["kind"] == "learned"] == [
        f"Learned 42 things from {week.days[0]} to {week.days[-1]}"
    ]
    home.git("fsck", "--strict")
    assert home.git("status", "--porcelain", "memory", "MEMORY.md") == ""
    day = week.days[2]
    earlier = home.run("start", "--as-of", str(day))
    assert lesson(day, "editor") in earlier
    assert lesson(week.days[3], "builder") not in earlier
    assert home.run("start", "--as-of", str(day)) == earlier


def check_revert(home: Home, week: Week) -> None:
    """What is taken back is gone from MEMORY.md, is said in the history, and doesn't come back by itself."""
    following = str(week.days[-1] + timedelta(days=1))
    logs = {
        name: digest
        for name, digest in home.digest().items()
        if re.fullmatch(r"memory/\d{4}-\d\d-\d\d\.md", name)
    }
    line = next(
        line for line in home.read("MEMORY.md").splitlines() if lesson(week.days[1], "builder") in line
    )
    item = home.ask("why", line)["sources"][0]["item"]
    home.run("revert", item, "--at", f"{following} 10:00")
    assert lesson(week.days[1], "builder") not in home.read("MEMORY.md")
    assert lesson(week.days[1], "keeper") in home.read("MEMORY.md")
    home.run("distill", "--all", "--force", "--at", f"{following} 10:05")
    assert lesson(week.days[1], "builder") not in home.read("MEMORY.md")
    assert home.git("log", "--format=%an", "-1").strip() == "daykeep"
    after = home.digest()
    assert {name: after[name] for name in logs} == logs, "no log changed"
