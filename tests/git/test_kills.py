"""Killed while committing: the repository stays whole, what was acknowledged is there, nobody is blocked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

KILLS = 40

KILLER = '''
"""Starts a committing child again and again and kills it, alone or with the git processes it started."""
import json, os, random, sys, time
from datetime import UTC, datetime
from pathlib import Path
from daykeep.git.history import open_history
from daykeep.git.run import load_library
from tests.git.killing import kill_at_work

root, kills = Path(sys.argv[1]), int(sys.argv[2])
load_library()
AT = datetime(2026, 3, 10, tzinfo=UTC)
chance = random.Random(20260310)

def commit(history, name, text):
    (root / name).write_text(text)
    return history.commit([name, "MEMORY.md"], subject=name, author="daykeep <d@localhost>", at=AT)

def write(number, pipe):
    history = open_history(root)
    for count in range(1000):
        name = f"memory/{number}-{count}.md"
        (root / "MEMORY.md").write_text(f"{number} {count}")
        os.write(pipe, f"{commit(history, name, str(count))} {name}\\n".encode())

acknowledged, locks, slowest = [], 0, 0.0
for number in range(kills):
    text = kill_at_work(write, number, chance)
    acknowledged += [line.split(" ") for line in text.splitlines()]
    locks += sum(1 for path in root.glob(".git/**/*.lock") if ".daykeep" not in path.parts)
    started = time.monotonic()
    history = open_history(root)
    acknowledged.append([commit(history, f"memory/after-{number}.md", "x"), f"memory/after-{number}.md"])
    slowest = max(slowest, time.monotonic() - started)
print(json.dumps({"acknowledged": acknowledged, "locks": locks, "slowest": slowest}))
'''


def test_forty_kills_lose_nothing_leave_no_error_and_block_nobody(playground):
    (playground.root / "memory").mkdir()
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(playground.root), str(KILLS)], capture_output=True, text=True, timeout=400, check=False,
        cwd=Path(__file__).resolve().parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    tree, commits = set(playground.tree()), set(playground.git("log", "--format=%H").split())
    assert len(result["acknowledged"]) > KILLS
    assert [pair for pair in result["acknowledged"] if pair[0] not in commits or pair[1] not in tree] == []
    fsck = subprocess.run(
        ["git", "fsck", "--strict"], cwd=playground.root, capture_output=True, text=True, check=False
    )
    assert (
        fsck.returncode,
        [line for line in fsck.stdout.splitlines() if not line.startswith("dangling")],
    ) == (0, [])
    assert list(playground.root.glob(".git/*.lock")) == []
    assert [line for line in playground.status() if not line.startswith("??")] == ["A  staged.md"]
    assert [
        path.name for path in (playground.root / ".git" / "daykeep").iterdir() if path.name != ".daykeep"
    ] == []
