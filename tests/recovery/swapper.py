"""A process that swaps a daily log, and its folder, with links to the outside, as fast as it can.

``python -m tests.recovery.swapper ROOT OUTSIDE`` runs until a line comes on stdin, puts everything in its place and
prints how often it swapped. It leaves each state for a moment, so that the other side meets all of them.
"""

from __future__ import annotations

import os
import select
import sys
import time
from pathlib import Path

from tests.recovery.operations import DAY


def swap(root, outside, pause):
    link, real = root / "link", root / "real"
    os.symlink(outside / "secret.md", link)
    os.rename(root / DAY, real)
    os.rename(link, root / DAY)
    time.sleep(pause)
    os.rename(real, root / DAY)
    time.sleep(pause)
    os.symlink(outside, link)
    os.rename(root / "memory", real)
    os.rename(link, root / "memory")
    time.sleep(pause)
    os.unlink(root / "memory")
    os.rename(real, root / "memory")
    time.sleep(pause)


def repair(root):
    """The product made anew what was away for a moment; put everything in its place again."""
    link, real, memory = root / "link", root / "real", root / "memory"
    if link.is_symlink():
        link.unlink()
    if memory.is_symlink():
        memory.unlink()
    if real.is_dir():
        if memory.is_dir():
            for path in memory.iterdir():
                path.unlink()
            memory.rmdir()
        os.rename(real, memory)
    elif real.exists():
        os.replace(real, root / DAY)


def say(text):
    """One line to whoever started this process, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main():
    root, outside = Path(sys.argv[1]), Path(sys.argv[2])
    swaps = 0
    say("ready")
    while not select.select([sys.stdin], [], [], 0)[0]:
        try:
            swap(root, outside, pause=(swaps % 4) * 0.00005)
        except OSError:
            try:
                repair(root)
            except OSError:
                continue
        swaps += 1
    repair(root)
    say(swaps)


if __name__ == "__main__":
    main()
