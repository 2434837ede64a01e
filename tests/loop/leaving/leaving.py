"""A workspace, and a conversation of Claude Code that leaves something in it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from daykeep.app import Workspace, open_workspace
from tests.session.backfill.writing import Talk

LOG = "memory/2026-03-10.md"


class Desk(NamedTuple):
    root: Path
    talk: Talk
    environ: dict[str, str]

    def open(self, at: str = "2026-03-10T18:00", **settings: str) -> Workspace:
        return open_workspace(self.root, environ={**self.environ, **settings}, at=at)

    def log(self, name: str = LOG) -> str:
        path = self.root / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def notes(self) -> list[str]:
        folder = self.root / "memory" / "notes"
        return (
            sorted(path.name for path in folder.glob("*.md") if path.name != "INDEX.md")
            if folder.exists()
            else []
        )


def make_desk(tmp_path: Path) -> Desk:
    """A workspace in which nothing happened yet, and a conversation beside it."""
    root = tmp_path / "workspace"
    (root / "memory").mkdir(parents=True)
    (root / "SOUL.md").write_text("# Soul\n")
    return Desk(root, Talk(tmp_path / "s-1.jsonl"), {"HOME": str(tmp_path), "DAYKEEP_ZONE": "UTC"})


def work(talk: Talk, name: str = "upload") -> None:
    talk.say(f"Fix the flaky {name} test.")
    talk.edit(f"/code/app/{name}.py")
    talk.run("pytest -q")
    talk.answer(f"I fixed the {name} test in {name}.py for good.")


def decide(talk: Talk) -> None:
    talk.say("Let's use exponential backoff for the uploads.")
    talk.answer("The uploads back off exponentially now, which is done in the client.")
