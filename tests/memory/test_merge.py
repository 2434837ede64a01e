"""MEMORY.md, notes and records changed on two machines: by item and by record, the same knowledge once."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from daykeep.memory.merge import merge_memory, merge_notes, merge_records

BASE = "# Memory\n\n## Lessons\n\n- Always check the lock.\n\n## Decisions\n\n- Use SQLite for the index.\n"
RESTART = "- Restart the gateway after editing the config"
REBOOT = "- After a config change, reboot the gateway"


def add(text: str, item: str, *, below: str = "lock.") -> str:
    """A text with an item more, behind the line that ends so."""
    return text.replace(f"{below}\n", f"{below}\n{item}\n")


def test_additions_of_both_sides_stay_under_their_headings() -> None:
    ours = add(BASE, "- Ask before deleting a branch.")
    theirs = add(add(BASE, "- The printer needs A4 paper."), "- Ship on Fridays.", below="index.")
    found = merge_memory(BASE.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert found.conflicts == 0
    assert found.notes == ()
    assert found.data.decode() == add(
        add(BASE, "- Ask before deleting a branch.\n- The printer needs A4 paper."),
        "- Ship on Fridays.",
        below="index.",
    )
    assert found == merge_memory(BASE.encode(), theirs.encode(), ours.encode())


def test_same_knowledge_in_other_words_stands_once_and_a_note_says_so() -> None:
    ours, theirs = add(BASE, RESTART), add(BASE, f"{REBOOT}\n- The cache expires after 30 minutes")
    found = merge_memory(BASE.encode(), ours.encode(), theirs.encode())
    assert found is not None
    text = found.data.decode()
    assert (RESTART in text) + (REBOOT in text) == 1
    assert "30 minutes" in text
    (note,) = found.notes
    assert RESTART in note
    assert REBOOT in note
    assert found == merge_memory(BASE.encode(), theirs.encode(), ours.encode())


def test_same_knowledge_under_two_headings_leaves_no_empty_heading() -> None:
    theirs = f"{BASE}\n## Operations\n\n{REBOOT}\n"
    found = merge_memory(BASE.encode(), add(BASE, RESTART).encode(), theirs.encode())
    assert found is not None
    text = found.data.decode()
    assert (RESTART in text) + (REBOOT in text) == 1
    assert ("## Operations" in text) == (REBOOT in text)


def test_contradicting_items_both_stay() -> None:
    ours, theirs = (add(BASE, f"- The cache expires after {minutes} minutes") for minutes in (10, 30))
    found = merge_memory(BASE.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert "10 minutes" in found.data.decode()
    assert "30 minutes" in found.data.decode()


def test_two_edits_of_one_item_are_shown_even_where_they_say_the_same() -> None:
    base = add(BASE, RESTART)
    ours, theirs = (base.replace(RESTART, f"{RESTART}{end}") for end in (" file", " of it"))
    found = merge_memory(base.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert found.conflicts == 1
    assert found.notes == ()
    assert f"<<<<<<< ours\n{RESTART} file\n=======\n{RESTART} of it\n>>>>>>> theirs\n" in found.data.decode()


def test_note_keeps_every_wording() -> None:
    found = merge_notes(BASE.encode(), add(BASE, RESTART).encode(), add(BASE, REBOOT).encode())
    assert found is not None
    assert RESTART in found.data.decode()
    assert REBOOT in found.data.decode()


def test_item_deleted_here_and_edited_there_is_a_conflict_that_shows_the_edit() -> None:
    base = add(BASE, "- Ask before deleting a branch.")
    theirs = base.replace("check the lock.", "check the lock file.")
    ours = base.replace("- Always check the lock.\n", "")
    found = merge_memory(base.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert found.conflicts == 1
    assert found.data.decode() == base.replace(
        "- Always check the lock.\n",
        "<<<<<<< ours\n=======\n- Always check the lock file.\n>>>>>>> theirs\n",
    )


def test_item_deleted_here_and_left_alone_there_goes() -> None:
    ours = BASE.replace("- Always check the lock.\n", "- Never skip the lock.\n")
    theirs = add(BASE, "- Ship on Fridays.", below="index.")
    found = merge_memory(BASE.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert found.conflicts == 0
    assert found.data.decode() == add(ours, "- Ship on Fridays.", below="index.")


def test_months_stand_in_the_order_of_the_file() -> None:
    base = "# Memory\n\n## 2026-01\n\n- a\n"
    ours, theirs = f"{base}\n## 2026-03\n\n- c\n", f"{base}\n## 2026-02\n\n- b\n"
    found = merge_memory(base.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert found.data.decode() == f"{base}\n## 2026-02\n\n- b\n\n## 2026-03\n\n- c\n"


def record(at: str, item: str) -> str:
    """One record as a line."""
    return json.dumps({"v": 1, "at": at, "kind": "approved", "item": item}) + "\n"


def test_records_of_both_sides_stand_once_by_their_time_whatever_its_offset() -> None:
    old = record("2026-03-10T10:00:00+00:00", "old")
    shared = record("2026-03-10T10:30:00+00:00", "shared")
    eight = record("2026-03-10T20:00:00+08:00", "eight")
    noon = record("2026-03-10T11:59:00+00:00", "noon")
    late = record("2026-03-10T13:00:00+00:00", "late")
    base, ours, theirs = old, old + shared + eight, old + shared + noon + late
    found = merge_records(base.encode(), ours.encode(), theirs.encode())
    assert found is not None
    assert found.data.decode() == old + shared + noon + eight + late
    assert found == merge_records(base.encode(), theirs.encode(), ours.encode())


def test_record_taken_out_on_one_side_stays_out() -> None:
    rows = [record(f"2026-03-10T1{hour}:00:00+00:00", str(hour)) for hour in range(4)]
    found = merge_records("".join(rows[:3]).encode(), "".join(rows).encode(), "".join(rows[1:3]).encode())
    assert found is not None
    assert found.data.decode() == "".join(rows[1:])


def test_same_record_twice_on_one_side_stays_twice_and_a_torn_line_stays() -> None:
    row = record("2026-03-10T10:00:00+00:00", "a")
    found = merge_records(b"", (row + row).encode(), (row + '{"at": "2026-').encode())
    assert found is not None
    assert sorted(found.data.decode().split("\n")) == sorted([row.strip(), row.strip(), '{"at": "2026-', ""])


ROWS = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from("abc")).map(
        lambda pair: record(f"2026-03-10T1{pair[0]}:00:00+00:00", pair[1]).strip()
    )
    | st.just("torn {"),
    max_size=8,
)


@given(ROWS, ROWS, ROWS)
def test_union_of_records_loses_none_and_is_the_same_both_ways(
    base: list[str], left: list[str], right: list[str]
) -> None:
    versions = ["".join(f"{row}\n" for row in rows).encode() for rows in (base, base + left, base + right)]
    found = merge_records(*versions)
    assert found is not None
    rows = found.data.decode().split("\n")[:-1]
    assert rows[: len(base)] == base
    assert {row: rows.count(row) for row in rows} == {
        row: base.count(row) + max(left.count(row), right.count(row)) for row in {*base, *left, *right}
    }
    back = merge_records(versions[0], versions[2], versions[1])
    assert back is not None
    assert sorted(rows) == sorted(back.data.decode().split("\n")[:-1])
