#!/usr/bin/env python3
"""Distil the daily logs of the workspace around the current folder into MEMORY.md.

A thin call of the installed command: every rule, the state and the history are daykeep's own.

    python3 skills/context-management/scripts/memory_distill.py            the last 7 days
    python3 skills/context-management/scripts/memory_distill.py --days 30  the last 30 days
    python3 skills/context-management/scripts/memory_distill.py --all      every log not distilled yet
    ... --dry-run                                                          show it, write nothing
    ... --all --force                                                      read logs again that were distilled

Exit code: that of ``daykeep distill``; 127 when daykeep is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys

NOT_INSTALLED = 127  # what shells answer when a command is not found
INTERRUPTED = 130  # what shells answer after Ctrl-C


def parse_arguments(arguments: list[str]) -> list[str]:
    """The arguments of ``daykeep distill`` that mean the same."""
    parser = argparse.ArgumentParser(description="Distil daily logs into MEMORY.md with daykeep.")
    span = parser.add_mutually_exclusive_group()
    span.add_argument("--days", type=int, default=7, metavar="N", help="how many days back (default 7)")
    span.add_argument("--all", action="store_true", help="every log that was not distilled yet")
    parser.add_argument("--dry-run", action="store_true", help="show what would be learned, write nothing")
    parser.add_argument("--force", action="store_true", help="read logs again that were distilled before")
    given = parser.parse_args(arguments)
    if given.days < 1:
        parser.error("--days must be at least 1")
    flags = ["--all"] if given.all else ["--days", str(given.days)]
    flags += ["--dry-run"] if given.dry_run else []
    return [*flags, "--force"] if given.force else flags


def find_daykeep() -> list[str] | None:
    """The command line that starts daykeep: from the PATH, else from this very interpreter; None if neither has it."""
    command = shutil.which("daykeep")
    if command:
        return [command]
    if importlib.util.find_spec("daykeep") is not None:
        return [sys.executable, "-m", "daykeep"]
    return None


def main() -> int:
    """Run the distillation and pass its exit code on."""
    flags = parse_arguments(sys.argv[1:])
    daykeep = find_daykeep()
    if daykeep is None:
        print(
            "memory_distill: daykeep is neither on the PATH nor installed for this Python.\n"
            "Install it (`pipx install daykeep`), or run this script with the Python that has it.",
            file=sys.stderr,
        )
        return NOT_INSTALLED
    try:
        return subprocess.run([*daykeep, "distill", *flags], check=False).returncode
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
