"""Killed while a decision is taken back: memory is old or new, no line is in neither place, and undo again ends it."""

from __future__ import annotations

import pytest

from daykeep.files.store import Files
from daykeep.memory.decisions import find_tombstones, is_trusted, record_trust
from daykeep.memory.leaving.archive import find_archived
from daykeep.review.queue.proposals import SUPERSEDE, old_line
from daykeep.review.stores.filestore import FileStore
from daykeep.review.takeback.undo import apply_undo, find_decided, plan_undo
from daykeep.review.verdict.decide import APPROVED
from tests.git.playground import NOON
from tests.recovery.forked import run_in_child
from tests.review.deciding import LIMIT, MEMORY, OFF, decide_all, desk_of
from tests.review.dying import Dying
from tests.review.proposal_contract import draft, proposed

WATER = "- Drink water"
STEPS = 16
"""More writes than an undo makes: the last rounds run to their end."""


def _undo(files, asked):
    store = FileStore(files)
    for choice in find_decided(files, store, asked):
        apply_undo(files, store, plan_undo(files, store, choice, desk_of(OFF)), desk_of(OFF))


@pytest.mark.parametrize("action", ["add", "supersede"])
def test_every_kill_while_undoing_leaves_old_or_new_memory_and_undo_again_ends_it(tmp_path, action):
    killed = 0
    item = proposed()
    if action == "supersede":
        item = proposed(action=SUPERSEDE, supersedes=[old_line(5, WATER)])
    for step in range(STEPS):
        root = tmp_path / str(step)
        root.mkdir()
        (root / "MEMORY.md").write_text(MEMORY)
        files = Files(root)
        record_trust(
            files, {"MEMORY.md": files.find_document("MEMORY.md").sha256}, now=NOON, by="ada", how="trust"
        )
        made = FileStore(files).create(draft(item), now=NOON)
        decide_all(files, FileStore(files), desk_of(OFF), made, APPROVED)
        after = (root / "MEMORY.md").read_text()
        ended = not run_in_child(lambda root=root, step=step: _undo(Dying(root, step), item.id)).killed
        killed += not ended
        now = (root / "MEMORY.md").read_text()
        assert now in {MEMORY, after}
        assert is_trusted(files, "MEMORY.md", files.find_document("MEMORY.md").sha256)
        kept = {line.text for line in find_archived(files)} | set(now.split("\n"))
        assert WATER in kept
        if FileStore(files).list_waiting().waiting_ids != {item.id}:
            assert not ended
            _undo(files, item.id)
        assert (root / "MEMORY.md").read_text() == MEMORY
        assert FileStore(files).list_waiting().waiting_ids == {item.id}
        assert (find_archived(files), find_tombstones(files)) == ([], {})
        assert LIMIT not in (root / "MEMORY.md").read_text()
    assert killed >= 4
    assert ended
