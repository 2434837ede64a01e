"""Killed while lines leave MEMORY.md: each is there or in the archive, and the next run ends it without doubling."""

from __future__ import annotations

import json
import subprocess
import sys

from daykeep.files.store import Files
from daykeep.memory.sources import SourceRecord, append_sources, hash_line

KILLS = 50

KILLER = '''
"""Children let one thing after the other go to the archive and are killed; what must hold is looked at each time."""
import json, os, random, signal, sys, time
from datetime import UTC, date, datetime
from pathlib import Path
from daykeep.files.store import Files
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.leaving.budget import Limits, plan_budget
from daykeep.memory.sources import load_sources
from daykeep.review.verdict.apply import write_memory

root, kills = Path(sys.argv[1]), int(sys.argv[2])
AT = datetime(2026, 11, 30, tzinfo=UTC)
chance = random.Random(20261130)
full = (root / "MEMORY.md").read_bytes()
own = [line for line in full.decode().split("\\n") if line.startswith("- own")]
archive = root / "memory/archive/2026/memory-2026.md"

def step(files):
    """One thing leaves; False when nothing is left to leave."""
    document = files.read_document("MEMORY.md")
    lines = len(document.texts)
    plan = plan_budget(document, records=load_sources(files)[0], limits=Limits(10**6, lines - 1), day=AT.date())
    if not plan.moves:
        return False
    write_memory(files, plan.document, document=document, items=(), leaving=plan.moves, now=AT, day=AT.date())
    return True

def start_again():
    archive.unlink(missing_ok=True)
    (root / "again").write_bytes(full)
    os.replace(root / "again", root / "MEMORY.md")

states = {"lost": 0, "doubled": 0, "both": 0, "by_hand": 0, "under_way": 0}
for number in range(kills):
    start_again()
    child = os.fork()
    if child == 0:
        files = Files(root)
        while step(files):
            pass
        os._exit(0)
    time.sleep(chance.uniform(0.002, 0.12))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    files = Files(root)
    here = files.read_document("MEMORY.md").texts
    there = [line.text for line in find_archived(files)]
    states["lost"] += any(line not in here and line not in there for line in own)
    states["both"] += any(line in here and line in there for line in own)
    states["under_way"] += bool(there) and any(line in here for line in own)
    states["by_hand"] += "- by hand" not in here
    while step(files):
        pass
    here = files.read_document("MEMORY.md").texts
    there = [line.text for line in find_archived(files)]
    left = [line for line in own if line in here]
    states["lost"] += sorted([*left, *there]) != sorted(own)
    states["doubled"] += len(there) != len(set(there))
print(json.dumps(states))
'''


def test_fifty_kills_lose_no_line_and_the_next_run_doubles_none(tmp_path):
    lines = [f"own {number}" for number in range(12)]
    text = "# M\n\n## Lessons\n- by hand\n" + "".join(f"- {line}\n" for line in lines)
    (tmp_path / "MEMORY.md").write_text(text)
    records = [
        SourceRecord(
            f"i{n}", "lesson", hash_line(line), "memory/x.md", 1, 1, "0", f"2026-01-{n + 1:02}", "agent", 0.9, "t", None
        )
        for n, line in enumerate(lines)
    ]  # fmt: skip
    append_sources(Files(tmp_path), records)
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(tmp_path), str(KILLS)], capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    assert found["under_way"] >= 3  # how many fall within the write depends on the machine's load
    assert {key: found[key] for key in ("lost", "doubled", "by_hand")} == {
        "lost": 0,
        "doubled": 0,
        "by_hand": 0,
    }
