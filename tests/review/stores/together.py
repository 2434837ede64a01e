"""Eight processes that propose at once, to whatever store a program opens."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from pathlib import Path
from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.review.stores.filestore import FileStore
from daykeep.review.stores.joined import open_store
from tests.git.playground import NOON
from tests.review.proposal_contract import draft, proposed

kind, root, who, count = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
for number in range(count):
    files = Files(root, lock_timeout_seconds=60)
    store = FileStore(files) if kind == "files" else open_store(files, open_history(root, wait_seconds=60))
    print(store.create(draft(proposed(f"{who} {number}"), proposed("shared")), now=NOON).id)
"""
REPOSITORY = Path(__file__).resolve().parents[3]


def check_eight_propose(kind, root, store):
    """8 x 15 proposals into a store of ``kind`` (files or refs): each acknowledged one is there, none twice."""
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, kind, str(root), f"worker {n}", "15"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        )
        for n in range(8)
    ]
    said = [worker.communicate()[0].split() for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * 8
    listing = store.list_waiting()
    assert {p.id for p in listing.proposals} == {proposal_id for ids in said for proposal_id in ids}
    assert (len(listing.proposals), listing.problems) == (120, ())
    items = [item for proposal in listing.proposals for item in proposal.items]
    assert len(items) == len({item.id for item in items}) == 121
