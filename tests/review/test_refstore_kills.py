"""Killed while making and deciding proposals in the history: the repository stays whole, nothing acknowledged is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.heartbeat.waiting import waiting_line
from daykeep.review.stores.joined import open_store

KILLS = 40

KILLER = '''
"""Starts a child that proposes and decides again and again and kills it, alone or with its git processes."""
import json, os, random, sys
from pathlib import Path
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.git.run import load_library
from tests.git.killing import kill_at_work
from daykeep.review.queue.proposals import APPROVED, DEFERRED, REJECTED, Ruling
from daykeep.review.stores.joined import open_store
from tests.git.playground import NOON
from tests.review.proposal_contract import draft, proposed

root, kills = Path(sys.argv[1]), int(sys.argv[2])
load_library()
chance = random.Random(20260310)

def write(number, pipe):
    store = open_store(Files(root), open_history(root))
    for count in range(1000):
        made = store.create(draft(proposed(f"{number} {count} a"), proposed(f"{number} {count} b")), now=NOON)
        os.write(pipe, json.dumps(["made", made.id]).encode() + b"\\n")
        first, second = (item.id for item in made.items)
        if count % 3:
            store.decide(made.id, [Ruling(first, DEFERRED)], now=NOON, by="ada")
            os.write(pipe, json.dumps(["deferred", made.id]).encode() + b"\\n")
        if count % 3 == 2:
            rulings = [Ruling(first, REJECTED), Ruling(second, REJECTED if count % 2 else APPROVED)]
            store.decide(made.id, rulings, now=NOON, by="ada")
            os.write(pipe, json.dumps(["closed", made.id]).encode() + b"\\n")

acknowledged = []
for number in range(kills):
    text = kill_at_work(write, number, chance)
    acknowledged += [json.loads(line) for line in text.splitlines()]
    store = open_store(Files(root), open_history(root))
    made = store.create(draft(proposed(f"after {number}")), now=NOON)
    if number % 5 == 0:
        store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOON, by="ada")
        acknowledged.append(["closed", made.id])
    else:
        acknowledged.append(["made", made.id])
print(json.dumps(acknowledged))
'''


def test_forty_kills_lose_no_proposal_and_no_decision_leave_no_error_and_block_nobody(playground):
    playground.write("staged.md", "s\n")
    playground.git("add", "staged.md")
    before = (playground.index_sha256(), playground.head())
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(playground.root), str(KILLS)],
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert done.returncode == 0, done.stderr
    acknowledged = json.loads(done.stdout)
    assert len(acknowledged) > KILLS
    files = Files(playground.root)
    store = open_store(files, open_history(playground.root))
    listing = store.list_waiting()
    assert listing.problems == ()
    for said, proposal_id in acknowledged:
        statuses = [item.status for item in store.find(proposal_id).items]
        assert said != "deferred" or statuses[0] != "pending"
        assert said != "closed" or not {"pending", "deferred"} & set(statuses)
    assert {proposal.id for proposal in listing.proposals}.isdisjoint(
        proposal_id for said, proposal_id in acknowledged if said == "closed"
    )
    pending = sum(proposal.pending_count for proposal in listing.proposals)
    assert (waiting_line(files) or "").startswith(f"{pending} things")
    fsck = playground.git("fsck", "--strict").splitlines()
    assert [line for line in fsck if not line.startswith(("dangling", "unreachable"))] == []
    assert list(playground.root.glob(".git/*.lock")) == []
    assert list(playground.root.glob(".git/refs/daykeep/**/*.lock")) == []
    assert (playground.index_sha256(), playground.head()) == before
    assert playground.git("for-each-ref", "refs/daykeep/commit") == ""
