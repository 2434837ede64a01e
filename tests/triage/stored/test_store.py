from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daykeep.errors import DaykeepError, RefusedError, StorageError, UsageError
from daykeep.files.store import Files
from daykeep.triage.stored.store import ALONE, LABELLED, StoredTurns, parts_of_turn
from tests.triage.stored.making import AT, booking, open_store, put, talk, turns, user

if TYPE_CHECKING:
    from daykeep.files.replace import Replaced

FOLDER = ".daykeep/data/sessions/s1/stored"


def test_a_stored_turn_comes_back_with_its_messages_as_they_were(tmp_path: Path) -> None:
    units = booking()
    put(tmp_path, units)
    turn = open_store(tmp_path).get("A1")
    assert turn.messages == units[0].messages
    assert (turn.first, turn.stored.unit_id, turn.stored.at, turn.stored.tokens) == (
        1,
        "U1",
        AT,
        units[0].tokens,
    )


def test_a_result_carries_the_name_of_its_tool_after_it_was_stored(tmp_path: Path) -> None:
    parts = parts_of_turn(put(tmp_path, booking()).get("A1"))
    assert [part.name for part in parts if part.kind == "result"] == ["find_restaurants"]


def test_units_get_numbers_in_their_order_that_go_on_after_a_new_start(tmp_path: Path) -> None:
    units = booking()
    assert [stored.id for stored in open_store(tmp_path).put(units[:2], at=AT)] == ["A1", "A2"]
    assert [stored.id for stored in open_store(tmp_path).put(units[2:], at=AT)] == ["A3"]


def test_the_same_unit_is_not_stored_twice_and_a_changed_one_is(tmp_path: Path) -> None:
    store = put(tmp_path, booking())
    before = sorted(Path(tmp_path, FOLDER).iterdir())
    assert [stored.id for stored in store.put(booking(), at=AT)] == ["A1", "A2", "A3"]
    assert sorted(Path(tmp_path, FOLDER).iterdir()) == before
    changed = talk("Something else", "ok")
    assert [stored.id for stored in store.put(changed, at=AT)] == ["A4"]


def test_few_units_have_a_file_each_and_many_share_one(tmp_path: Path) -> None:
    few = talk(*["say"] * 2 * ALONE)
    put(tmp_path, few)
    assert len(list(Path(tmp_path, FOLDER).iterdir())) == ALONE
    many = talk(*["say", "more"] * (ALONE + 1))
    put(tmp_path, many, "s2")
    names = [path.name for path in Path(tmp_path, FOLDER.replace("s1", "s2")).iterdir()]
    assert len(names) == 1
    assert names[0].startswith(f"A1-A{ALONE + 1}-")


def test_turns_that_share_a_file_are_given_back_one_by_one(tmp_path: Path) -> None:
    units = talk(*[f"line {number} \ud83d\ude00 日志" for number in range(80)])
    put(tmp_path, units)
    store = open_store(tmp_path)
    assert [turn.messages for turn in store.all()] == [unit.messages for unit in units]
    assert store.get("A17").messages == units[16].messages


def test_labels_of_old_turns_among_very_many_are_made_when_they_are_asked_for(tmp_path: Path) -> None:
    units = talk(*["Look at T-1 please.", "ok"] * (LABELLED + 3))
    store = put(tmp_path, units)
    first, last = store.entries()[0], store.entries()[-1]
    assert (first.label, last.label) == ("", "Look at T-1 please.")
    assert store.labelled(first).label == "Look at T-1 please."


def test_a_turn_whose_bytes_were_changed_is_refused(tmp_path: Path) -> None:
    put(tmp_path, booking())
    path = next(path for path in Path(tmp_path, FOLDER).iterdir() if path.name.startswith("A2-"))
    path.write_bytes(path.read_bytes().replace(b"ord_91", b"ord_92"))
    store = open_store(tmp_path)
    with pytest.raises(RefusedError, match="not what was stored"):
        store.get("A2")
    assert store.get("A1").stored.id == "A1"


