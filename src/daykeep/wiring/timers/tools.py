"""Runs the system's own tools for timers: systemctl, launchctl, schtasks, crontab."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LIMIT_SECONDS = 30.0
NOT_FOUND = 127


class Answer(NamedTuple):
    """What a tool said: exit code (127: it is not there), and its output."""

    code: int
    out: str
    err: str
    data: bytes = b""
    """What it put out, byte for byte; ``out`` is the same as text."""

    @property
    def why(self) -> str:
        """The last line it complained with."""
        lines = (self.err or self.out).strip().splitlines()
        return lines[-1].strip() if lines else f"exit code {self.code}"


def run_tool(words: Sequence[str], environ: Mapping[str, str], *, data: bytes = b"") -> Answer:
    """Run a tool with ``data`` as its input, without a shell; never raises for what it does."""
    try:
        done = subprocess.run(
            list(words),
            env=dict(environ),
            input=data,
            capture_output=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
    except (FileNotFoundError, PermissionError, NotADirectoryError):
        return Answer(NOT_FOUND, "", f"{words[0]} is not on this machine")
    except subprocess.TimeoutExpired:
        return Answer(1, "", f"{words[0]} did not answer within {LIMIT_SECONDS:g} s")
    out, err = (part.decode("utf-8", "replace").replace("\r\n", "\n") for part in (done.stdout, done.stderr))
    return Answer(done.returncode, out, err, done.stdout)
