"""Finds the program that hooks run: ``daykeep-hook`` beside the Python that runs now, by its full path."""

from __future__ import annotations

import os
import re
from pathlib import Path

from daykeep.errors import RefusedError
from daykeep.wiring.claude.handlers import MODULE, PROGRAM


def find_program(python: str, platform: str) -> tuple[str, ...]:
    """The words that start the hook's program; the module by its Python where no script was installed.

    A virtual environment's links are kept: its scripts stand beside the link, not beside what it leads to.
    """
    leaf = f"{PROGRAM}.exe" if platform == "win32" else PROGRAM
    script = Path(python).parent / leaf
    return (str(script),) if script.is_file() else (python, "-P", "-m", MODULE)


def is_there(program: str) -> bool:
    """Whether a program stands at a full path and may be run; a bare name is looked for by whoever starts it."""
    if Path(program).name == program:
        return True
    return os.path.isfile(program) and os.access(program, os.X_OK)  # noqa: PTH113 - no name makes it raise


def is_passing(program: str) -> bool:
    """Whether a program stands where `uvx` and `pipx run` put what they run once: it may be cleared away at any time.

    >>> is_passing("/home/ana/.cache/uv/archive-v0/x1/bin/daykeep-hook"), is_passing("/opt/venv/bin/daykeep-hook")
    (True, False)
    """
    parts = re.split(r"[/\\]", program)
    by_uv = "uv" in parts and any(part.startswith(("archive-v", "environments-v")) for part in parts)
    return by_uv or ("pipx" in parts and ".cache" in parts)


def check_words(*words: str) -> None:
    """RefusedError for a path that can't stand in settings: control characters, or bytes that are no text."""
    for word in words:
        if any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in word):
            raise RefusedError(f"{word!r} can't stand in settings", hint="rename the folder")
