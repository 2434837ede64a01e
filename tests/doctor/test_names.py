"""What the names of files say: twins, copies, wrong years, things that are no files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daykeep.doctor.names import check_names, conflict_kind
from tests.doctor.examining import ids, subject


@pytest.mark.parametrize(
    ("base", "tool"),
    [
        ("MEMORY.sync-conflict-20260310-143000-ABCDEFG.md", "Syncthing"),
        ("MEMORY (Conflicted copy iPhone 202603101430).md", "Obsidian"),
        ("MEMORY (Anna's conflicted copy 2026-03-10).md", "Dropbox"),
        (".MEMORY.md.icloud", "iCloud"),
        ("~$MEMORY.md", "office"),
        (".#MEMORY.md", "lock"),
        (".MEMORY.md.swp", "swap"),
        ("MEMORY.md.orig", "merge"),
    ],
)
def test_conflict_kind_knows_what_each_tool_leaves(base: str, tool: str) -> None:
    assert tool in conflict_kind(base)


@pytest.mark.parametrize(
    "base",
    ["MEMORY.md", "2026-03-10.md", "2026-03-10-sync-conflict.md", "notes on (conflicts).md", "版本 2.md"],
)
def test_ordinary_names_are_no_copies(base: str) -> None:
    assert conflict_kind(base) == ""


def test_copies_are_found_at_the_root_and_in_memory(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {
        "SOUL.md": "x",
        "SOUL.sync-conflict-20260310-143000-ABCDEFG.md": "x",
        "memory/2026-03-09.md": "x",
        "memory/2026-03-09 2.md": "x",
        "memory/chapter 2.md": "x",
        "memory/.2026-03-09.md.swp": "x",
    }
    found = ids(check_names(subject(tmp_path, contents)))
    assert set(found) == {
        "copy:SOUL.sync-conflict-20260310-143000-ABCDEFG.md",
        "copy:memory/2026-03-09 2.md",
        "copy:memory/.2026-03-09.md.swp",
    }
    assert not any(finding.fixable for finding in found.values())


def need_case_sensitive(folder: Path) -> None:
    (folder / "probe").touch()
    if (folder / "PROBE").exists():
        pytest.skip("this disk does not tell names by case")


def test_twins_are_told_apart_by_content_and_by_inode(tmp_path: Path) -> None:
    need_case_sensitive(tmp_path)
    made = subject(
        tmp_path, {"MEMORY.md": "same\n", "memory.md": "same\n", "Memory.MD": "other\n", "SOUL.md": "x"}
    )
    os.link(tmp_path / "MEMORY.md", tmp_path / "MeMory.md")
    found = ids(check_names(made._replace(layout=subject(tmp_path).layout)))
    assert "the same content" in found["twin:memory.md"].message
    assert "deleting one deletes both" in found["twin:memory.md"].hint
    assert "in content" in found["twin:Memory.MD"].message
    assert found["twin:MeMory.md"].level == "info"
    assert not any(finding.fixable for finding in found.values())


def test_only_name_in_another_case_is_mentioned(tmp_path: Path) -> None:
    need_case_sensitive(tmp_path)
    found = ids(check_names(subject(tmp_path, {"memory.md": "x", "SOUL.md": "x"})))
    assert found["case:memory.md"].level == "info"


def test_folder_pipe_and_dead_link_in_a_layer_files_place_are_errors(tmp_path: Path) -> None:
    made = subject(tmp_path, {"SOUL.md": "x"})
    (tmp_path / "AGENTS.md").mkdir()
    os.mkfifo(tmp_path / "MEMORY.md")
    (tmp_path / "USER.md").symlink_to("gone.md")
    found = ids(check_names(made))
    assert {mark for mark in found if found[mark].level == "error"} == {
        "not-a-file:AGENTS.md",
        "not-a-file:MEMORY.md",
        "not-a-file:USER.md",
    }


def test_log_of_a_wrong_year_is_named_with_the_likely_day(tmp_path: Path) -> None:
    contents: dict[str, str | bytes] = {f"memory/2026-03-{day:02}.md": "x" for day in range(1, 10)}
    found = ids(check_names(subject(tmp_path, {**contents, "memory/2025-03-04.md": "x"})))
    assert "2026-03-04" in found["year:memory/2025-03-04.md"].message
    assert "rename the file yourself" in found["year:memory/2025-03-04.md"].hint


def test_bootstrap_file_is_a_leftover_only_in_a_workspace_that_is_set_up(tmp_path: Path) -> None:
    done = {"BOOTSTRAP.md": "x", "SOUL.md": "x", "USER.md": "x"}
    assert "bootstrap:BOOTSTRAP.md" in ids(check_names(subject(tmp_path / "a", dict(done))))
    assert ids(check_names(subject(tmp_path / "b", {"BOOTSTRAP.md": "x"}))) == {}


def test_name_with_hidden_characters_is_named(tmp_path: Path) -> None:
    found = ids(
        check_names(subject(tmp_path, {"memory/2026-03-09\u202e.md": "x", "memory/今日-👩‍👩‍👧.md": "x"}))
    )
    assert set(found) == {"hidden-name:memory/2026-03-09\u202e.md"}


def test_name_with_a_secret_is_an_error_that_does_not_repeat_it(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    (found,) = check_names(subject(tmp_path, {f"memory/2026-03-09-{token}.md": "x"}))
    assert found.id.startswith("secret-name:memory/2026-03-09-[secret:github-pat:")
    assert (found.level, token in repr(found)) == ("error", False)


def test_log_that_is_a_hard_link_is_mentioned(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("x")
    (tmp_path / "workspace" / "memory").mkdir(parents=True)
    os.link(outside, tmp_path / "workspace" / "memory" / "2026-03-09.md")
    found = ids(check_names(subject(tmp_path / "workspace", {"memory/2026-03-08.md": "x"})))
    assert set(found) == {"hard-link:memory/2026-03-09.md"}


def test_log_whose_date_can_not_be_or_is_yet_to_come_is_named(tmp_path: Path) -> None:
    made = subject(
        tmp_path,
        {
            "memory/2026-02-30.md": "# 2026-03-02",
            "memory/9999-12-31.md": "x",
            "memory/2098-01-01.md": "x",
            "memory/2026-03-01.md": "x",
            "memory/notes/9999-12-31.md": "x",
        },
    )
    found = {mark: one.message for mark, one in ids(check_names(made)).items() if mark.startswith("date:")}
    assert found == {
        "date:memory/2026-02-30.md": "has a date in its name that can't be (2026-02-30); it is read as the log of 2026-03-02",
        "date:memory/9999-12-31.md": "is dated 9999-12-31, after today, and not read before that day",
        "date:memory/2098-01-01.md": "is dated 2098-01-01, after today, and not read before that day",
    }
