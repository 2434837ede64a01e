"""Items that wait in a workspace, and the review of them on a whole screen."""

from __future__ import annotations

import sys
from pathlib import Path

from daykeep.review.queue.proposals import propose
from scripts.picturing.terminal import Terminal
from tests.cli.learning import LOG
from tests.cli.waiting import an_item_of, queue

TEXTS = ("- one cable was loose", "- two disks are enough", "- three alarms a night are too many")
SIZES = ((80, 24), (200, 50))
REASON = "0.84, below the gate 0.90"


def log_lines(root: Path, texts) -> None:
    """Put lines at the end of the log."""
    with (root / LOG).open("a", encoding="utf-8", newline="") as log:
        log.write("".join(f"{text}\n" for text in texts))


def let_wait(root: Path, *texts: str, **changes):
    """Log lines and propose each of them; the proposal."""
    log_lines(root, texts)
    return queue(root, *(propose(an_item_of(root, text), reason=REASON, **changes) for text in texts))


def review(root: Path, *words: str, columns: int = 80, lines: int = 24, **environment: str) -> Terminal:
    """The installed command in a terminal of this size."""
    command = [sys.executable, "-m", "daykeep", "review", *words]
    return Terminal(command, folder=root, columns=columns, lines=lines, environment=environment)


def memory_of(root: Path, texts=TEXTS) -> list[str]:
    """Which of the texts stand in MEMORY.md."""
    lines = [line.strip() for line in (root / "MEMORY.md").read_text().split("\n")]
    return [text for text in texts if text in lines]


def everything(root: Path) -> dict[str, bytes]:
    """All files of the workspace but locks and caches, git's own included."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_file() and not name.startswith((".daykeep/locks/", ".daykeep/cache/")):
            found[name] = path.read_bytes()
    return found


def quit_with(terminal: Terminal, keys: str = "") -> int:
    """Type keys, then quit; the exit code."""
    terminal.see("quit")
    terminal.press(keys + "q")
    return terminal.finish()
