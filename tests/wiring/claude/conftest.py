"""What tests of settings files share."""

from __future__ import annotations

from pathlib import Path

import pytest

from daykeep.files.store import Files
from daykeep.wiring.claude.places import user_place
from tests.wiring.claude.bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    for name in ("home/.claude", "agent/.daykeep/data", "code"):
        (tmp_path / name).mkdir(parents=True)
    return Bench(tmp_path, Files(tmp_path / "agent"), user_place(tmp_path / "home", {}))