def test_a_file_whose_head_was_changed_is_refused_and_reported(tmp_path: Path) -> None:
    put(tmp_path, booking())
    path = next(path for path in Path(tmp_path, FOLDER).iterdir() if path.name.startswith("A2-"))
    path.write_bytes(path.read_bytes().replace(b'"unit_id":"U2"', b'"unit_id":"U9"'))
    store = open_store(tmp_path)
    with pytest.raises(RefusedError):
        store.get("A2")
    assert [problem.name for problem in store.problems()] == [f"{FOLDER}/{path.name}"]
    assert [stored.id for stored in store.put(talk("new", "ok"), at=AT)] == ["A4"]


def test_an_unknown_turn_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no stored turn"):
        put(tmp_path, booking()).get("A9")


def test_reading_changes_no_byte_and_no_time_of_a_file(tmp_path: Path) -> None:
    put(tmp_path, booking())
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path(tmp_path, FOLDER).iterdir()}
    store = open_store(tmp_path)
    store.get("A1")
    store.all()
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in before} == before


def test_files_that_no_commit_names_are_removed_and_others_stay(tmp_path: Path) -> None:
    store = put(tmp_path, booking())
    removed = store.remove_unnamed({"A1", "A3"})
    assert [name[:3] for name in removed] == ["A2-"]
    assert [stored.id for stored in open_store(tmp_path).entries()] == ["A1", "A3"]


def test_a_shared_file_stays_while_one_of_its_turns_is_named(tmp_path: Path) -> None:
    store = put(tmp_path, talk(*["say"] * 2 * (ALONE + 1)))
    assert store.remove_unnamed({"A5"}) == ()
    assert store.get("A6").stored.id == "A6"


def test_nothing_is_stored_where_the_disk_refuses(tmp_path: Path) -> None:
    Path(tmp_path, ".daykeep/data/sessions/s1").mkdir(parents=True)
    Path(tmp_path, FOLDER).write_text("a file in the folder's place")
    with pytest.raises(DaykeepError):
        StoredTurns(Files(tmp_path), "s1").put(booking(), at=AT)
    assert Path(tmp_path, FOLDER).read_text() == "a file in the folder's place"


def test_a_lone_surrogate_and_odd_numbers_survive(tmp_path: Path) -> None:
    units = turns(
        user("odd \ud800 text"), user([{"type": "text", "text": "x", "extra": 12345678901234567890123}])
    )
    put(tmp_path, units)
    assert [turn.messages for turn in open_store(tmp_path).all()] == [unit.messages for unit in units]


class FailingFiles(Files):
    """Fails with a full disk at the given replacement."""

    def __init__(self, root: Path, fails_at: int) -> None:
        super().__init__(root)
        self.left = fails_at

    def replace(self, name: str, data: bytes, *, expected_sha256: str | None) -> Replaced:
        self.left -= 1
        if self.left < 0:
            raise StorageError("no space left")
        return super().replace(name, data, expected_sha256=expected_sha256)


@pytest.mark.parametrize("fails_at", [0, 1, 2])
def test_a_disk_that_fills_up_half_way_stops_and_leaves_nothing_that_stays(
    tmp_path: Path, fails_at: int
) -> None:
    with pytest.raises(StorageError):
        StoredTurns(FailingFiles(tmp_path, fails_at), "s1").put(booking(), at=AT)
    store = open_store(tmp_path)
    assert len(store.entries()) == fails_at
    assert len(store.remove_unnamed(set())) == fails_at
    assert open_store(tmp_path).entries() == ()
    assert [stored.id for stored in open_store(tmp_path).put(booking(), at=AT)] == ["A1", "A2", "A3"]


def test_two_writers_at_once_use_no_number_twice(tmp_path: Path) -> None:
    talks = [talk(*[f"talk {number} line {line}" for line in range(8)]) for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda units: open_store(tmp_path).put(units, at=AT), talks))
    ids = [stored.id for each in found for stored in each]
    assert len(ids) == len(set(ids)) == 24
    store = open_store(tmp_path)
    assert [store.get(each[0].id).messages for each in found] == [units[0].messages for units in talks]
