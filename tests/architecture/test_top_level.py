"""The repository's top level holds exactly what a newcomer is told to expect, and every room has its tests."""

from __future__ import annotations

import subprocess

from tests.architecture.tree import REPOSITORY, SOURCE

FOLDERS = {
    ".ci",
    ".claude-plugin",
    "benchmarks",
    "cron",
    "docs",
    "plugins",
    "scripts",
    "skills",
    "src",
    "tests",
    "training",
    "workspace_template",
}
FILES = {
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "README.zh.md",
    "pyproject.toml",
}
TEST_FOLDERS_WITHOUT_A_ROOM = {
    "acceptance",
    "architecture",
    "benchmarks",
    "docs",
    "packaging",
    "plugins",
    "recovery",
    "skills",
    "training",
}


def kept_files() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    result = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return [name for name in result.stdout.split("\0") if name and (REPOSITORY / name).exists()]


def test_top_level_is_exactly_the_listed_folders_and_files() -> None:
    names = kept_files()
    assert {name.split("/")[0] for name in names if "/" in name} == FOLDERS
    assert {name for name in names if "/" not in name} == FILES


def test_no_placeholder_files_are_kept() -> None:
    assert [name for name in kept_files() if name.endswith((".keep", ".gitkeep", ".orig", ".rej"))] == []


def test_every_room_has_tests_and_every_test_folder_a_room() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    folders = {
        path.name
        for path in (REPOSITORY / "tests").iterdir()
        if path.is_dir() and any(path.glob("test_*.py"))
    }
    assert rooms - folders == set(), "rooms without tests"
    modules = {path.stem for path in SOURCE.glob("*.py")}
    assert folders - rooms - modules - TEST_FOLDERS_WITHOUT_A_ROOM == set(), (
        "test folders that mirror nothing"
    )
