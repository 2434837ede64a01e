"""What leaves a MEMORY.md that is too large, and what stays."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daykeep.files.encoding import decode
from daykeep.memory.leaving.budget import Limits, Size, measure, plan_budget
from daykeep.memory.sources import SourceRecord, hash_line

TODAY = date(2026, 11, 30)
ROOMY = Limits(10_000, 1_000)


def record(item, line, *, kind="lesson", day="2026-03-10", score=0.9):
    return SourceRecord(
        item, kind, hash_line(line), "memory/x.md", 1, 1, "0" * 8, day, "agent", score, "2026-03-15", None
    )


def plan(text, *records, limits=ROOMY, **more):
    document = decode(text.encode(), "MEMORY.md")
    return plan_budget(document, records=records, limits=limits, day=TODAY, **more)


def gone(found):
    return [entry.item for entry in found.moves]


LIST = "# M\n\n## Lessons\n- own one\n- by hand\n- own two\n"
ONE, TWO = record("one", "own one", day="2026-01-01"), record("two", "own two", day="2026-06-01")


def test_file_within_its_budget_is_left_alone():
    found = plan(LIST, ONE, TWO, limits=Limits(measure(decode(LIST.encode())).chars, 6))
    assert (found.moves, found.fits) == ((), True)
    assert found.document.data == LIST.encode()


def test_size_counts_characters_with_line_ends_and_lines():
    assert measure(decode("a\r\n日志\r\n".encode())) == Size(7, 2)
    assert measure(decode(b"a\nb")) == Size(3, 2)
    assert measure(decode(b"")) == Size(0, 0)


def test_oldest_leaves_first_and_only_as_much_as_is_needed():
    found = plan(LIST, ONE, TWO, limits=Limits(1_000, 5))
    assert gone(found) == ["one", "two"]  # 90 % of five lines are four
    found = plan(LIST, ONE, TWO, limits=Limits(41, 1_000))
    assert gone(found) == ["one"]
    assert found.document.data.decode() == "# M\n\n## Lessons\n- by hand\n- own two\n"
    assert found.size == Size(36, 5)


def test_where_nine_tenths_are_out_of_reach_the_budget_itself_is_enough():
    text = "# M\n" + "- by hand\n" * 9 + "- own one\n- own two\n"
    found = plan(text, ONE, TWO, limits=Limits(1_000, 11))
    assert gone(found) == ["one"]
    assert found.size.lines == 11


def test_moves_say_what_and_why():
    (move,) = plan(LIST, ONE, TWO, limits=Limits(41, 1_000)).moves
    assert (move.kind, move.numbers, move.headings, move.texts) == (
        "lesson",
        (4,),
        ("Lessons",),
        ("- own one",),
    )
    assert move.reason == "lesson of 2026-01-01, 333 days old"


def test_a_changed_line_is_the_persons_own():
    text = LIST.replace("own one", "own one, always")
    assert gone(plan(text, ONE, TWO, limits=Limits(49, 1_000))) == ["two"]


def test_marks_and_blanks_may_change():
    text = LIST.replace("- own one", "* **own**   one")
    assert gone(plan(text, ONE, TWO, limits=Limits(41, 1_000))) == ["one"]


def test_line_that_was_taken_back_and_stands_again_is_the_persons():
    found = plan(LIST, ONE, TWO, limits=Limits(41, 1_000), tombstones={ONE.line})
    assert gone(found) == ["two"]


def test_kinds_of_one_age_leave_in_their_order():
    kinds = ["preference", "decision", "lesson", "fact", "problem_fix"]
    records = [record(kind, f"own {kind}", kind=kind) for kind in kinds]
    text = "# M\n" + "".join(f"- own {kind}\n" for kind in kinds)
    left = [set(gone(plan(text, *records, limits=Limits(1_000, lines)))) for lines in (5, 4, 3)]
    assert left[0] == {"problem_fix", "fact"}
    assert left[1] - left[0] == {"lesson"}
    assert left[2] - left[1] == {"decision"}


def test_lower_score_leaves_first():
    records = [record("sure", "own sure", score=1.0), record("doubtful", "own doubtful", score=0.5)]
    found = plan("# M\n- own sure\n- own doubtful\n", *records, limits=Limits(26, 1_000))
    assert gone(found) == ["doubtful"]


def test_superseded_leaves_first_and_also_where_all_fits():
    assert gone(plan(LIST, ONE, TWO, limits=Limits(41, 1_000), superseded={"two"})) == ["two"]
    found = plan(LIST, ONE, TWO, superseded={"two"})
    assert gone(found) == ["two"]
    assert found.moves[0].reason == "a newer line replaces it"


def test_what_is_to_be_kept_stays_and_where_that_is_too_much_nothing_moves():
    assert gone(plan(LIST, ONE, TWO, limits=Limits(41, 1_000), keep={"one"})) == ["two"]
    found = plan(LIST, ONE, TWO, limits=Limits(41, 1_000), keep={"one", "two"})
    assert (found.moves, found.fits, found.document.data) == ((), False, LIST.encode())


BLOCKS = """# M

