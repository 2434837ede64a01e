#!/usr/bin/env python3
"""Distil the daily logs of the workspace around the current folder into MEMORY.md.

A thin call of the installed command: every rule, the state and the history are daykeep's own.

    python3 skills/context-management/scripts/memory_distill.py            the last 7 days
    python3 skills/context-management/scripts/memory_distill.py --days 30  the last 30 days
    python3 skills/context-management/scripts/memory_distill.py --all      every log not distilled yet
    ... --since 2026-03-01 --until 2026-03-15                              the logs of these days
    ... --dry-run                                                          show it, write nothing
    ... --all --force                                                      read logs again that were distilled
    ... --explain                                                          show each section's score and why
    ... --profile classic                                                  two rules: lessons, problems with fixes

Exit code: that of ``daykeep distill``; 127 when daykeep is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys

DAYS = 7
NOT_INSTALLED = 127  # what shells answer when a command is not found
INTERRUPTED = 130  # what shells answer after Ctrl-C


def parse_arguments(arguments: list[str]) -> list[str]:
    """The arguments of ``daykeep distill`` that mean the same."""
    parser = argparse.ArgumentParser(description="Distil daily logs into MEMORY.md with daykeep.")
    span = parser.add_mutually_exclusive_group()
    span.add_argument("--days", type=int, metavar="N", help="how many days back (default 7)")
    span.add_argument("--all", action="store_true", help="every log that was not distilled yet")
    parser.add_argument("--since", metavar="DATE", help="the logs from this day on")
    parser.add_argument("--until", metavar="DATE", help="the logs up to this day")
    parser.add_argument("--dry-run", action="store_true", help="show what would be learned, write nothing")
    parser.add_argument("--force", action="store_true", help="read logs again that were distilled before")
    parser.add_argument("--explain", action="store_true", help="show each section's score and what moved it")
    parser.add_argument("--profile", choices=("full", "classic"), help="the rules for this run")
    given = parser.parse_args(arguments)
    if given.days is not None and given.days < 1:
        parser.error("--days must be at least 1")
    bounds = [(flag, day) for flag, day in (("--since", given.since), ("--until", given.until)) if day]
    if bounds and (given.all or given.days is not None):
        parser.error("--since and --until go without --days and --all")
    flags = [word for pair in bounds for word in pair]
    if not flags:
        flags = ["--all"] if given.all else ["--days", str(given.days or DAYS)]
    flags += [
        f"--{name.replace('_', '-')}" for name in ("dry_run", "force", "explain") if getattr(given, name)
    ]
    return [*flags, "--profile", given.profile] if given.profile else flags


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
