"""A workspace that has lived is adopted, logged to, beaten, distilled, examined and left: no byte changes unasked."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.acceptance.home import Home
from tests.acceptance.quirks import DREAM, STATE, STRANGER, quirk_files

__all__ = ["quirk_files"]

MEMORY = (
    "# MEMORY.md\r\n\r\n## Lessons\r\n- Back up before an upgrade\r\n\r\n## People\r\n* Ana: mornings only"
)
LAYERS = {
    "SOUL.md": b"\xef\xbb\xbf# SOUL\r\n\r\nBe brief.",
    "USER.md": b"# USER\n\n- **Timezone:** Asia/Taipei\n",
    "AGENTS.md": b"# AGENTS\n\nRead SOUL.md, USER.md, then the logs.\n",
    "MEMORY.md": MEMORY.encode(),
    "notes.txt": b"\xff\xfe\x00not text at all",
    "memory/ideas.md": b"# Ideas\n\n## Lessons\n- undated, so no daily log\n",
    ".openclaw/workspace-state.json": b'{"version":1,"setupCompletedAt":"2026-01-01T00:00:00Z"}',
}
DAYS = [f"2026-03-{day:02}" for day in range(2, 9)]
TODAY = "memory/2026-03-09.md"
# What the commands of this test may write: today's log, memory with its records, the state that was broken, its copy.
MAY_CHANGE = {TODAY, "MEMORY.md", STATE}
MAY_APPEAR = {TODAY, "memory/sources.jsonl", "memory/decisions.jsonl", "memory/distill-state.json"}


def build(home: Home, files: dict[str, bytes], *, twins: bool) -> dict[str, bytes]:
    """Write the old workspace, with a repository that its owner made; every file with its bytes."""
    everything = {**LAYERS, **files}
    if twins:
        everything["memory.md"] = LAYERS["MEMORY.md"]
    for name, data in everything.items():
        path = home.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    identity = ["-c", "user.name=Owner", "-c", "user.email=owner@localhost"]
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "As it was"]):
        subprocess.run(["git", "-C", str(home.root), *arguments], env=home.environment, check=True)
    return everything


def live(home: Home) -> set[str]:
    """Everything that daykeep does in a week, with an entry, two Sundays and a look at each thing.

    Returns the names of the files that adoption announced beforehand.
    """
    announced = home.ask("adopt", "--dry-run")["changes"]
    assert home.ask("adopt")["changes"] == announced
    home.run("doctor", code=10)
    home.run("start", "--as-of", DAYS[-1])
    for day in DAYS:
        home.run("heartbeat", "--at", f"{day} 12:00")
        home.run("log", "show", day)
    home.run("heartbeat", "--at", f"{DAYS[-1]} 23:10")
    home.run("log", "The adopted week is over", "--kind", "lesson", "--at", "2026-03-09 08:00")
    home.run("distill", "--all", "--at", "2026-03-09 09:00")
    home.run("heartbeat", "--at", "2026-03-15 23:10")
    home.run("history")
    home.run("skills", "check")
    home.run("uninstall")
    return {change["name"] for change in announced}


@pytest.mark.parametrize("twins", [False, True], ids=["", "case twins"])
def test_no_byte_changes_that_nobody_asked_for(
    tmp_path: Path, quirk_files: dict[str, bytes], twins: bool
) -> None:
    home = Home(tmp_path)
    before = build(home, quirk_files, twins=twins)
    announced = live(home)
    assert announced <= {"daykeep.toml", ".gitignore"}

    now = {path.relative_to(home.root).as_posix() for path in home.root.rglob("*") if path.is_file()}
    changed = {name for name, data in before.items() if (home.root / name).read_bytes() != data}
    assert changed <= MAY_CHANGE
    appeared = {name for name in now - set(before) if not name.startswith((".git/", ".daykeep/"))}
    assert {name for name in appeared - MAY_APPEAR - announced if ".corrupt-" not in name} == set()
    check_memory(home)
    check_state(home, before[STATE])


def check_memory(home: Home) -> None:
    """Every old byte of MEMORY.md is there in its order, with its line ends; nothing foreign came in."""
    text = (home.root / "MEMORY.md").read_bytes().decode()
    old, new = MEMORY.split("\r\n"), text.split("\r\n")
    assert [line for line in new if line in old or line == ""][: len(old)]
    remaining = iter(new)
    assert all(line in remaining for line in old)
    assert "\n" not in text.replace("\r\n", "")
    assert "The adopted week is over" in text
    for foreign in (STRANGER, DREAM, "forward receipts", "insight for long-term memory", "not a section"):
        assert foreign not in text
    assert "tvly-" not in text


def check_state(home: Home, broken: bytes) -> None:
    """The broken state is kept aside, byte for byte, and a valid one stands in its place."""
    (copy,) = home.root.glob("memory/heartbeat-state.json.corrupt-*")
    assert copy.read_bytes() == broken
    assert isinstance(json.loads((home.root / STATE).read_bytes()), dict)


def test_lessons_of_quirky_logs_are_learned(tmp_path: Path, quirk_files: dict[str, bytes]) -> None:
    home = Home(tmp_path)
    build(home, quirk_files, twins=False)
    home.run("adopt")
    answer = home.ask("distill", "--all", "--at", "2026-03-09 09:00", code=10)
    assert answer["problems"], "what had to be guessed is said, with file and line"
    sources = {item["name"] for item in answer["items"] if item["status"] == "added"}
    # UTF-16 inside UTF-8, an odd byte in the middle, labels in every spelling: none of them hides a lesson or a fix.
    assert {"memory/2026-03-02.md", "memory/2026-03-03.md", "memory/2026-03-08-labels.md"} <= sources
    assert "memory/2026-03-07-1856.md" not in sources
    assert "memory/2026-03-06.md" not in sources
