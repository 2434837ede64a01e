"""The workspace of the pictures: the sample's household, and what waits there on a Sunday evening."""

from __future__ import annotations

import shutil
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from daykeep.files.store import Files
from daykeep.git.history import open_history
from daykeep.memory.items import Item, ItemLine
from daykeep.review.queue.proposals import ADD, SUPERSEDE, Draft, ProposedItem, old_line, propose
from daykeep.review.stores.joined import open_store
from scripts.picturing.commands import git

SAMPLE = Path(__file__).resolve().parents[1] / "sample"
SUNDAY = datetime(2026, 11, 29, 21, 0, tzinfo=UTC)
OLD = "- Mira wants the morning brief under eight lines."
NEW = "- Mira wants the morning brief under twelve lines, with the weather first."


class _Waiting(NamedTuple):
    """What is proposed: the lines of a day's log, and what distillation says of them."""

    day: str
    lines: tuple[int, ...]
    kind: str
    title: str
    score: float
    reason: str
    origin: str = "agent"
    action: str = ADD


_GATE = "below the gate 0.90"
_WAITING = (
    _Waiting("2026-11-16", (16, 17), "problem_fix", "Immich will not start after the prune", 0.87, f"0.87, {_GATE}"),
    _Waiting(
        "2026-11-25", (13,), "lesson", "Lessons learned", 0.95, "text of origin web needs a person's approval", "web"
    ),
    _Waiting(
        "2026-11-25", (21,), "decision", "What we agreed", 0.89, f"0.89, {_GATE}",
    ),
    _Waiting("2026-11-28", (9, 10), "problem_fix", "照片按错误的日期归档", 0.88, f"0.88, {_GATE}"),
    _Waiting(
        "2026-11-29", (0,), "preference", "Preferences", 0.93, "it would replace a line of memory", action=SUPERSEDE
    ),
)  # fmt: skip


def set_up(folder: Path, home: Path) -> Path:
    """Copy the sample into the folder, with a history and a queue; the workspace's folder."""
    root = folder / "harbor"
    shutil.copytree(SAMPLE, root)
    log = root / "memory" / "2026-11-29.md"
    log.write_text(f"{log.read_text(encoding='utf-8').rstrip()}\n\n## Preferences\n{NEW}\n", encoding="utf-8")
    git(root, home, "init", "--quiet", "--initial-branch=main")
    git(root, home, "add", ".")
    git(root, home, "commit", "--quiet", "-m", "The household so far")
    store = open_store(Files(root), open_history(root))
    items = tuple(_propose(root, one) for one in _WAITING)
    store.create(Draft("distill", "MEMORY.md", _sha256(root), items), now=SUNDAY)
    return root


def _propose(root: Path, waiting: _Waiting) -> ProposedItem:
    name = f"memory/{waiting.day}.md"
    texts = (root / name).read_text(encoding="utf-8").split("\n")
    numbers = [number or texts.index(NEW) + 1 for number in waiting.lines]
    item = Item(
        kind=waiting.kind,
        title=waiting.title,
        day=date.fromisoformat(waiting.day),
        name=name,
        lines=tuple(ItemLine(number, texts[number - 1], texts[number - 1]) for number in numbers),
        origin=waiting.origin,
        score=waiting.score,
        rule="full",
    )
    memory = (root / "MEMORY.md").read_text(encoding="utf-8").split("\n")
    replaced = [old_line(memory.index(OLD) + 1, OLD)] if waiting.action == SUPERSEDE else []
    return propose(item, reason=waiting.reason, action=waiting.action, supersedes=replaced)


def _sha256(root: Path) -> str | None:
    document = Files(root).find_document("MEMORY.md")
    return document.sha256 if document is not None else None
