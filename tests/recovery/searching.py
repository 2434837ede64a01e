"""Processes that index and search one workspace, and die while they do.

A job of ``python -m tests.recovery.searching die`` is ``{"root": ..., "cache": ..., "at": n}``: a child brings the index
up to date and is killed (SIGKILL, by its own hand) when SQLite has run so many hundred steps; the count of one that
was not killed is how many there were. ``... work ROOT CACHE NUMBER ROUNDS`` writes, indexes and searches its own file
over and over and prints what it missed. ``... look ROOT CACHE WORD`` prints what one search sees.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from daykeep.errors import DaykeepError
from daykeep.files.store import Files
from daykeep.search.index import Pace, index_folder, open_index, refresh
from daykeep.search.sources.workspace import WorkspaceSource
from daykeep.workspace.layout import read_layout
from tests.recovery.forked import answer_jobs, run_in_child

STEPS = 100
NOBODY = 65534


def bring_up_to_date(index, root):
    """One refresh of a workspace's index, as a search makes it."""
    files = Files(Path(root))
    return refresh(index.store, [WorkspaceSource(files, read_layout(files))], Pace(time.time_ns()))


def index_and_die(job):
    """In the child: refresh with a death set for the n-th hundred steps of SQLite; how many there were otherwise."""
    points = 0

    def step():
        nonlocal points
        points += 1
        if points == job["at"]:
            os.kill(os.getpid(), signal.SIGKILL)

    index = open_index(index_folder(Path(job["cache"]), Path(job["root"])))
    index.store._db.set_progress_handler(step, STEPS)
    bring_up_to_date(index, job["root"])
    index.store._db.set_progress_handler(None, STEPS)
    return points


def work(root, cache, number, rounds):
    """Write a word, index, and look for it; every error and every word that was neither found nor said to be stale."""
    missed = []
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    for turn in range(rounds):
        word = f"word{number}x{turn}"
        (Path(root) / "memory" / f"worker-{number}.md").write_text(f"- {word} and more\n")
        try:
            index = open_index(index_folder(Path(cache), Path(root)))
            done = bring_up_to_date(index, root)
            found = index.store.candidates([word])
            index.store.close()
        except DaykeepError as error:
            missed.append(f"{word}: {type(error).__name__}: {error}")
            continue
        if not found and not done.stale:
            missed.append(f"{word}: not found and not said to be stale")
        if index.notes or index.mode != "file":
            missed.append(f"{word}: {index.mode} {index.notes}")
    sys.stdout.write(json.dumps(missed) + "\n")


def look(root, cache, word):
    """One search by nobody, who may not write here, and all that it says; all code is loaded before."""
    rehearsal = open_index(None)
    bring_up_to_date(rehearsal, root)
    rehearsal.store.candidates([word])
    os.setuid(NOBODY)
    index = open_index(index_folder(Path(cache), Path(root)))
    done = bring_up_to_date(index, root)
    seen = {"mode": index.mode, "notes": index.notes, "stale": done.stale, "why": done.why}
    sys.stdout.write(json.dumps({**seen, "found": len(index.store.candidates([word]))}) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "die":
        answer_jobs(lambda job: run_in_child(lambda: index_and_die(job)))
    elif sys.argv[1] == "look":
        look(*sys.argv[2:])
    else:
        work(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
