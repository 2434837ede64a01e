"""A terminal with a program in it: a real pseudo-terminal, and a screen that shows what a person would see."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import termios
import time
import unicodedata
from typing import TYPE_CHECKING, Any, Self

import pyte
from wcwidth import wcwidth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_ALTERNATE = 1049
SECONDS = 60
"""How long something that has to happen may take."""
QUIET_SECONDS = 1.0
"""A screen is written in one go; so long a pause is its end, also on a busy machine."""
AGENT_MARKS = (
    "CLAUDE",
    "CODEX",
    "AI_",
    "OPENCLAW_",
    "CURSOR_",
    "GEMINI_",
    "DAYKEEP_",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
)


class _Screen(pyte.Screen):
    """The screen; an accent goes to the character before it, a mark that nobody sees is left out."""

    _main: tuple[dict[int, Any], int, int] = ({}, 0, 0)
    """The main screen and its cursor while the alternate one is shown."""

    def draw(self, data: str) -> None:
        """Show text at the cursor."""
        plain = ""
        for one in data:
            if wcwidth(one) != 0:
                plain += one
                continue
            super().draw(plain)
            plain = ""
            if unicodedata.category(one) != "Cf":
                self._attach(one)
        super().draw(plain)

    def set_mode(self, *modes: int, **options: Any) -> None:
        """Turn modes on; the alternate screen begins empty."""
        super().set_mode(*modes, **options)
        if options.get("private") and _ALTERNATE in modes:
            self._main = dict(self.buffer), self.cursor.x, self.cursor.y
            self.buffer.clear()

    def reset_mode(self, *modes: int, **options: Any) -> None:
        """Turn modes off; after the alternate screen the main one is as it was."""
        super().reset_mode(*modes, **options)
        if options.get("private") and _ALTERNATE in modes:
            kept, self.cursor.x, self.cursor.y = self._main
            self.buffer.clear()
            self.buffer.update(kept)

    def _attach(self, accent: str) -> None:
        line, column = self.buffer[self.cursor.y], self.cursor.x - 1
        if column > 0 and not line[column].data:  # the second half of a wide character
            column -= 1
        if column >= 0:
            line[column] = line[column]._replace(data=line[column].data + accent)


class Terminal:
    """A command line that runs in a terminal of its own until it ends or the block is left."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: Path,
        columns: int,
        lines: int,
        environment: Mapping[str, str],
    ) -> None:
        self.screen = _Screen(columns, lines)
        self.raw = b""
        """Everything that the program wrote."""
        self._stream = pyte.ByteStream(self.screen)
        self._ours, theirs = os.openpty()
        self._size(columns, lines)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(AGENT_MARKS)}
        self.process = subprocess.Popen(
            command, cwd=folder, env={**kept, "TERM": "xterm-256color", **environment},
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - no thread is alive here
        )  # fmt: skip
        os.close(theirs)
        self._open = True
        self._is_gone = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if not self._is_gone:
            os.close(self._ours)

    @property
    def rows(self) -> list[str]:
        """The screen as text, a row for each line, without spaces at the ends."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.rows)

    def press(self, keys: str) -> None:
        """Type keys; the program has to read them one by one."""
        self.until(lambda: not self._is_in_line_mode(), "keys are read")
        self.type(keys)

    def type(self, keys: str) -> None:
        """Type keys whether or not anybody reads them."""
        os.write(self._ours, keys.encode())

    def answer(self, text: str) -> None:
        """Type a line at a question that is not shown, once the program has stopped showing what is typed."""
        self.until(lambda: not termios.tcgetattr(self._ours)[3] & termios.ECHO, "a hidden question")
        os.write(self._ours, f"{text}\n".encode())

    def see(self, *texts: str) -> None:
        """Wait until the screen shows all these texts."""
        self.until(lambda: all(text in self.text for text in texts), repr(texts))

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Wait until something holds; AssertionError with the screen if it does not in time."""
        end = time.monotonic() + SECONDS
        while not holds():
            if time.monotonic() > end or not self._read(0.02):
                if holds():
                    return
                raise AssertionError(f"not seen: {what}\n{self.text}")

    def settle(self) -> None:
        """Wait until the program has drawn all of a screen: it writes no more for a while."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and select.select([self._ours], [], [], QUIET_SECONDS)[0]:
            if not self._read(0):
                return

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size; the program is told as by a real one."""
        self.screen.resize(lines, columns)
        self._size(columns, lines)

    def finish(self) -> int:
        """Wait for the end of the program; its exit code."""
        end = time.monotonic() + SECONDS
        while self._read(0.1):
            if time.monotonic() > end:
                raise AssertionError(f"it does not end\n{self.text}")
        return self.process.wait(SECONDS)

    def hang_up(self) -> int:
        """Take the terminal away, as a closed window does; the program's exit code."""
        os.close(self._ours)
        self._open, self._is_gone = False, True
        return self.process.wait(SECONDS)

    def cell(self, row: int, column: int) -> Any:
        """One cell: ``data``, and its style as ``bold``, ``reverse``, ``strikethrough``, ``fg`` and so on."""
        return self.screen.buffer[row][column]

    def _read(self, seconds: float) -> bool:
        """Take in what the program wrote; False once it has closed its end."""
        if not self._open:
            return False
        if select.select([self._ours], [], [], seconds)[0]:
            try:
                part = os.read(self._ours, 65536)
            except OSError:  # Linux: the other end is closed
                part = b""
            self._open = bool(part)
            self.raw += part
            self._stream.feed(part)
        return self._open

    def _size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _is_in_line_mode(self) -> bool:
        return bool(termios.tcgetattr(self._ours)[3] & termios.ICANON)
