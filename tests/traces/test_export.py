from __future__ import annotations

from pathlib import Path

from daykeep.files.store import Files
from daykeep.traces import Event, Traces
from daykeep.traces.export import find_waiting, mark_sent

ONE, OTHER = "http://one:4318", "http://other:4318"


def add(files: Files, *days: str) -> None:
    Traces(files).add(*(Event("recall", f"{day}T10:00:00+00:00") for day in days))


def test_what_was_sent_is_not_sent_again_to_the_same_address(tmp_path: Path) -> None:
    files = Files(tmp_path)
    add(files, "2026-10-31", "2026-11-01")
    first = find_waiting(files, ONE, since="2026-10-01")
    assert (len(first.events), first.sent_before) == (2, 0)
    mark_sent(files, ONE, first)
    add(files, "2026-11-02")
    again = find_waiting(files, ONE, since="2026-10-01")
    assert ([event.at[:10] for event in again.events], again.sent_before) == (["2026-11-02"], 2)
    assert len(find_waiting(files, OTHER, since="2026-10-01").events) == 3


def test_older_events_than_asked_for_stay(tmp_path: Path) -> None:
    files = Files(tmp_path)
    add(files, "2026-10-31", "2026-11-01", "2026-11-20")
    assert [event.at[:10] for event in find_waiting(files, ONE, since="2026-11-10").events] == ["2026-11-20"]


def test_a_damaged_state_sends_everything_again(tmp_path: Path) -> None:
    files = Files(tmp_path)
    add(files, "2026-11-01")
    mark_sent(files, ONE, find_waiting(files, ONE, since="2026-11-01"))
    Path(tmp_path, ".daykeep/data/traces/exported.json").write_text("[")
    assert len(find_waiting(files, ONE, since="2026-11-01").events) == 1
