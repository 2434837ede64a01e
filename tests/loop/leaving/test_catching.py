"""Reading on from where a transcript was left off gives what reading it whole gives, whatever happened to the cache."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daykeep.loop.leaving import catching
from daykeep.loop.leaving.catching import catch_up, closed
from daykeep.loop.leaving.keeping import leave_exchange, leave_session
from daykeep.session.history.store import SessionStore
from daykeep.transcripts.messages.growing import read_growing
from tests.loop.leaving.leaving import Desk, make_desk, work


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def test_steps_leave_what_one_event_at_the_end_leaves(desk: Desk, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    (whole / "memory").mkdir(parents=True)
    (whole / "SOUL.md").write_text("# Soul\n")
    for number in range(6):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    leave_session(desk.open(), "s-1", desk.talk.path)

    at_once = Desk(whole, desk.talk, desk.environ)
    leave_session(at_once.open(), "s-1", desk.talk.path)

    assert desk.log() == at_once.log()
    assert "part0" in desk.log()
    stores = [SessionStore(one.open().files) for one in (desk, at_once)]
    assert stores[0].load("s-1").messages == stores[1].load("s-1").messages


def test_only_the_end_of_a_long_transcript_is_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    read: list[int] = []
    real = read_growing

    def counted(*given: object, **more: object) -> object:
        grown = real(*given, **more)  # type: ignore[arg-type]
        read.append(len(grown.conversation.messages))
        return grown

    monkeypatch.setattr(catching, "read_growing", counted)
    work(desk.talk, "last")

    leave_exchange(desk.open(), "s-1", desk.talk.path)

    assert len(read) == 1
    assert read[0] < 0.6 * len(SessionStore(desk.open().files).load("s-1").messages)


@pytest.mark.parametrize(
    "harm", ["{", "[]", '{"version": 1}', '{"version": 1, "transcript": 3, "spot": [1]}']
)
def test_cache_that_is_broken_or_gone_changes_nothing(desk: Desk, harm: str) -> None:
    for number in range(4):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    (cache,) = (desk.root / ".daykeep" / "cache" / "hooks").glob("s-1.json")
    cache.write_text(harm)
    work(desk.talk, "last")

    leave_session(desk.open(), "s-1", desk.talk.path)

    asked = [line for line in desk.log().split("\n") if "Fix the flaky" in line]
    assert len(asked) == 5
    assert len(SessionStore(desk.open().files).load("s-1").messages) == 5 * 6


def test_history_that_others_appended_to_is_read_whole(desk: Desk) -> None:
    for number in range(4):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    store = SessionStore(desk.open().files)
    store.append("s-1", store.load("s-1").messages[:1])
    work(desk.talk, "last")

    caught = catch_up(desk.open(), "s-1", desk.talk.path, read=0)

    assert caught.last == 5 * 6 + 1


def test_transcript_that_has_not_changed_writes_nothing(desk: Desk) -> None:
    for number in range(4):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    (cache,) = (desk.root / ".daykeep" / "cache" / "hooks").glob("s-1.json")
    before = cache.stat().st_mtime_ns, json.loads(cache.read_text())

    leave_exchange(desk.open(), "s-1", desk.talk.path)

    assert (cache.stat().st_mtime_ns, json.loads(cache.read_text())) == before


def test_closing_adds_an_answer_once_and_moves_no_number(desk: Desk) -> None:
    desk.talk.say("Fix the flaky upload test.")
    units = catch_up(desk.open(), "s-1", desk.talk.path, read=0).units

    once = closed(units, "I fixed it.")
    twice = closed(once, "I  fixed\nit.")

    assert not once[-1].is_open
    assert once[-1].parts[-1].text == "I fixed it."
    assert once[-1].last == units[-1].last
    assert twice == once


def test_resumed_session_that_is_read_on_tells_only_what_came_since(desk: Desk) -> None:
    for number in range(6):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    leave_session(desk.open(), "s-1", desk.talk.path)
    once = desk.log()
    for number in range(6, 10):
        work(desk.talk, f"part{number}")
        leave_exchange(desk.open(), "s-1", desk.talk.path)
    leave_session(desk.open(), "s-1", desk.talk.path)

    added = desk.log().removeprefix(once)
    assert [number for number in range(10) if f"part{number}.py" in added] == [6, 7, 8, 9]
    assert "- Ran: pytest 4 times\n" in added


def test_places_of_very_many_sessions_are_not_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catching, "MOST_CACHES", 3)
    folder = desk.root / ".daykeep" / "cache" / "hooks"
    folder.mkdir(parents=True)
    for name in ("a.json", "b.json", "c.json", "given.jsonl"):
        (folder / name).write_text("{}")
    work(desk.talk)
    leave_session(desk.open(), "s-1", desk.talk.path)
    kept = sorted(path.name for path in folder.iterdir())
    (folder / "d.json").write_text("{}")

    leave_session(desk.open(), "s-1", desk.talk.path)

    assert kept == ["a.json", "b.json", "c.json", "given.jsonl"]
    assert [path.name for path in folder.iterdir()] == ["given.jsonl"]
