#!/usr/bin/env python3
"""Keep what counts in force over a long session: a thin call of the installed command, `daykeep session`.

    context_manager.py register --id NAME --type TYPE --content TEXT    remember that this must stay in force
    context_manager.py detect-decay --current-round N                   report what was not used for too long
    context_manager.py check-position --id NAME --position N --total N  say whether a place is a risky one
    context_manager.py refresh [--id NAME]                              restate it, for the end of the next message
    context_manager.py monitor [--tokens N]                             size, decay, places, what would help
    context_manager.py compress --target-ratio R                        compress by category
    context_manager.py enhance --query TEXT                             put what is known into a context
    context_manager.py sync                                             promote what lasts
    context_manager.py summarize-session                                what the session decided, found, still owes

Every option of the command works, `--json` and `--help` too. Exit code: the command's; 127 when daykeep is not installed.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys

COMMANDS = {
    "register": "register",
    "reference": "reference",
    "detect-decay": "decay",
    "check-position": "check-position",
    "refresh": "refresh",
    "monitor": "monitor",
    "compress": "compress",
    "enhance": "enhance",
    "sync": "sync",
    "summarize-session": "summarize",
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
            "context_manager: daykeep is neither on the PATH nor installed for this Python.\n"
            "Install it (`pipx install daykeep`), or run this script with the Python that has it.",
            file=sys.stderr,
        )
        return NOT_INSTALLED
    try:
        line = [*daykeep, "session", COMMANDS[words[0]], *words[1:]]
        return subprocess.run(line, check=False).returncode
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
