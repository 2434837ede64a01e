"""What the timer units hold: the templates in ``cron/`` filled in for one workspace; pure.

Every path goes through the quoting of its format, so that blanks, quotes, percent and dollar signs stay what they are.
Sources: systemd.service(5) "Command lines" and systemd.unit(5) "Specifiers", launchd.plist(5), crontab(5) (``%`` is a
line end unless escaped), the Task Scheduler schema 1.2 and the quoting of ``CommandLineToArgvW``.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import subprocess
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from daykeep.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEMD = "systemd"
LAUNCHD = "launchd"
WINDOWS = "windows"
CRONTAB = "crontab"
KINDS = (SYSTEMD, LAUNCHD, WINDOWS, CRONTAB)
INTERVALS = (5, 10, 15, 20, 30, 60)
"""Minutes between two beats that every kind of timer can express exactly."""
MADE = "Written by `daykeep daemon install`; `daykeep daemon uninstall` takes it away."
_SLUG_CHARS = 24


class Wake(NamedTuple):
    """What a timer runs: the program with its arguments, for the workspace at ``root``, every so many minutes."""

    program: tuple[str, ...]
    root: str
    minutes: int = 15

    @property
    def command(self) -> tuple[str, ...]:
        """One beat whose alerts wait for a beat that somebody reads."""
        return (*self.program, "heartbeat", "--no-alerts", "--workspace", self.root)

    @property
    def name(self) -> str:
        """The timer's name: the folder's, in plain letters, and eight digits of its path's hash.

        >>> Wake(("daykeep",), "/home/ana/my agent").name
        'daykeep-my-agent-9ba07201'
        """
        leaf = re.split(r"[/\\]", self.root.rstrip("/\\"))[-1]
        slug = re.sub(r"[^a-z0-9]+", "-", leaf.lower()).strip("-")[:_SLUG_CHARS] or "workspace"
        digest = hashlib.sha256(self.root.encode("utf-8", "surrogateescape")).hexdigest()[:8]
        return f"daykeep-{slug}-{digest}"


def check_wake(wake: Wake) -> None:
    """RefusedError for a path that no timer format can hold: control characters, or bytes that are no text."""
    for word in wake.command:
        if any(ord(character) < 32 or 0xD800 <= ord(character) < 0xE000 for character in word):
            raise RefusedError(
                f"{word!r} can't stand in a timer", hint="`daykeep daemon run` beats without a timer"
            )


def render_systemd(wake: Wake, service: str, timer: str) -> dict[str, str]:
    """The service and the timer, by file name."""
    values = {
        "title": _specifiers(wake.root),
        "command": " ".join(_systemd_word(word) for word in wake.command),
        "minutes": str(wake.minutes),
        "calendar": f"*:0/{wake.minutes}" if wake.minutes < 60 else "*:00",
    }
    return {f"{wake.name}.service": _fill(service, values), f"{wake.name}.timer": _fill(timer, values)}


def render_launchd(wake: Wake, template: str, *, log: str) -> str:
    """The property list."""
    pad = "    "
    values = {
        "label": wake.name,
        "arguments": "\n".join(f"{pad}<string>{escape(word)}</string>" for word in wake.command),
        "intervals": "\n".join(
            f"{pad}<dict><key>Minute</key><integer>{minute}</integer></dict>"
            for minute in range(0, 60, wake.minutes)
        ),
        "log": escape(log),
    }
    return _fill(template, values)


def render_windows(wake: Wake, template: str) -> str:
    """The task's XML; to be written as UTF-16, which Task Scheduler expects."""
    values = {
        "title": escape(wake.root),
        "minutes": str(wake.minutes),
        "program": escape(wake.command[0]),
        "arguments": escape(subprocess.list2cmdline(wake.command[1:])),
    }
    return _fill(template, values)


def render_crontab(wake: Wake, template: str) -> list[str]:
    """The lines for the user's crontab: a comment that names the timer, and the job."""
    values = {
        "minute_field": f"*/{wake.minutes}" if wake.minutes < 60 else "0",
        "command": shlex.join(wake.command).replace("%", r"\%"),
    }
    lines = _fill(template, values).split("\n")
    return [f"# {wake.name}: {MADE}", *(line for line in lines if line and not line.startswith("#"))]


def cut_crontab(tab: bytes, name: str) -> bytes:
    """A crontab without the timer of this name, its comment and the one line after it; every other byte is kept."""
    mark = f"# {name}: ".encode()
    kept: list[bytes] = []
    skip = 0
    for line in re.findall(rb"[^\n]*\n|[^\n]+", tab):
        if line.startswith(mark):
            skip = 2
        if skip:
            skip -= 1
            continue
        kept.append(line)
    return b"".join(kept)


def _fill(template: str, values: dict[str, str]) -> str:
    values = {"made": MADE, **values}
    return re.sub(r"\{\{(\w+)\}\}", _value_of(values), template)


def _value_of(values: dict[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda found: values[found[1]]


def _specifiers(text: str) -> str:
    return text.replace("%", "%%")


def _systemd_word(word: str) -> str:
    """One word of a command line: quoted, with specifiers and variables switched off."""
    inner = word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{_specifiers(inner)}"'
