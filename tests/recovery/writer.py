"""A writer process: ``python -m tests.recovery.writer ROOT WORKER COUNT MODE`` appends entries and says which are safe.

Prints ``ready``, waits for a line on stdin, then prints the number of each entry as soon as it is acknowledged.
MODE is ``mixed`` (200 B, 9 kB and 64 kB, LF and CRLF, emoji), ``small``, ``hook`` (never waits) or ``count`` (counts
up a state file).
"""

from __future__ import annotations

import sys
from pathlib import Path

from daykeep.files.store import Files
from tests.recovery.operations import DAY, STATE, entry

SIZES = (100, 4_000, 20_000, 28_000)  # characters of up to four bytes; with the line's head 200 B to 64 kB


def write(files, worker, number, mode):
    identity = worker * 100_000 + number
    size = 100 if mode == "small" else SIZES[number % len(SIZES)]
    data = entry(identity, size, newline="\r\n" if number % 5 == 0 else "\n")
    files.append(DAY, lambda _tail: data, wait=mode != "hook")
    return identity


def say(text):
    """One line to whoever started this process, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main():
    root, worker, count, mode = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    files = Files(root, lock_timeout_seconds=120)
    say("ready")
    sys.stdin.readline()
    for number in range(count):
        if mode == "count":
            files.update_state(STATE, lambda value: {**value, "count": value.get("count", 0) + 1})
            say(number)
        else:
            say(write(files, worker, number, mode))


if __name__ == "__main__":
    main()
