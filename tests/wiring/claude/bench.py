"""A home, a project and a workspace, and how hooks are installed there and taken out."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from daykeep.files.store import Files
from daykeep.wiring.claude.backups import Backups
from daykeep.wiring.claude.handlers import Wanted
from daykeep.wiring.claude.install import Change, install_hooks, is_of, remove_hooks
from daykeep.wiring.claude.places import Place

NOW = datetime(2026, 3, 16, 8, 30, tzinfo=UTC)


class Bench(NamedTuple):
    """A home, a project and a workspace."""

    folder: Path
    files: Files
    place: Place

    @property
    def path(self) -> Path:
        return self.place.path

    @property
    def wanted(self) -> Wanted:
        return Wanted(("/opt/venv/bin/daykeep-hook",), str(self.files.root))

    def backups(self, minute: int = 0) -> Backups:
        return Backups(self.folder / "own", NOW.replace(minute=minute))

    def copies(self) -> list[Path]:
        return sorted((self.folder / "own" / "backups").glob("*"))

    def put(self, data: bytes) -> bytes:
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_bytes(data)
        return data

    def install(self) -> Change:
        return install_hooks(self.place, self.wanted, self.files, self.backups())

    def remove(self) -> Change | None:
        return remove_hooks(self.place, is_of(self.files.root), self.files, self.backups())