## Lessons

### A (2026-03-10)
- a one
  more of a

- a two

### B (2026-03-11)
- b one

## Facts
- own fact
"""
A = [record("a", "a one"), record("a", "more of a"), record("a", "a two")]
B = record("b", "b one", day="2026-03-11")


def test_item_leaves_whole_with_its_heading():
    found = plan(BLOCKS, *A, B, limits=Limits(80, 1_000))
    assert gone(found) == ["a"]
    assert found.moves[0].texts == ("- a one", "  more of a", "", "- a two")
    assert found.document.text == "# M\n\n## Lessons\n\n### B (2026-03-11)\n- b one\n\n## Facts\n- own fact"


def test_heading_that_a_person_gave_stays():
    text = BLOCKS.replace("### A (2026-03-10)", "### A")
    found = plan(text, *A, B, limits=Limits(80, 1_000))
    assert "### A\n" in found.document.data.decode()


def test_heading_under_which_a_person_wrote_stays():
    text = BLOCKS.replace("- a two\n", "- a two\n\nmine\n")
    found = plan(text, *A, B, limits=Limits(90, 1_000))
    assert "### A (2026-03-10)\n\nmine\n" in found.document.data.decode()


@pytest.mark.parametrize(
    "change",
    [
        ("- a two", "- a two, reworded"),  # partly reworded: all of it is the person's
        ("- a two", "- mine\n- a two"),  # grown in the middle
        ("- a two\n", "- a two\n  mine\n"),  # goes on
        ("- a two\n", "- a two\n  - mine\n"),
        ("- a one", "- mine:\n  - a one"),  # nested in the person's own
    ],
)
def test_item_that_a_person_worked_on_stays_whole(change):
    text = BLOCKS.replace(*change)
    assert "a" not in gone(plan(text, *A, B, limits=Limits(30, 1_000)))
    assert "a" not in gone(plan(text, *A, B, limits=Limits(120, 1_000)))


def test_item_of_which_a_person_deleted_a_line_still_leaves():
    text = BLOCKS.replace("\n- a two\n", "")
    assert gone(plan(text, *A, B, limits=Limits(80, 1_000))) == ["a"]


def test_code_leaves_with_its_fences():
    text = "# M\n- by hand\n- run this:\n```sh\nls -l\n```\n- by hand too\n"
    records = [record("a", "run this:"), record("a", "```sh"), record("a", "ls -l")]
    found = plan(text, *records, limits=Limits(40, 1_000))
    assert found.document.text == "# M\n- by hand\n- by hand too"
    assert found.moves[0].texts == ("- run this:", "```sh", "ls -l", "```")


def test_title_item_leaves_with_the_last_line_below_it():
    text = "# M\n\n## Notes\n- by hand\n- **NAS** (2026-03-10)\n  - own one\n  - own two\n"
    found = plan(
        text, record("one", "own one"), record("two", "own two", day="2026-03-11"), limits=Limits(30, 90)
    )
    assert gone(found) == ["one", "two"]
    assert found.document.text == "# M\n\n## Notes\n- by hand"
    assert found.moves[0].headings == ("Notes", "NAS (2026-03-10)")
    assert found.moves[0].texts == ("- own one",)
    one = plan(text, record("one", "own one"), limits=Limits(68, 90))
    assert one.document.text == "# M\n\n## Notes\n- by hand\n- **NAS** (2026-03-10)\n  - own two"


def test_same_line_twice_leaves_once():
    text = "# M\n- own one\n\n## Other\n- own one\n"
    found = plan(text, ONE, limits=Limits(28, 1_000))
    assert found.document.text == "# M\n\n## Other\n- own one"


def test_person_is_told_what_could_go_and_nothing_of_it_moves():
    text = (
        "# M\n- [x] done thing\n- the same\n- the same\n\n## Trip (2025-01-02)\n- old plan\n- "
        + "long " * 120
        + "\n"
    )
    found = plan(text, limits=Limits(20, 1_000))
    assert (found.fits, found.moves, found.document.data) == (False, (), text.encode())
    assert [(s.first, s.last, s.reason) for s in found.suggestions] == [
        (2, 2, "is done"),
        (4, 4, "says the same as line 3"),
        (6, 8, "a section of 2025-01-02"),
    ]
    few = plan(text, limits=Limits(measure(decode(text.encode())).chars - 5, 1_000))
    assert [s.reason for s in few.suggestions] == ["says the same as line 3"]


def test_bad_dates_on_record_do_no_harm():
    found = plan(LIST, ONE._replace(day="soon"), TWO._replace(day="2099-01-01"), limits=Limits(1_000, 4))
    assert found.fits


ITEMS = st.lists(
    st.tuples(
        st.sampled_from(["lesson", "problem_fix", "decision", "preference", "fact"]),
        st.integers(0, 500),
        st.sampled_from([0.5, 0.9, 1.0]),
        st.integers(1, 3),
        st.booleans(),
    ),
    max_size=12,
)


@given(ITEMS, st.integers(0, 6), st.integers(60, 500), st.integers(4, 40), st.sampled_from(["\n", "\r\n"]))
def test_never_over_budget_where_own_lines_suffice_and_a_persons_lines_stay(
    items, by_hand, chars, lines, newline
):
    records, texts = [], ["# M", "", "## Lessons"]
    for index, (kind, age, score, count, under_heading) in enumerate(items):
        day = TODAY - timedelta(days=age)
        own = [f"- item {index} line {number}" for number in range(count)]
        texts += ["", f"### Title {index} ({day})", *own] if under_heading else own
        records += [record(f"i{index}", line, kind=kind, day=day.isoformat(), score=score) for line in own]
    mine = [f"Note {number} by hand." for number in range(by_hand)]
    texts += ["", "## Mine", *mine]
    data = newline.join([*texts, ""]).encode()
    document = decode(data, "MEMORY.md")
    limits = Limits(chars, lines)
    found = plan_budget(document, records=records, limits=limits, day=TODAY)
    least = "\n".join(["# M", "", "## Lessons", "", "## Mine", *mine, ""])
    least = least.replace("\n", newline)
    if measure(decode(least.encode())).fits(limits):
        assert found.fits
    assert found.fits == (measure(found.document).fits(limits) or measure(document).fits(limits))
    if measure(document).fits(limits) or not found.fits:
        assert found.document.data == data
    kept = found.document.texts
    assert all(line in kept for line in mine)
    left = iter(document.texts)
    assert all(line in left for line in kept)
    for index, (*_, count, _heading) in enumerate(items):
        there = sum(line.startswith(f"- item {index} line") for line in kept)
        moved = sum(line.startswith(f"- item {index} line") for entry in found.moves for line in entry.texts)
        assert (there, moved) in {(count, 0), (0, count)}
