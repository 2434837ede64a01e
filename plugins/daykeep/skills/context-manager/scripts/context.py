#!/usr/bin/env python3
"""Manage what an agent reads and remembers: a thin call of the installed command, `daykeep`.

    context.py remember TEXT [--type T] [--why TEXT] [--apply TEXT]   keep a statement as a note
    context.py forget TEXT [--dry-run]                                ask that it is forgotten
    context.py files [--for PATH] [--profile NAME]                    which instruction files count here
    context.py build [--query TEXT] [--budget N] [--explain]          put together what a model reads
    context.py check [FILE]                                           would it be compacted now, and why
    context.py plan [--session ID]                                    what compacting would do; changes nothing
    context.py compact [FILE]                                         compact a conversation
    context.py extract [--session ID]                                 propose what the user stated
    context.py enhance --query TEXT                                   what is known about a question
    context.py recall [ID|WORDS]                                      bring back what left the context

Every option of the command works, `--workspace`, `--json` and `--help` too. Exit code: the command's; 127 when daykeep is not
installed.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys

COMMANDS = {
    "remember": ["remember"],
    "forget": ["forget"],
    "files": ["context", "files"],
    "build": ["context", "build"],
    "check": ["context", "check"],
    "plan": ["context", "compact", "--dry-run"],
    "compact": ["context", "compact"],
    "extract": ["session", "extract"],
    "enhance": ["enhance"],
    "recall": ["recall"],
}
USAGE = 2
NOT_INSTALLED = 127  # what shells answer when a command is not found
INTERRUPTED = 130  # what shells answer after Ctrl-C


def find_daykeep() -> list[str] | None:
    """The command line that starts daykeep: from the PATH, else from this very interpreter; None if neither has it."""
    command = shutil.which("daykeep")
    if command:
        return [command]
    if importlib.util.find_spec("daykeep") is not None:
        return [sys.executable, "-m", "daykeep"]
    return None


def main(arguments: list[str] | None = None) -> int:
    """Run one command and pass its exit code on."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words or words[0] not in COMMANDS:
        asked = bool(words) and words[0] in {"-h", "--help"}
        print((__doc__ or "").strip(), file=sys.stdout if asked else sys.stderr)
        return 0 if asked else USAGE
    daykeep = find_daykeep()
    if daykeep is None:
        print(
            "context: daykeep is neither on the PATH nor installed for this Python.\n"
            "Install it (`pipx install daykeep`), or run this script with the Python that has it.",
            file=sys.stderr,
        )
        return NOT_INSTALLED
    try:
        return subprocess.run([*daykeep, *COMMANDS[words[0]], *words[1:]], check=False).returncode
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
