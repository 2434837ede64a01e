"""A workspace with something that waits, and a screen to look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.setting_up import Desk

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A folder to work in and a way to run commands there."""
    return Desk(tmp_path, monkeypatch, capsys)
