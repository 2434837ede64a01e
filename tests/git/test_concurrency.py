"""Many processes commit to one repository: everything acknowledged is in the history and in its tree."""

from __future__ import annotations

import subprocess
import sys

PROCESSES, COMMITS = 8, 15

WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from daykeep.git.history import open_history

root, number, commits = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
history = open_history(root, wait_seconds=60)
for count in range(commits):
    name = f"memory/{number}-{count}.md"
    (root / name).write_text(f"{number} {count}")
    commit = history.commit([name], subject=name, author="daykeep <d@localhost>", at=datetime(2026, 3, 10, tzinfo=UTC))
    print(commit, name, flush=True)
"""


def test_eight_processes_with_fifteen_commits_each_lose_none(playground):
    (playground.root / "memory").mkdir()
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(playground.root), str(number), str(COMMITS)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for number in range(PROCESSES)
    ]  # fmt: skip
    acknowledged: dict[str, str] = {}
    for writer in writers:
        out, err = writer.communicate(timeout=240)
        assert writer.returncode == 0, err
        acknowledged.update(reversed(line.split(" ")) for line in out.splitlines())
    assert len(acknowledged) == PROCESSES * COMMITS
    tree = set(playground.tree())
    history = set(playground.git("log", "--format=%H").split())
    assert [name for name in acknowledged if name not in tree] == []
    assert [commit for commit in acknowledged.values() if commit not in history] == []
    assert playground.git("fsck", "--strict") == ""
    assert playground.status() == ["A  staged.md"]
