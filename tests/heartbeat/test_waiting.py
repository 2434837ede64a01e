"""What waits for a person is said: at every start, and by a beat when it has waited for long."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from daykeep.files.store import Files
from daykeep.heartbeat.waiting import alerts_of_waiting, waiting_line
from daykeep.review.asking.propose import draft_changes, plan_append
from daykeep.review.queue.proposals import DEFERRED, REJECTED, Ruling
from daykeep.review.stores.awaited import note_proposal
from daykeep.review.stores.filestore import FOLDER, FileStore
from tests.heartbeat.support import at
from tests.review.proposal_contract import draft, proposed

if TYPE_CHECKING:
    from pathlib import Path

NOW = at("2026-03-16 12:00")


def test_nothing_is_said_where_nothing_waits(tmp_path: Path) -> None:
    files = Files(tmp_path)
    assert waiting_line(files) is None
    assert alerts_of_waiting(files, NOW) == []
    assert list(tmp_path.iterdir()) == []


def test_pending_items_are_counted_and_decided_ones_are_not(tmp_path: Path) -> None:
    store = FileStore(Files(tmp_path))
    made = store.create(draft(proposed("one"), proposed("two"), proposed("three")), now=NOW)
    assert made is not None
    assert waiting_line(Files(tmp_path)) == "3 things wait for you: `daykeep review`"
    ids = [item.id for item in made.items]
    store.decide(made.id, [Ruling(ids[0], REJECTED), Ruling(ids[1], DEFERRED)], now=NOW, by="ada")
    assert waiting_line(Files(tmp_path)) == "1 thing waits for you: `daykeep review`"
    store.decide(made.id, [Ruling(ids[2], DEFERRED)], now=NOW, by="ada")
    assert waiting_line(Files(tmp_path)) is None


def test_beat_names_only_what_has_waited_for_more_than_a_week(tmp_path: Path) -> None:
    files = Files(tmp_path)
    FileStore(files).create(draft(proposed("one")), now=NOW - timedelta(days=7, minutes=1))
    FileStore(files).create(draft(proposed("two")), now=NOW - timedelta(days=6))
    (alert,) = alerts_of_waiting(files, NOW)
    assert alert.text == "1 thing has waited for you for more than a week: `daykeep review`"
    assert not alert.event
    (later,) = alerts_of_waiting(files, NOW + timedelta(days=2))
    assert later.text.startswith("2 things have waited")
    assert later.key == alert.key


def test_proposal_that_can_not_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "x.json").write_text("{")
    assert waiting_line(Files(tmp_path)) == "1 proposal can't be read (`daykeep doctor`)"
    FileStore(Files(tmp_path)).create(draft(proposed("one")), now=NOW)
    assert (
        waiting_line(Files(tmp_path))
        == "1 thing waits for you, 1 proposal can't be read (`daykeep doctor`): `daykeep review`"
    )


def test_store_that_can_not_be_listed_is_said(tmp_path: Path) -> None:
    (tmp_path / ".daykeep/data").mkdir(parents=True)
    (tmp_path / FOLDER).symlink_to("/etc")
    assert "can't be read" in (waiting_line(Files(tmp_path)) or "")


def test_change_that_was_asked_for_is_named_by_the_next_beat_until_it_is_decided(tmp_path: Path) -> None:
    files = Files(tmp_path)
    edit = plan_append(None, "# Soul")
    store = FileStore(files)
    made = store.create(
        draft_changes("SOUL.md", None, [edit], origin="agent", day=NOW.date(), rule="append"), now=NOW
    )
    assert made is not None
    (alert,) = alerts_of_waiting(files, NOW)
    assert alert.text == "a change of SOUL.md was asked of you: `daykeep review`"
    store.decide(made.id, [Ruling(made.items[0].id, REJECTED)], now=NOW, by="ada")
    assert alerts_of_waiting(files, NOW) == []


def test_changes_of_two_files_are_named_in_one_alert(tmp_path: Path) -> None:
    files = Files(tmp_path)
    for name in ("USER.md", "SOUL.md"):
        draft = draft_changes(
            name, None, [plan_append(None, "# It")], origin="agent", day=NOW.date(), rule="append"
        )
        FileStore(files).create(draft, now=NOW)
    (alert,) = alerts_of_waiting(files, NOW)
    assert alert.text == "changes of SOUL.md, USER.md were asked of you: `daykeep review`"


def test_change_that_waits_in_the_history_is_named_too(tmp_path: Path) -> None:
    files = Files(tmp_path)
    draft_of = draft_changes(
        "SOUL.md", None, [plan_append(None, "# Soul")], origin="agent", day=NOW.date(), rule="append"
    )
    (tmp_path / "elsewhere").mkdir()
    made = FileStore(Files(tmp_path / "elsewhere")).create(draft_of, now=NOW)
    assert made is not None
    note_proposal(files, made, "c0ffee")
    (alert,) = alerts_of_waiting(files, NOW)
    assert "SOUL.md" in alert.text


def test_item_put_off_until_a_day_is_said_from_that_day_on(tmp_path: Path) -> None:
    files = Files(tmp_path)
    made = FileStore(files).create(draft(proposed("one")), now=NOW - timedelta(days=8))
    assert made is not None
    until = NOW.date() + timedelta(days=3)
    ruling = Ruling(made.items[0].id, DEFERRED, until=until)
    FileStore(files).decide(made.id, [ruling], now=NOW, by="ada")
    assert waiting_line(files, until - timedelta(days=1)) is None
    assert waiting_line(files, until) == "1 thing waits for you: `daykeep review`"
    assert alerts_of_waiting(files, NOW) == []
    assert len(alerts_of_waiting(files, NOW + timedelta(days=3))) == 1
