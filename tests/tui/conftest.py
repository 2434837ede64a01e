"""A workspace with something that waits, and a screen to look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.setting_up import Desk
from tests.cli.waiting import set_up
from tests.tui.waiting import TEXTS, let_wait

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    """A folder to work in and a way to run commands there."""
    return Desk(tmp_path, monkeypatch, capsys)


@pytest.fixture
def root(desk):
    """A workspace with a line of memory and a log."""
    return set_up(desk)


@pytest.fixture
def items(root):
    """Three items that wait there."""
    return let_wait(root, *TEXTS).items
