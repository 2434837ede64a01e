"""Command lines for the pictures, apart from the settings and the identity of whoever makes them."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_WHO = {
    f"GIT_{role}_{field}": value
    for role in ("AUTHOR", "COMMITTER")
    for field, value in (("NAME", "Mira"), ("EMAIL", "mira@example.org"), ("DATE", "2026-11-29T20:00:00Z"))
}


def environment(home: Path) -> dict[str, str]:
    """What is set for every program: an empty home, UTC, no settings of the system."""
    return {
        "HOME": str(home),
        "XDG_CONFIG_HOME": "",
        "TZ": "UTC",
        "LANG": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
        "USER": "mira",
    }


def git(root: Path, home: Path, *words: str) -> None:
    """Run git in the workspace."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(
        ["git", *words], cwd=root, env={**kept, **environment(home), **_WHO}, check=True, capture_output=True
    )
