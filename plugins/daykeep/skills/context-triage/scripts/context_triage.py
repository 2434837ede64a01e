#!/usr/bin/env python3
"""Take a conversation in and check whether its context is over budget.

A thin call of the installed command: every rule, the history and the log are daykeep's own.

    python3 skills/context-triage/scripts/context_triage.py TRANSCRIPT.jsonl            take in, check
    python3 skills/context-triage/scripts/context_triage.py TRANSCRIPT.jsonl --dry-run  show it, change no view
    ... --session ID                                                                    under this name
    ... --budget N                                                                      for this budget in tokens

Exit code: that of the command that failed, else 0; 127 when daykeep is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys

NOT_INSTALLED = 127  # what shells answer when a command is not found
INTERRUPTED = 130  # what shells answer after Ctrl-C


def plan(arguments: list[str]) -> list[list[str]]:
    """The two commands that mean the same: take in, then check."""
    parser = argparse.ArgumentParser(description="Take a conversation in and triage it with daykeep.")
    parser.add_argument(
        "transcript", metavar="TRANSCRIPT", help="a conversation of any format that daykeep reads"
    )
    parser.add_argument("--session", metavar="ID", help="the session's name; else the conversation's own")
    parser.add_argument("--budget", type=int, metavar="N", help="tokens that the context may have")
    parser.add_argument("--dry-run", action="store_true", help="show what would be done, change no view")
    given = parser.parse_args(arguments)
    named = ["--session", given.session] if given.session else []
    check = ["triage", "check", *named]
    check += ["--budget", str(given.budget)] if given.budget is not None else []
    check += ["--dry-run"] if given.dry_run else []
    return [["session", "ingest", given.transcript, *named], check]


def find_daykeep() -> list[str]:
    """How to call daykeep: the command, else this Python's own; empty when it is not installed."""
    command = shutil.which("daykeep")
    if command:
        return [command]
    return [sys.executable, "-m", "daykeep"] if importlib.util.find_spec("daykeep") else []


def main() -> int:
    """Run both; stop at the first that fails."""
    commands = plan(sys.argv[1:])
    daykeep = find_daykeep()
    if not daykeep:
        sys.stderr.write("daykeep is not installed: pip install daykeep\n")
        return NOT_INSTALLED
    try:
        for command in commands:
            code = subprocess.run([*daykeep, *command], check=False).returncode
            if code:
                return code
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
