"""The skill's script: the flags it takes, and how it finds the installed command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from daykeep.workspace.template import template_root

SCRIPT = template_root() / "skills" / "context-management" / "scripts" / "memory_distill.py"
RECORDER = '#!/bin/sh\nprintf \'%s\\n\' "$PWD" "$@" > "$RECORD"\nexit 7\n'


@pytest.fixture
def recorder(tmp_path: Path) -> dict[str, str]:
    """An environment in which `daykeep` is a command that writes down how it was called and exits 7."""
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "daykeep"
    command.write_text(RECORDER, encoding="utf-8")
    command.chmod(0o755)
    return {"PATH": f"{folder}:/usr/bin:/bin", "RECORD": str(tmp_path / "record"), "HOME": str(tmp_path)}


def run(
    *arguments: str, environment: dict[str, str], where: Path, python: str = sys.executable
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, "-S", str(SCRIPT), *arguments],
        cwd=where,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("given", "handed_on"),
    [
        ([], ["--days", "7"]),
        (["--days", "30"], ["--days", "30"]),
        (["--all"], ["--all"]),
        (["--dry-run"], ["--days", "7", "--dry-run"]),
        (["--all", "--force"], ["--all", "--force"]),
        (["--days", "3", "--dry-run", "--force"], ["--days", "3", "--dry-run", "--force"]),
        (["--explain", "--profile", "classic"], ["--days", "7", "--explain", "--profile", "classic"]),
        (["--since", "2026-03-01"], ["--since", "2026-03-01"]),
        (
            ["--since", "2026-03-01", "--until", "2026-03-15", "--dry-run"],
            ["--since", "2026-03-01", "--until", "2026-03-15", "--dry-run"],
        ),
    ],
)
def test_flags_are_handed_to_the_installed_command_and_its_exit_code_comes_back(
    tmp_path: Path, recorder: dict[str, str], given: list[str], handed_on: list[str]
) -> None:
    result = run(*given, environment=recorder, where=tmp_path)
    assert result.returncode == 7
    lines = (tmp_path / "record").read_text(encoding="utf-8").splitlines()
    assert lines == [os.path.realpath(tmp_path), "distill", *handed_on]


@pytest.mark.parametrize("given", [["--days", "0"], ["--days", "x"], ["--days", "3", "--all"], ["--never"]])
def test_bad_flags_exit_2_and_call_nothing(
    tmp_path: Path, recorder: dict[str, str], given: list[str]
) -> None:
    result = run(*given, environment=recorder, where=tmp_path)
    assert result.returncode == 2
    assert not (tmp_path / "record").exists()


def test_without_daykeep_it_says_so_and_exits_127(tmp_path: Path) -> None:
    result = run(
        environment={"PATH": "/nowhere", "HOME": str(tmp_path)}, where=tmp_path
    )  # -S: no site-packages
    assert result.returncode == 127
    assert "neither on the PATH nor installed" in result.stderr
    assert result.stdout == ""


def test_help_needs_no_daykeep(tmp_path: Path) -> None:
    result = run("--help", environment={"PATH": "/nowhere", "HOME": str(tmp_path)}, where=tmp_path)
    assert result.returncode == 0
    assert "--dry-run" in result.stdout


def test_running_interpreters_own_module_is_found_without_a_path(tmp_path: Path) -> None:
    environment = {"PATH": "/nowhere", "HOME": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, str(SCRIPT)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 3, result.stderr
    assert "no workspace" in result.stderr
