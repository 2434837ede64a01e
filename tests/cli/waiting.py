"""A workspace in which something waits for a person."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.memory.items import ItemLine
from daykeep.review.queue.proposals import propose
from daykeep.review.stores.joined import open_store
from tests.cli.learning import LESSON, LOG
from tests.cli.setting_up import Desk
from tests.review.proposal_contract import an_item, draft

NOW = datetime(2026, 3, 16, 7, 0, tzinfo=UTC)
BULLET = "- Retry only what is idempotent"


def set_up(desk: Desk) -> Path:
    """A workspace with a line of memory and a log, of which another line is proposed."""
    assert desk.run("init", "work", "--lang", "en", "--zone", "UTC").code == 0
    folder = desk.folder / "work"
    (folder / LOG).write_text(f"# 2026-03-10\n\n## Lesson: requests\n- {LESSON}\n{BULLET}\n")
    (folder / "MEMORY.md").write_text(f"# Memory\n\n## Lessons\n\n- {LESSON}\n")
    return folder


def number_of(root, text):
    return (root / LOG).read_text().split("\n").index(text) + 1


def an_item_of(root, text=BULLET, **changes):
    line = ItemLine(number_of(root, text) if text in (root / LOG).read_text() else 1, text, text)
    return an_item(lines=(line,), **changes)


def store_of(root):
    return open_store(Files(root), open_history(root))


def queue(root, *items, now=NOW):
    return store_of(root).create(draft(*items), now=now)


def one(root, **changes):
    return queue(root, propose(an_item_of(root, **changes), reason="0.84, below the gate 0.90"))


def waiting(root):
    return store_of(root).list_waiting().waiting_ids


def rows(root, kind):
    path = root / "memory/decisions.jsonl"
    return [row for row in map(json.loads, path.read_text().splitlines()) if row["kind"] == kind]
