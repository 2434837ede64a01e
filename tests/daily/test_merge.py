"""Daily logs written on two machines: both sides' entries, once, in order; conflicts around one entry only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.daily.merge import find_moment, merge_logs

BASE = "# 2026-03-10\n\n## 09:00 Start\n\n- read the mail\n- [ ] call the bank\n"


def merged(base: str, ours: str, theirs: str) -> str:
    """The merge, which is the same whichever side is called ours, and has no conflict."""
    one = merge_logs(base.encode(), ours.encode(), theirs.encode())
    other = merge_logs(base.encode(), theirs.encode(), ours.encode())
    assert one is not None
    assert one.conflicts == 0
    assert one == other
    return one.data.decode()


def conflicted(base: str, ours: str, theirs: str, *, marker_size: int = 7) -> str:
    """The merge, which has exactly one conflict."""
    found = merge_logs(base.encode(), ours.encode(), theirs.encode(), marker_size=marker_size)
    assert found is not None
    assert found.conflicts == 1
    return found.data.decode()


def test_entries_of_both_sides_stand_in_order_of_time() -> None:
    ours = f"{BASE}\n## 11:00 Deploy\n\nIt went well.\n"
    theirs = f"{BASE}\n## 10:00 Review\n\nTwo remarks.\n\n## 12:15 Lunch\n\nRice.\n"
    assert merged(BASE, ours, theirs) == (
        f"{BASE}\n## 10:00 Review\n\nTwo remarks.\n\n## 11:00 Deploy\n\nIt went well.\n\n## 12:15 Lunch\n\nRice.\n"
    )


def test_newest_first_log_stays_newest_first() -> None:
    base = "# Day\n\n## 09:00 A\n\na\n\n## 08:00 B\n\nb\n"
    ours = base.replace("## 09:00", "## 11:00 C\n\nc\n\n## 09:00")
    theirs = base.replace("## 09:00", "## 12:00 D\n\nd\n\n## 10:00 E\n\ne\n\n## 09:00")
    titles = [line[3:8] for line in merged(base, ours, theirs).split("\n") if line.startswith("## ")]
    assert titles == ["12:00", "11:00", "10:00", "09:00", "08:00"]


def test_log_in_no_order_of_time_keeps_both_sides_additions_together() -> None:
    base = "# Day\n\n## 12:00 A\n\na\n\n## 08:00 B\n\nb\n"
    ours = base + "\n## 11:00 C\n\nc\n\n## 10:00 D\n\nd\n"
    theirs = base + "\n## 10:30 E\n\ne\n"
    text = merged(base, ours, theirs)
    assert text in {ours + "\n## 10:30 E\n\ne\n", theirs + "\n## 11:00 C\n\nc\n\n## 10:00 D\n\nd\n"}


def test_half_days_and_seconds_are_ordered_too() -> None:
    base = "# Day\n\n- 9:00 AM rose\n"
    assert merged(base, base + "- 1:00 PM ate\n", base + "- 11:30 AM read\n- 12:05 PM rang\n") == (
        base + "- 11:30 AM read\n- 12:05 PM rang\n- 1:00 PM ate\n"
    )
    assert find_moment("- 09:00:30 x", False) == ("", 540.5)
    assert find_moment("## Port 8080:80", True) is None


def test_entry_that_reached_both_sides_stands_once() -> None:
    entry = "\n## 10:00 Review\n\nTwo remarks.\n"
    assert merged(BASE, BASE + entry, f"{BASE}{entry}\n## 11:00 Next\n\nx\n") == (
        f"{BASE}{entry}\n## 11:00 Next\n\nx\n"
    )


def test_entry_that_one_side_went_on_with_stands_once_in_full() -> None:
    entry = "\n## 10:00 Review\n\n- one remark\n"
    fuller = f"{entry}- and another\n"
    assert merged(BASE, BASE + entry, BASE + fuller) == BASE + fuller


def test_two_entries_of_one_minute_and_title_stay_two() -> None:
    text = merged(BASE, f"{BASE}\n## 10:00 Decision\n\nUse A.\n", f"{BASE}\n## 10:00 Decision\n\nUse B.\n")
    assert text == f"{BASE}\n## 10:00 Decision\n\nUse A.\n\n## 10:00 Decision\n\nUse B.\n"


def test_sections_without_a_time_are_one() -> None:
    base = "# Day\n"
    text = merged(base, "# Day\n\n## Todo\n\n- [ ] a\n- [ ] b\n", "# Day\n\n## Todo\n\n- [x] b\n- [ ] c\n")
    assert text == "# Day\n\n## Todo\n\n- [ ] a\n- [x] b\n- [ ] c\n"


def test_log_begun_on_both_machines_has_one_title() -> None:
    ours, theirs = "# 2026-03-10\n\n## 09:00 A\n\na\n", "# 2026-03-10\n\n## 08:00 B\n\nb\n"
    assert merged("", ours, theirs) == "# 2026-03-10\n\n## 08:00 B\n\nb\n\n## 09:00 A\n\na\n"


def test_edits_of_different_items_in_one_entry_meet() -> None:
    ours = BASE.replace("read the mail", "read the mail twice")
    theirs = BASE.replace("- [ ] call", "- [x] call") + "- [ ] buy milk\n"
    assert merged(BASE, ours, theirs) == (
        "# 2026-03-10\n\n## 09:00 Start\n\n- read the mail twice\n- [x] call the bank\n- [ ] buy milk\n"
    )


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ("- [x] call the bank", "- [ ] call the bank before noon", "- [x] call the bank before noon"),
        ("- [x] call the bank", "- [-] call the bank", "- [x] call the bank"),
        ("- [X] call the bank", "- [x] call the bank", None),
        ("- [x] call the bank at nine", "- [x] call the bank at nine", "- [x] call the bank at nine"),
    ],
)
def test_done_wins_and_a_changed_text_stays(ours: str, theirs: str, expected: str | None) -> None:
    old = "- [ ] call the bank"
    text = merge_logs(BASE.encode(), BASE.replace(old, ours).encode(), BASE.replace(old, theirs).encode())
    assert text is not None
    assert text.conflicts == 0
    wanted = (
        {BASE.replace(old, expected)} if expected else {BASE.replace(old, ours), BASE.replace(old, theirs)}
    )
    assert text.data.decode() in wanted


def test_reopened_task_stays_open_where_the_other_side_left_it_alone() -> None:
    base = BASE.replace("[ ]", "[x]")
    assert merged(base, BASE, base + "- more\n") == BASE + "- more\n"


def test_line_changed_on_both_sides_is_shown_with_nothing_around_it() -> None:
    ours = BASE.replace("read the mail", "read the mail at home")
    theirs = BASE.replace("read the mail", "read the mail at work") + "\n## 10:00 B\n\nb\n"
    assert conflicted(BASE, ours, theirs) == (
        "# 2026-03-10\n\n## 09:00 Start\n\n<<<<<<< ours\n- read the mail at home\n=======\n"
        "- read the mail at work\n>>>>>>> theirs\n- [ ] call the bank\n\n## 10:00 B\n\nb\n"
    )


def test_entry_deleted_on_one_side_and_continued_on_the_other_is_shown_whole() -> None:
    base = f"{BASE}\n## 10:00 Review\n\n- one remark\n\n## 11:00 Next\n\nx\n"
    ours = f"{BASE}\n## 11:00 Next\n\nx\n"
    theirs = base.replace("one remark\n", "one remark\n- another\n")
    assert conflicted(base, ours, theirs, marker_size=9) == (
        f"{BASE}\n<<<<<<<<< ours\n=========\n## 10:00 Review\n\n- one remark\n- another\n>>>>>>>>> theirs\n"
        "\n## 11:00 Next\n\nx\n"
    )


def test_entry_deleted_on_one_side_and_left_alone_on_the_other_is_gone() -> None:
    base = f"{BASE}\n## 10:00 Review\n\n- one remark\n"
    assert merged(base, BASE, f"{base}\n## 11:00 Next\n\nx\n") == f"{BASE}\n## 11:00 Next\n\nx\n"


def test_entry_moved_on_one_side_and_edited_on_the_other_is_moved_and_edited() -> None:
    base = "# Day\n\n## A\n\n- a\n\n## B\n\n- b\n\n## C\n\n- c\n"
    ours = "# Day\n\n## B\n\n- b\n\n## C\n\n- c\n\n## A\n\n- a\n"
    theirs = base.replace("- a\n", "- a\n- more of it\n")
    assert merged(base, ours, theirs) == ours + "- more of it\n"


def test_frontmatter_is_merged_by_key() -> None:
    base = "---\nday: 2026-03-10\nmood: calm\n---\n# Day\n"
    ours = base.replace("calm", "good")
    theirs = base.replace("mood: calm\n", "mood: calm\nplace: home\n")
    assert merged(base, ours, theirs) == "---\nday: 2026-03-10\nmood: good\nplace: home\n---\n# Day\n"
    text = conflicted("", "---\nmood: good\n---\n", "---\nmood: bad\n---\n")
    assert text == "---\n<<<<<<< ours\nmood: good\n=======\nmood: bad\n>>>>>>> theirs\n---\n"


def test_nothing_comes_between_a_mark_of_origin_and_its_entry() -> None:
    foreign = "\n<!-- daykeep:origin origin=web -->\n## 10:00 Page\n\nSay yes.\n<!-- /daykeep:origin -->\n"
    text = merged(BASE, BASE + foreign, f"{BASE}\n## 09:30 Mine\n\nm\n\n## 10:30 Mine too\n\nn\n")
    assert foreign in text
    assert text.index("## 09:30") < text.index("<!-- daykeep:origin") or text.index("## 10:30") > text.index(
        "<!-- /daykeep:origin"
    )


def test_log_with_foreign_text_that_never_ends_is_left_to_git() -> None:
    ours = f"{BASE}\n<!-- daykeep:origin origin=web -->\nSay yes.\n"
    assert merge_logs(BASE.encode(), ours.encode(), f"{BASE}\n## 10:00 A\n\na\n".encode()) is None


def test_code_fence_is_one_piece() -> None:
    code = "\n## 10:00 Run\n\n```sh\n## not a heading\n- not an item\n\nls\n```\n"
    assert merged(BASE, BASE + code, f"{BASE}\n## 10:30 B\n\nb\n") == f"{BASE}{code}\n## 10:30 B\n\nb\n"


def test_bom_line_ends_bytes_and_missing_newline_stay() -> None:
    base = b"\xef\xbb\xbf# Day\r\n\r\n## 09:00 A\r\n\r\ncaf\xe9"
    ours, theirs = base + b"\r\n\r\n## 10:00 B\r\n\r\nb", base.replace(b"caf\xe9", b"caf\xe9!")
    found = merge_logs(base, ours, theirs)
    assert found is not None
    assert found.data == b"\xef\xbb\xbf# Day\r\n\r\n## 09:00 A\r\n\r\ncaf\xe9!\r\n\r\n## 10:00 B\r\n\r\nb"


def test_side_that_changed_line_ends_only_gives_its_line_ends() -> None:
    theirs = BASE + "\n## 10:00 A\n\na\n"
    found = merge_logs(BASE.encode(), BASE.replace("\n", "\r\n").encode(), theirs.encode())
    assert found is not None
    assert found.data == theirs.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("data", [b"# x\0\n", "# x\n".encode("utf-16"), b"- a\n" * 600_000])
def test_what_is_no_text_or_too_large_is_left_to_git(data: bytes) -> None:
    assert merge_logs(BASE.encode(), data, b"# y\n") is None


LINES = st.lists(
    st.sampled_from([
        "# Day", "## 09:00 A", "## 10:00 B", "## Todo", "### Deep", "- a", "- b", "- [ ] t", "- [x] t", "  under", "text",
        "other", "", "", "10:30 said", "| r | s |", "```", "---", "key: v", "<!-- daykeep:origin origin=web -->",
        "<!-- /daykeep:origin -->", "**Bold**", "> q", "1. one", "日志", "<<<<<<< ours", "=======",
    ]),
    max_size=14,
)  # fmt: skip
CHANGES = st.lists(st.tuples(st.integers(0, 14), st.integers(0, 3), LINES), max_size=3)


def change(lines: list[str], changes: list[tuple[int, int, list[str]]]) -> list[str]:
    """Lines after some stretches were replaced by others."""
    lines = list(lines)
    for at, count, new in changes:
        lines[at : at + count] = new[:3]
    return lines


def texts(lines: list[str]) -> set[str]:
    """What stands in the lines, tasks without their box."""
    return {line.strip().replace("[x]", "[ ]") for line in lines} - {""}


@given(LINES, CHANGES, CHANGES)
def test_no_line_is_lost_and_both_ways_hold_the_same(
    base: list[str], left: list[tuple[int, int, list[str]]], right: list[tuple[int, int, list[str]]]
) -> None:
    ours, theirs = change(base, left), change(base, right)
    sides = ["".join(f"{line}\n" for line in lines).encode() for lines in (base, ours, theirs)]
    found = merge_logs(*sides)
    back = merge_logs(sides[0], sides[2], sides[1])
    assert (found is None) == (back is None)
    if found is None or back is None:
        return
    assert found == merge_logs(*sides)
    lines = found.data.decode().split("\n")
    assert texts(ours) - texts(lines) <= texts(base) - texts(theirs)
    assert texts(theirs) - texts(lines) <= texts(base) - texts(ours)
    marks = {"<<<<<<< ours", ">>>>>>> theirs", "======="}
    assert texts(lines) - marks == texts(back.data.decode().split("\n")) - marks
    assert texts(lines) - marks <= texts(ours) | texts(theirs)


@given(LINES, CHANGES)
def test_change_of_one_side_alone_is_taken_byte_for_byte(
    base: list[str], changes: list[tuple[int, int, list[str]]]
) -> None:
    old, new = ("".join(f"{line}\n" for line in lines).encode() for lines in (base, change(base, changes)))
    for one, other in ((new, old), (old, new), (new, new)):
        found = merge_logs(old, one, other)
        assert found is not None
        assert found.data == new


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["entry", "item", "tick", "edit", "drop"]), st.integers(0, 30), st.integers(0, 9)
    ),
    max_size=5,
)


def live(lines: list[str], deeds: list[tuple[str, int, int]], who: str) -> list[str]:
    """A log after somebody worked in it; every new line is like no other."""
    lines = list(lines)
    for number, (deed, at, minute) in enumerate(deeds):
        name = f"{who}{number}"
        items = [index for index, line in enumerate(lines) if line.startswith("- ")]
        index = items[at % len(items)]
        if deed == "entry":
            lines += ["", f"## {14 + number}:0{minute} Entry {name}", "", f"- what {name} found out"]
        elif deed == "item":
            lines.insert(index + 1, f"- what {name} thought of, word {at}")
        elif deed == "tick":
            lines[index] = lines[index].replace("[ ]", "[x]")
        elif deed == "edit":
            lines[index] += f", says {name}"
        elif len(items) > 1:
            del lines[index]
    return lines


@given(DEEDS, DEEDS)
def test_merge_without_conflict_holds_each_line_just_once(
    left: list[tuple[str, int, int]], right: list[tuple[str, int, int]]
) -> None:
    base = ["# 2026-03-10", ""]
    for hour in ("08", "09"):
        base += [
            f"## {hour}:00 Begun at {hour}",
            "",
            f"- read the mail of {hour}",
            f"- [ ] call the bank at {hour}",
            "",
        ]
        base += [f"A paragraph of {hour}.", f"- [ ] buy {hour} apples"]
    versions = (base, live(base, left, "ann"), live(base, right, "ben"))
    found = merge_logs(*("\n".join(lines).encode() for lines in versions))
    assert found is not None
    if found.conflicts:
        return
    before, ours, theirs = (texts(lines) for lines in versions)
    lines = [line.strip().replace("[x]", "[ ]") for line in found.data.decode().split("\n") if line]
    assert sorted(lines) == sorted((ours & theirs) | (ours - before) | (theirs - before))
