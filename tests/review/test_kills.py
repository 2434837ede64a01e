"""Killed while taking back and restoring: MEMORY.md is the old or the new one, and the next try ends it properly."""

from __future__ import annotations

import json
import subprocess
import sys

from daykeep.memory.decisions import find_tombstones
from tests.git.playground import AUTHOR

KILLS = 50

KILLER = '''
"""A child takes back and restores in a loop and is killed; then one whole round must do what it says."""
import json, os, random, signal, sys, time
from datetime import UTC, datetime
from pathlib import Path
from daykeep.errors import DaykeepError
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.git.run import load_library
from daykeep.memory.decisions import find_tombstones
from daykeep.review.takeback.revert import apply_revert, plan_revert

root, learned, author, kills = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
load_library()
AT = datetime(2026, 3, 11, tzinfo=UTC)
chance = random.Random(20260311)
with_it = (root / "MEMORY.md").read_bytes()

def put_back():
    (root / "put-back").write_bytes(with_it)
    os.replace(root / "put-back", root / "MEMORY.md")

def revert(asked):
    files, history = Files(root), open_history(root)
    return apply_revert(files, history, plan_revert(files, history, asked, memory="MEMORY.md"), now=AT, author=author)

def round_trip(say):
    taken = revert(learned)
    say()
    if taken:
        revert(taken)
        say()

without = None
states, acknowledged = [], 0
for number in range(kills):
    read, pipe = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        while True:
            round_trip(lambda: os.write(pipe, b"x"))
            put_back()
    os.close(pipe)
    if number == 0:  # on a busy machine a whole round may take longer than any of the others is given
        acknowledged += len(os.read(read, 1))
    time.sleep(chance.uniform(0.01, 0.3))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    acknowledged += len(os.read(read, 65536))
    os.close(read)
    found = (root / "MEMORY.md").read_bytes()
    if found not in (b"", with_it):
        without = without or found
    states.append("with" if found == with_it else "without" if found == without else f"torn: {found!r}")
    put_back()
    revert(learned)
    after = (root / "MEMORY.md").read_bytes()
    dead = len(find_tombstones(Files(root)))
    states.append("ended" if (after, dead) == (without or after, 1) and after != with_it else f"bad end: {after!r} {dead}")
    put_back()
print(json.dumps({"states": states, "acknowledged": acknowledged, "without": (without or b"").decode()}))
'''


def test_fifty_kills_leave_the_old_or_the_new_memory_and_the_next_try_ends_it(
    playground, files, history, learn
):
    report = learn("memory/2026-03-10.md", "## Lesson: locks\n- Look at the owner first\n")
    before = (playground.root / "MEMORY.md").read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(playground.root), report.commit, AUTHOR, str(KILLS)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result["states"]) <= {"with", "without", "ended"}
    assert result["acknowledged"] > 0
    assert result["without"].encode() != before
    assert len(find_tombstones(files)) == 1
    fsck = subprocess.run(["git", "fsck", "--strict"], cwd=playground.root, capture_output=True, check=False)
    assert fsck.returncode == 0
    assert list(playground.root.glob(".git/*.lock")) == []
    assert [leftover.kind for leftover in files.leftovers()] == []
