"""Start-up stays light: the commands that run many times a day load no heavy package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    "apscheduler",
    "git",
    "gitdb",
    "markdown_it",
    "rich",
    "yaml",
    "frontmatter",
    "numpy",
    "mcp",
    "tzlocal",
    "filelock",
    "prompt_toolkit",
    "wcwidth",
}
PROBE = """
import sys
from daykeep.cli.main import run
code = run(sys.argv[1:])
print(f"code={code}", *sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr)
"""

HOOK_PROBE = """
import json, os, sys
from daykeep.hooks import entry
line, trouble = entry.handle(sys.argv[1].encode(), entry.Call(os.getcwd()), {"HOME": os.getcwd()})
assert trouble is None, trouble
print(line.decode())
print("code=0", *sorted({name.split(".")[0] for name in sys.modules}), "|", *sys.modules, file=sys.stderr)
"""
"""Answers one event, and tells what was loaded for it: packages, and modules by their whole names."""


def loaded(*arguments: str, folder: Path, probe: str = PROBE) -> set[str]:
    """The top-level packages in ``sys.modules`` after one command line has run well."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DAYKEEP_")}
    environment["TZ"] = "Asia/Shanghai"
    command = [sys.executable, "-c", probe, *arguments]
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    code, *names = result.stderr.splitlines()[-1].split()
    assert code == "code=0", result.stdout + result.stderr
    return set(names)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("start-up") / "workspace"
    loaded("init", str(folder), folder=folder.parent)
    loaded("log", "first entry", folder=folder)
    return folder


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["log", "--help"], ["mcp", "--help"]], ids=" ".join
)
def test_help_loads_no_heavy_package(tmp_path: Path, arguments: list[str]) -> None:
    assert loaded(*arguments, folder=tmp_path) & HEAVY == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ["log", "the build is green again"],
        ["log", "--kind", "lesson", "look at the disk first"],
        ["start"],
        ["start", "--session", "heartbeat"],
        ["log", "show"],
        ["log", "todo"],
    ],
    ids=" ".join,
)
def test_everyday_command_loads_no_heavy_package(workspace: Path, arguments: list[str]) -> None:
    assert loaded(*arguments, folder=workspace) & HEAVY == set()


@pytest.mark.parametrize(
    "arguments", [["log", "one more"], ["start"], ["heartbeat"], ["--help"]], ids=" ".join
)
def test_what_does_not_search_loads_no_database(workspace: Path, arguments: list[str]) -> None:
    loaded("heartbeat", folder=workspace)  # what is due on the first day
    assert "sqlite3" not in loaded(*arguments, folder=workspace)


@pytest.mark.parametrize("arguments", [["search", "first entry"], ["show", "MEMORY.md"]], ids=" ".join)
def test_search_of_a_known_workspace_loads_nothing_for_reading_many_files_or_the_network(
    workspace: Path, arguments: list[str]
) -> None:
    loaded("index", "rebuild", folder=workspace)
    found = loaded(*arguments, folder=workspace)
    assert "sqlite3" in found
    assert found & (HEAVY | {"http", "ssl", "email", "pickle", "multiprocessing", "concurrent"}) == set()


def test_quiet_beat_loads_no_heavy_package(workspace: Path) -> None:
    loaded("heartbeat", folder=workspace)
    assert loaded("heartbeat", folder=workspace) & HEAVY == set()


QUIET_EVENTS: dict[str, dict[str, object]] = {
    "Notification": {"message": "waiting"},
    "PreToolUse": {"tool_name": "Bash"},
    "PostToolUse": {"tool_name": "Bash", "tool_input": {"command": "ls"}},
    "Stop": {"stop_hook_active": True},
    "InstructionsLoaded": {"file_path": "/nowhere/CLAUDE.md"},
    "UserPromptSubmit": {"prompt": "thanks, go on"},
    "SessionEnd": {"reason": "other"},
}


@pytest.mark.parametrize("event", QUIET_EVENTS)
def test_hook_that_has_nothing_to_do_opens_no_workspace(workspace: Path, event: str) -> None:
    told = json.dumps({"hook_event_name": event, "session_id": "s", **QUIET_EVENTS[event]})
    found = loaded(told, folder=workspace, probe=HOOK_PROBE)
    assert found & (HEAVY | {"click", "sqlite3", "tomllib", "asyncio", "importlib.metadata"}) == set()
    assert found & {"daykeep.app", "daykeep.operations", "daykeep.search", "daykeep.context"} == set()


@pytest.mark.parametrize(
    "told",
    [
        {"hook_event_name": "UserPromptSubmit", "prompt": "Is the build green again?"},
        {"hook_event_name": "SessionStart", "source": "startup"},
        {"hook_event_name": "SessionStart", "source": "compact"},
    ],
    ids=str,
)
def test_hook_loads_neither_click_nor_a_heavy_package(workspace: Path, told: dict[str, str]) -> None:
    found = loaded(json.dumps({**told, "session_id": "s"}), folder=workspace, probe=HOOK_PROBE)
    assert found & (HEAVY | {"click", "http", "ssl", "email", "multiprocessing", "concurrent"}) == set()


def test_import_of_a_heavy_package_is_caught(tmp_path: Path) -> None:
    assert "yaml" in loaded("--help", folder=tmp_path, probe="import yaml\n" + PROBE)
