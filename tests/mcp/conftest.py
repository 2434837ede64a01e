"""A workspace, the command line beside it, and a client of the server in the same process."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from daykeep.mcp.desk import Desk as McpDesk
from tests.cli.setting_up import Desk
from tests.mcp.calling import Place

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Place:
    """A new workspace."""
    desk = Desk(tmp_path, monkeypatch, capsys)
    root = tmp_path / "workspace"
    answer = desk.run("init", str(root))
    assert answer.code == 0, answer.err
    return Place(desk, root, McpDesk(root, dict(os.environ)))
