"""What is remembered of a run, and which files the next one opens."""

from __future__ import annotations

import json
import os
from datetime import timedelta

import pytest

from tests.distill.desk import LOG, Desk
from tests.distill.support import NOW

LIMIT = "Set a timeout on every request to the payment gateway"


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_state_has_schema_sources_and_items_with_their_commit(desk):
    desk.lesson(LIMIT)
    report = desk.run()
    state = json.loads((desk.root / "memory/distill-state.json").read_text())
    assert state["schema"] == 2
    assert set(state["sources"][LOG]) >= {"sha256", "size"}
    row = state["items"][report.plan.added[0].item_id]
    assert row == {"status": "added", "source": f"{LOG}:4-4", "target": "MEMORY.md", "commit": report.commit}


def test_state_of_the_first_schema_is_read(desk):
    desk.lesson(LIMIT)
    desk.run()
    path = desk.root / "memory/distill-state.json"
    state = json.loads(path.read_text())
    state["schema"] = 1
    for row in state["sources"].values():
        row.pop("mtime_ns", None)
        row["at"] = "2026-03-15T15:00:00+00:00"
    path.write_text(json.dumps(state))
    assert desk.run().unchanged == 1


def test_untouched_file_is_not_opened_and_a_fresh_one_is(desk, monkeypatch):
    desk.lesson(LIMIT)
    past = (NOW - timedelta(hours=1)).timestamp()
    os.utime(desk.root / LOG, (past, past))
    desk.write("# D\n", "memory/2026-03-11.md")
    fresh = NOW.timestamp()
    os.utime(desk.root / "memory/2026-03-11.md", (fresh, fresh))
    desk.run()
    opened = []
    real = desk.files.find_bytes

    def find_bytes(name, **options):
        opened.append(name)
        return real(name, **options)

    monkeypatch.setattr(desk.files, "find_bytes", find_bytes)
    assert desk.run().unchanged == 2
    assert LOG not in opened
    assert "memory/2026-03-11.md" in opened


def test_change_of_the_same_size_within_the_clocks_tick_is_seen(desk):
    desk.lesson("Label every cable in the rack before moving")
    os.utime(desk.root / LOG, (NOW.timestamp(), NOW.timestamp()))
    desk.run()
    desk.lesson("Water all plants in the yard before sunrise")
    os.utime(desk.root / LOG, (NOW.timestamp(), NOW.timestamp()))
    assert desk.run().read == [LOG]
