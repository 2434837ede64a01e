"""The workspace that the model's commands are tried on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.git.playground import move_in
from tests.memory_tool.making import Memory

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without settings."""
    (tmp_path / "home").mkdir()
    return move_in(tmp_path / "home", monkeypatch)


@pytest.fixture
def memory(tmp_path: Path, home: Path) -> Memory:
    """A workspace without history, with the six layer files in it."""
    return Memory(tmp_path / "workspace")
