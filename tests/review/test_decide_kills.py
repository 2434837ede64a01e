"""Killed while carrying out decisions: memory is the old or the new one, and the same decision again ends it."""

from __future__ import annotations

import json
import subprocess
import sys

from daykeep.files.store import Files
from daykeep.memory.decisions import find_verdicts
from daykeep.memory.leaving.archive import find_archived
from daykeep.memory.sources import load_sources
from daykeep.review.stores.filestore import FileStore
from tests.git.playground import AUTHOR

KILLS = 40

KILLER = '''
"""A child approves one added and one superseding item of each round and is killed; then the round is ended."""
import json, os, random, signal, sys, time
from datetime import UTC, date, datetime
from pathlib import Path
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.git.run import load_library
from daykeep.memory.leaving.budget import Limits
from daykeep.memory.items import Item, ItemLine
from daykeep.review.verdict.decide import Decision, Desk, decide
from daykeep.review.stores.filestore import FileStore
from daykeep.review.queue.proposals import SUPERSEDE, Draft, old_line, propose

root, author, kills = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
load_library()
AT = datetime(2026, 3, 11, tzinfo=UTC)
chance = random.Random(20260311)

def item(text):
    line = ItemLine(4, f"- {text}", f"- {text}")
    return Item("lesson", "rounds", date(2026, 3, 10), "memory/2026-03-10.md", (line,), "agent", 0.8, "full")

def carry_out(made, ids):
    files = Files(root)
    limits = Limits(1_000_000, 100_000)
    desk = Desk("MEMORY.md", "en", AT, AT.date(), open_history(root), author, "ada", limits)
    return decide(files, FileStore(files), [Decision(made.id, item, "approved") for item in ids], desk)

def memory():
    return (root / "MEMORY.md").read_text()

faults, killed, whole = [], 0, 60.0
for number in range(kills):
    text = memory()
    old = f"- water number {number}"
    at = text.split("\\n").index(old) + 1
    items = (
        propose(item(f"added in {number}"), reason=""),
        propose(item(f"tea number {number}"), reason="", action=SUPERSEDE, supersedes=[old_line(at, old)]),
    )
    made = FileStore(Files(root)).create(Draft("distill", "MEMORY.md", None, items), now=AT)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        carry_out(made, [item.id for item in items])
        os._exit(0)
    if number:
        time.sleep(chance.uniform(0.0, whole))
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if not os.WIFSIGNALED(status):  # the machine is faster now than it was
        whole = min(whole, time.monotonic() - started)
    killed += os.WIFSIGNALED(status)
    after = memory()
    states = (f"- added in {number}" in after, f"- tea number {number}" in after, old not in after.split("\\n"))
    if len(set(states)) != 1:
        faults.append(f"torn: {after!r}")
    left = [item.id for item in FileStore(Files(root)).find(made.id).waiting]
    if left:
        done = carry_out(made, left)
        if done.refused or done.problems:
            faults.append(f"bad end: {done.refused} {done.problems}")
print(json.dumps({"faults": faults, "killed": killed}))
'''


def test_forty_kills_leave_the_old_or_the_new_memory_and_the_same_decision_ends_it(playground):
    rounds = range(KILLS)
    playground.write(
        "MEMORY.md", "# Memory\n\n## Drinks\n\n" + "".join(f"- water number {n}\n" for n in rounds)
    )
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(playground.root), AUTHOR, str(KILLS)],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["faults"] == []
    assert result["killed"] > KILLS // 4
    files = Files(playground.root)
    texts = [line.strip() for line in files.find_document("MEMORY.md").texts]
    for number in rounds:
        assert texts.count(f"- added in {number}") == 1
        assert texts.count(f"- tea number {number}") == 1
    assert sorted(line.text for line in find_archived(files)) == sorted(f"- water number {n}" for n in rounds)
    assert FileStore(files).list_waiting() == ((), ())
    assert {verdict.kind for verdict in find_verdicts(files).values()} == {"approved"}
    records = load_sources(files)[0]
    assert len(records) == len({(record.item, record.line) for record in records}) == 2 * KILLS
    assert list(playground.root.glob(".git/*.lock")) == []
    # The lock of a proposal that nobody asks for again may still name the process that was killed under it.
    assert {leftover.kind for leftover in files.leftovers()} <= {"stale-lock"}
