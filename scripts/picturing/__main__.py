"""The entry point of ``scripts/pictures``: write the pictures that changed, or with ``--check`` name them."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.picturing.commands import environment
from scripts.picturing.svg import render
from scripts.picturing.terminal import Terminal
from scripts.picturing.workspace import NEW, OLD, set_up

if TYPE_CHECKING:
    from collections.abc import Iterator

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "pictures"
WIDE, NARROW = (120, 30), (80, 24)
AT = ("--at", "2026-11-29 21:30")


def pictures() -> dict[str, str]:
    """Every picture: file name -> SVG. They are made by going through a review as a person would."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        home = folder / "home"
        home.mkdir()
        root = set_up(folder, home)
        return {**_narrow(root, home), **_wide(root, home)}


def _wide(root: Path, home: Path) -> dict[str, str]:
    made = {}
    with _review(root, home, *WIDE) as terminal:
        terminal.see("1 of 5", "Immich will not start", "q quit")
        made["review-list.svg"] = _picture(
            terminal, "The review: what waits on the left, one item on the right"
        )
        terminal.press("y")
        terminal.see("2 of 5", "1 to approve", "origin web")
        made["review-stranger.svg"] = _picture(
            terminal, "A sentence from a web page that wants to be remembered"
        )
        terminal.press("o")
        terminal.see("daykeep review  memory/2026-11-25.md", ">  13", "o back")
        made["review-source.svg"] = _picture(
            terminal, "The log that the sentence comes from, with its line marked"
        )
        terminal.press("on")
        terminal.see("3 of 5", "1 to reject")
        terminal.press("G")
        terminal.see("5 of 5", f"old - {OLD}"[:60], f"new + {NEW}"[:60])
        made["review-pair.svg"] = _picture(
            terminal, "A line of memory struck out, and the line that would replace it"
        )
        terminal.press("y")
        terminal.see("2 to approve")
        terminal.press("q")
        terminal.finish()
        terminal.see("Approved 2 things.", "Rejected 1 thing.", "Committed as")
        last = next(index for index, row in enumerate(terminal.rows) if row.startswith("Committed as"))
        made["review-end.svg"] = render(
            terminal.screen, lines=last, title="What was done: two things approved, one rejected"
        )
    return made


def _narrow(root: Path, home: Path) -> dict[str, str]:
    with _review(root, home, *NARROW) as terminal:
        terminal.see("1 of 5", "q quit")
        terminal.press("jjj")
        terminal.see("4 of 5", "修复")
        made = {"review-narrow.svg": _picture(terminal, "The same review in a window of 80 by 24")}
        terminal.press("\x03")
        terminal.finish()
    return made


@contextmanager
def _review(root: Path, home: Path, columns: int, lines: int) -> Iterator[Terminal]:
    command = [sys.executable, "-m", "daykeep", "review", *AT]
    with Terminal(
        command, folder=root, columns=columns, lines=lines, environment=environment(home)
    ) as terminal:
        yield terminal


def _picture(terminal: Terminal, title: str) -> str:
    terminal.settle()
    return render(terminal.screen, lines=terminal.screen.lines, title=title)


def outdated(folder: Path = PICTURES) -> dict[str, str]:
    """The pictures whose file is missing or shows something else, with what they should show."""
    return {
        name: text
        for name, text in pictures().items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    }


def main() -> int:
    """Write what is out of date, or only name it with ``--check``; the exit code."""
    found = outdated()
    for name, text in found.items():
        print(f"{'out of date' if '--check' in sys.argv else 'written'}: docs/how-to/pictures/{name}")
        if "--check" not in sys.argv:
            PICTURES.mkdir(parents=True, exist_ok=True)
            (PICTURES / name).write_text(text, encoding="utf-8")
    return 1 if found and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
