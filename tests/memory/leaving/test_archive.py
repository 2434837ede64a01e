"""What left MEMORY.md is kept by year and day, under its headings, once."""

from __future__ import annotations

from datetime import date

import pytest

from daykeep.errors import RefusedError
from daykeep.files.store import Files
from daykeep.memory.leaving.archive import Leaving, archive_lines, archive_names, find_archived, parse_archive
from daykeep.workspace.archive import archived_log, is_memory_archive, memory_archive

DAY = date(2026, 11, 30)
NAME = "memory/archive/2026/memory-2026.md"


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def leaving(item, *texts, headings=("Lessons",)):
    return Leaving(item, "lesson", (1,), headings, texts, "old")


def text(files, name=NAME):
    return files.read_document(name).text


def test_lines_stand_under_the_day_and_their_headings(files):
    entries = [
        leaving("a", "- a", "  more", headings=("Lessons", "A (2026-03-10)")),
        leaving("b", "- b", headings=("Lessons", "B (2026-03-11)")),
        leaving("c", "- c", headings=("Facts",)),
        leaving("d", "- d", headings=("Facts",)),
    ]
    assert archive_lines(files, entries, day=DAY) == NAME
    assert text(files).split("\n") == [
        "# MEMORY.md · 2026",
        "",
        "## 2026-11-30",
        "",
        "### Lessons",
        "",
        "#### A (2026-03-10)",
        "",
        "- a",
        "  more",
        "",
        "#### B (2026-03-11)",
        "",
        "- b",
        "",
        "### Facts",
        "",
        "- c",
        "- d",
    ]


def test_text_of_an_outer_heading_never_stands_under_an_inner_one(files):
    entries = [leaving("a", "- a", headings=("Lessons", "A")), leaving("b", "- b", headings=("Lessons",))]
    archive_lines(files, entries, day=DAY)
    assert [line.headings for line in find_archived(files)] == [("Lessons", "A"), ("Lessons",)]


def test_second_time_on_a_day_adds_to_the_day_and_a_new_day_gets_its_own(files):
    archive_lines(files, [leaving("a", "- a")], day=DAY)
    before = (files.root / NAME).read_bytes()
    archive_lines(files, [leaving("b", "- b")], day=DAY)
    archive_lines(files, [leaving("c", "- c")], day=date(2026, 12, 1))
    assert (files.root / NAME).read_bytes().startswith(before)
    found = find_archived(files)
    assert [(line.text, line.archived_on) for line in found] == [
        ("- a", "2026-11-30"),
        ("- b", "2026-11-30"),
        ("- c", "2026-12-01"),
    ]
    assert text(files).count("## 2026-11-30") == 1


def test_what_is_there_already_is_not_added_again(files):
    archive_lines(files, [leaving("a", "- a", "  more")], day=DAY)
    before = (files.root / NAME).read_bytes()
    assert archive_lines(files, [leaving("a", "* **a**", "more")], day=DAY) == NAME
    assert (files.root / NAME).read_bytes() == before
    archive_lines(files, [leaving("a", "- a", "  more"), leaving("b", "- b")], day=date(2027, 1, 1))
    assert text(files, memory_archive(2027)).count("- a") == 0
    assert [line.text for line in find_archived(files)] == ["- a", "  more", "- b"]


def test_item_of_which_only_a_part_is_there_is_added_whole(files):
    archive_lines(files, [leaving("a", "- a")], day=DAY)
    archive_lines(files, [leaving("b", "- a", "- b")], day=DAY)
    assert [line.text for line in find_archived(files)] == ["- a", "- a", "- b"]


def test_nothing_to_archive_is_no_file(files):
    assert archive_lines(files, [], day=DAY) is None
    assert archive_names(files) == []


def test_a_persons_own_bytes_in_the_archive_stay(files):
    (files.root / "memory/archive/2026").mkdir(parents=True)
    mine = "\ufeff# Mine\r\n\r\nmy own words".encode()
    (files.root / NAME).write_bytes(mine)
    archive_lines(files, [leaving("a", "- a")], day=DAY)
    after = (files.root / NAME).read_bytes()
    assert after.startswith(mine)
    assert after.decode().endswith("\r\n\r\n## 2026-11-30\r\n\r\n### Lessons\r\n\r\n- a\r\n")
    assert [line.text for line in find_archived(files)] == ["- a"]


def test_deep_headings_stay_within_six_levels(files):
    archive_lines(files, [leaving("a", "- a", headings=tuple("abcdefg"))], day=DAY)
    assert max(line.count("#") for line in text(files).split("\n")) == 6


def test_archive_that_cant_be_read_counts_as_missing(files):
    (files.root / NAME).mkdir(parents=True)
    assert find_archived(files) == []


def test_archive_folder_that_leads_out_of_the_workspace_is_not_followed(tmp_path):
    (tmp_path / "outside/2026").mkdir(parents=True)
    (tmp_path / "outside/2026/memory-2026.md").write_text("## 2026-01-02\n- a\n")
    (tmp_path / "work/memory").mkdir(parents=True)
    (tmp_path / "work/memory/archive").symlink_to(tmp_path / "outside")
    files = Files(tmp_path / "work")
    assert find_archived(files) == []
    with pytest.raises(RefusedError):
        archive_lines(files, [leaving("b", "- b")], day=DAY)
    assert "- b" not in (tmp_path / "outside/2026/memory-2026.md").read_text()


def test_lines_before_the_first_day_are_no_archived_ones():
    assert parse_archive(NAME, ["# M", "words", "## 2026-01-02", "### Lessons", "- a"]) == [
        (NAME, 5, "- a", "2026-01-02", ("Lessons",))
    ]


@pytest.mark.parametrize(
    ("name", "year", "expected"),
    [
        ("memory/2026-03-10.md", 2026, "memory/archive/2026/2026-03-10.md"),
        ("memory/2026/03/10.md", 2026, "memory/archive/2026/03/10.md"),
        ("memory/2025/x-2026-03-10.md", 2026, "memory/archive/2026/2025/x-2026-03-10.md"),
    ],
)
def test_name_of_an_archived_log(name, year, expected):
    assert archived_log(name, year) == expected


def test_only_the_archive_of_its_own_year_is_one():
    assert is_memory_archive(memory_archive(2026))
    assert not is_memory_archive("memory/archive/2026/memory-2025.md")
    assert not is_memory_archive("memory/archive/2026/notes.md")
