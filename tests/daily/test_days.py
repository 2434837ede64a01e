import os
from datetime import date

import pytest

from daykeep.daily.days import read_day
from daykeep.files.store import Files

DAY = date(2026, 3, 10)


def put(root, name, data):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def test_all_files_of_the_day_are_shown_with_name_and_line(tmp_path):
    put(tmp_path, "memory/2026-03-10.md", b"# d\n\nx\n")
    put(tmp_path, "memory/2026-03-10-b.md", b"y")
    put(tmp_path, "memory/2026-03-11.md", b"z")
    logs = read_day(Files(tmp_path), DAY)
    assert logs.as_lines() == [
        "memory/2026-03-10.md:",
        "1  # d",
        "2",
        "3  x",
        "memory/2026-03-10-b.md:",
        "1  y",
    ]
    assert [file["name"] for file in logs.as_json()["files"]] == [
        "memory/2026-03-10.md",
        "memory/2026-03-10-b.md",
    ]
    assert logs.problems == []


def test_archived_log_of_the_day_is_shown(tmp_path):
    put(tmp_path, "memory/archive/2026/2026-03-10.md", b"old\n")
    assert read_day(Files(tmp_path), DAY).as_lines() == ["memory/archive/2026/2026-03-10.md:", "1  old"]


def test_bad_bytes_are_shown_and_named_by_line(tmp_path):
    put(tmp_path, "memory/2026-03-10.md", b"# d\ncaf\xe9 \x97 dash\n")
    logs = read_day(Files(tmp_path), DAY)
    assert logs.documents[0].texts == ["# d", "café — dash"]
    assert logs.problems[0].startswith("memory/2026-03-10.md:2: ")
    assert logs.unreadable == []


def test_conflict_copy_is_named(tmp_path):
    put(tmp_path, "memory/2026-03-10 2.md", b"x")
    assert read_day(Files(tmp_path), DAY).problems == ["memory/2026-03-10 2.md: a conflict copy, not shown"]


def test_folder_in_the_place_of_a_log_is_unreadable_and_the_others_are_shown(tmp_path):
    (tmp_path / "memory/2026-03-10.md").mkdir(parents=True)
    put(tmp_path, "memory/2026-03-10-b.md", b"y")
    logs = read_day(Files(tmp_path), DAY)
    assert len(logs.unreadable) == 1
    assert len(logs.documents) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_log_without_permission_is_unreadable(tmp_path):
    put(tmp_path, "memory/2026-03-10.md", b"x")
    (tmp_path / "memory/2026-03-10.md").chmod(0)
    assert len(read_day(Files(tmp_path), DAY).unreadable) == 1


def test_pipe_in_the_place_of_a_log_is_never_waited_for(tmp_path):
    (tmp_path / "memory").mkdir()
    os.mkfifo(tmp_path / "memory/2026-03-10.md")
    assert len(read_day(Files(tmp_path), DAY).unreadable) == 1
