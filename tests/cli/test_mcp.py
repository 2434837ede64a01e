"""``daykeep mcp``: how it starts, and what it says where it can't."""

from __future__ import annotations

import subprocess
import sys

import pytest


def test_package_that_is_missing_is_named_with_the_way_to_it(desk, monkeypatch) -> None:
    root = desk.folder / "workspace"
    desk.run("init", str(root))
    monkeypatch.delitem(sys.modules, "daykeep.mcp.serving", raising=False)
    for name in [name for name in sys.modules if name == "mcp" or name.startswith("mcp.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    for name in [name for name in sys.modules if name.startswith("daykeep.mcp")]:
        monkeypatch.delitem(sys.modules, name)
    answer = desk.run("mcp", where=root)
    assert answer.code == 4
    assert "the package mcp" in answer.err
    assert "pip install 'daykeep[mcp]'" in answer.err


def test_folder_that_is_no_workspace_is_an_error_before_anything_is_served(desk) -> None:
    answer = desk.run("mcp", where=desk.folder)
    assert answer.code == 3
    assert answer.out == ""


@pytest.mark.parametrize("host", ["0.0.0.0", "example.org"])  # noqa: S104 - it is refused
def test_address_that_others_may_reach_is_refused(desk, host) -> None:
    root = desk.folder / "workspace"
    desk.run("init", str(root))
    command = [sys.executable, "-m", "daykeep", "mcp", "--http", "--host", host]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "can be reached from outside" in done.stderr


@pytest.mark.parametrize("words", [("--port", "8000"), ("--host", "localhost")])
def test_address_without_http_is_refused(desk, words) -> None:
    root = desk.folder / "workspace"
    desk.run("init", str(root))
    answer = desk.run("mcp", *words, where=root)
    assert answer.code == 2
    assert "--http" in answer.err
