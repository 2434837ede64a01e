"""Finding a workspace and the exact names of its files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.workspace.layout import find_workspace, is_workspace, read_layout, same_file


def make(root: Path, *names: str, text: str = "x\n") -> Files:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Files(root)


def test_find_workspace_takes_nearest_folder_that_is_one(tmp_path: Path) -> None:
    make(
        tmp_path,
        "daykeep.toml",
        "projects/app/AGENTS.md",
        "projects/app/memory/2026-03-10.md",
        "projects/other/x/y.txt",
    )
    assert find_workspace(tmp_path / "projects" / "other" / "x") == tmp_path
    assert find_workspace(tmp_path / "projects" / "app" / "memory") == tmp_path / "projects" / "app"


def test_find_workspace_needs_a_memory_folder_beside_the_layer_file(tmp_path: Path) -> None:
    make(tmp_path, "AGENTS.md", "SOUL.md")
    assert find_workspace(tmp_path) is None
    (tmp_path / "memory").mkdir()
    assert find_workspace(tmp_path) == tmp_path


def test_folder_with_only_memory_is_no_workspace(tmp_path: Path) -> None:
    make(tmp_path, "memory/2026-03-10.md", "README.md")
    assert not is_workspace(tmp_path)


def test_folder_named_like_the_settings_file_is_no_mark(tmp_path: Path) -> None:
    (tmp_path / "daykeep.toml").mkdir()
    assert find_workspace(tmp_path) is None


def test_read_layout_of_classic_workspace_gives_exact_names(tmp_path: Path) -> None:
    files = make(
        tmp_path, "SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "MEMORY.md", "HEARTBEAT.md", "memory/x.md"
    )
    layout = read_layout(files)
    assert layout == (
        "classic",
        "SOUL.md",
        "",
        "USER.md",
        "AGENTS.md",
        "TOOLS.md",
        "MEMORY.md",
        "HEARTBEAT.md",
        (),
    )
    assert layout.core == ("SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md")


@pytest.mark.parametrize(
    ("agents", "era"),
    [
        ("# AGENTS\n\n## Tools\n\n- host: x\n", "current"),
        ("# AGENTS\r\n\r\n## Tools \r\n", "current"),
        ("# AGENTS\n\n## Every session\n", "classic"),
        ("text ## Tools\n### Tools\n", "classic"),
    ],
)
def test_era_without_tools_and_heartbeat_is_told_by_agents_file(
    tmp_path: Path, agents: str, era: str
) -> None:
    files = make(tmp_path, "SOUL.md", "USER.md", "MEMORY.md", "memory/2026-03-10.md")
    (tmp_path / "AGENTS.md").write_bytes(agents.encode())
    assert read_layout(files).era == era


def test_era_with_tools_section_and_heartbeat_file_is_classic(tmp_path: Path) -> None:
    files = make(tmp_path, "AGENTS.md", "HEARTBEAT.md", text="## Tools\n")
    assert read_layout(files).era == "classic"


def test_nanobot_layout_keeps_memory_in_the_memory_folder(tmp_path: Path) -> None:
    layout = read_layout(make(tmp_path, "SOUL.md", "AGENTS.md", "HEARTBEAT.md", "memory/MEMORY.md"))
    assert (layout.era, layout.memory, layout.memory_target) == (
        "nanobot",
        "memory/MEMORY.md",
        "memory/MEMORY.md",
    )


def test_root_memory_wins_over_the_nested_one(tmp_path: Path) -> None:
    layout = read_layout(make(tmp_path, "SOUL.md", "TOOLS.md", "MEMORY.md", "memory/MEMORY.md"))
    assert (layout.era, layout.memory) == ("classic", "MEMORY.md")


def test_empty_folder_is_bare(tmp_path: Path) -> None:
    layout = read_layout(Files(tmp_path))
    assert (layout.era, layout.core, layout.memory, layout.memory_target) == ("bare", (), "", "MEMORY.md")


def test_lower_case_memory_is_used_where_it_is_the_only_one(tmp_path: Path) -> None:
    layout = read_layout(make(tmp_path, "SOUL.md", "memory.md"))
    assert (layout.memory, layout.twins) == ("memory.md", ())


def is_case_sensitive(folder: Path) -> bool:
    (folder / "probe").touch()
    return not (folder / "PROBE").exists()


def test_twins_are_listed_with_the_exact_name_first(tmp_path: Path) -> None:
    if not is_case_sensitive(tmp_path):
        pytest.skip("this disk does not tell names by case")
    layout = read_layout(make(tmp_path, "MEMORY.md", "memory.md", "Memory.md", "SOUL.md"))
    assert layout.memory == "MEMORY.md"
    assert layout.twins == (("MEMORY.md", "Memory.md", "memory.md"),)


def test_same_file_goes_by_inode_not_by_name_or_content(tmp_path: Path) -> None:
    make(tmp_path, "MEMORY.md", "copy.md")
    os.link(tmp_path / "MEMORY.md", tmp_path / "memory-link.md")
    assert same_file(tmp_path, "MEMORY.md", "memory-link.md")
    assert not same_file(tmp_path, "MEMORY.md", "copy.md")
    assert not same_file(tmp_path, "MEMORY.md", "missing.md")


def test_things_that_are_no_files_do_not_count(tmp_path: Path) -> None:
    files = make(tmp_path, "SOUL.md")
    (tmp_path / "AGENTS.md").mkdir()
    os.mkfifo(tmp_path / "MEMORY.md")
    (tmp_path / "USER.md").symlink_to("nowhere.md")
    (tmp_path / "TOOLS.md").symlink_to("TOOLS.md")
    assert read_layout(files) == ("classic", "SOUL.md", "", "", "", "", "", "", ())


@pytest.mark.parametrize("target", ["MEMORY.md", "../../outside.md", "nowhere.md"])
def test_nested_memory_that_is_a_link_to_no_file_inside_does_not_count(tmp_path: Path, target: str) -> None:
    (tmp_path / "outside.md").write_text("outside\n", encoding="utf-8")
    files = make(tmp_path / "workspace", "SOUL.md", "memory/2026-03-10.md")
    (tmp_path / "workspace" / "memory" / "MEMORY.md").symlink_to(target)
    assert read_layout(files).era == "classic"
    assert read_layout(files).memory == ""


def test_link_to_a_file_inside_counts(tmp_path: Path) -> None:
    files = make(tmp_path, "docs/soul.md")
    (tmp_path / "SOUL.md").symlink_to("docs/soul.md")
    assert read_layout(files).soul == "SOUL.md"


def test_read_layout_changes_nothing(tmp_path: Path) -> None:
    files = make(tmp_path, "SOUL.md", "AGENTS.md", "memory/2026-03-10.md")
    copy = tmp_path.with_name("copy")
    shutil.copytree(tmp_path, copy)
    read_layout(files)
    assert sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*")) == sorted(
        p.relative_to(copy) for p in copy.rglob("*")
    )
