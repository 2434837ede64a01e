"""Workspaces for the tests of this folder and of others: small, real, on disk."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from daykeep.files.store import Files

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def write(root: Path, contents: dict[str, str | bytes]) -> Files:
    """Write files below ``root`` and open it."""
    for name, content in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return Files(root)


def digest(root: Path) -> dict[str, str]:
    """Name -> hash of every file below ``root`` but git's and daykeep's machine folders."""
    names = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*")) if path.is_file()}
    return {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in names.items()
        if not name.startswith((".git/", ".daykeep/"))
    }


def skill_text(
    name: str, description: str = "Sorts things. Use when things lie about.", body: str = "# Do it\n"
) -> str:
    """A valid SKILL.md."""
    return f"---\nname: {name}\ndescription: {description}\n---\n\n{body}"
