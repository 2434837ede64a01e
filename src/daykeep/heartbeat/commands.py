"""Commands of jobs: which of them the user has enabled, and running one.

A job file lies in the workspace, which agents write and which may have been cloned from a stranger. So a command runs
only if the user's own settings, outside of the workspace, hold exactly this command line for exactly this file. No
shell takes part: the words of the line are the program and its arguments.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
from typing import IO, TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

SETTING = "heartbeat.commands"
OUTPUT_BYTES = 1_000_000
"""Of a longer output the last part is kept: nobody reads all of it in an alert."""
LEFT_SECONDS = 2.0
"""How long processes that a command left behind may hold its output open before they are ended."""
TAIL_LINES = 5
TAIL_CHARS = 300


class Ran(NamedTuple):
    """How a command ended: its exit code (None where it never started or was ended), a word on that, its last lines."""

    code: int | None
    how: str
    tail: str

    @property
    def failed(self) -> bool:
        """Whether it did anything else than end with 0."""
        return self.code != 0


def how_to_enable(
    root: Path, name: str, command: str, allowed: Mapping[str, object], *, home: str = ""
) -> str:
    """What to say of a command that is not enabled, and how to enable it; empty for one that is. Pure but for links.

    ``allowed`` is the setting: paths of job files, each with the one command line that it may run.
    """
    place = os.path.realpath(root / name)
    for key, value in allowed.items():
        path = home + key[1:] if home and key.startswith("~/") else key
        if os.path.isabs(path) and os.path.realpath(path) == place and value == command:  # noqa: PTH117
            return "" if split(command) else f'{name}: "{command}" is no command line: a quote is not closed'
    changed = any(os.path.realpath(key) == place for key in allowed)
    why = "is not the one that you enabled" if changed else "is not enabled"
    row = f"{_toml(place)} = {_toml(command)}"
    return (
        f'{name} runs a command, "{command}", which {why}. If you want it to run, put this line under '
        f"[heartbeat.commands] in your own config.toml, outside of the workspace: {row}"
    )


def _toml(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped) + '"'


def split(command: str) -> list[str]:
    """The words of a command line, by the quoting rules of POSIX shells and nothing else of them; none if it has none.

    >>> split("backup --to '/mnt/my disk' $HOME;ls")
    ['backup', '--to', '/mnt/my disk', '$HOME;ls']
    """
    try:
        return shlex.split(command)
    except ValueError:
        return []


def run_command(command: str, root: Path, environ: Mapping[str, str], *, timeout_seconds: float) -> Ran:
    """Run a command in the workspace's folder and wait for it; everything it started is ended with it in time.

    Its standard input is empty; what it prints comes back as the last few lines.
    """
    try:
        process = subprocess.Popen(
            split(command),
            cwd=root,
            env={**environ, "DAYKEEP_WORKSPACE": str(root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        return Ran(None, f"could not be started: {error.strerror or error}", "")
    tail = bytearray()
    reader = threading.Thread(target=_drain, args=(process.stdout, tail), daemon=True)
    reader.start()
    try:
        code: int | None = process.wait(timeout_seconds)
        how = f"ended with exit code {code}"
    except subprocess.TimeoutExpired:
        code, how = None, f"took more than {timeout_seconds:g} s and was ended"
    reader.join(LEFT_SECONDS if code is not None else 0.0)
    if code is None or reader.is_alive():
        _end(process)
        reader.join(LEFT_SECONDS)
    if process.stdout is not None and not reader.is_alive():
        process.stdout.close()
    return Ran(code, how, tail_of(bytes(tail)))


class Answer(NamedTuple):
    """How a command that was asked something ended: its exit code (None where it never started or was ended), a word on that, what it said."""

    code: int | None
    how: str
    out: str = ""
    err: str = ""


def ask_command(
    command: str, folder: str, environ: Mapping[str, str], given: bytes, *, timeout_seconds: float
) -> Answer:
    """Run a command in this folder, give it some bytes on its standard input, and wait for what it says.

    As in `run_command` no shell takes part and everything that it started is ended with it in time. What it says is read as UTF-8;
    of more than `OUTPUT_BYTES` the end is kept.
    """
    words = split(command)
    if not words:
        return Answer(None, f'could not be started: "{command}" is no command line')
    try:
        process = subprocess.Popen(
            words,
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        return Answer(None, f"could not be started: {error.strerror or error}")
    out, err = bytearray(), bytearray()
    threads = [
        threading.Thread(target=_feed, args=(process.stdin, given), daemon=True),
        threading.Thread(target=_drain, args=(process.stdout, out), daemon=True),
        threading.Thread(target=_drain, args=(process.stderr, err), daemon=True),
    ]
    for thread in threads:
        thread.start()
    code, how = _wait(process, threads, timeout_seconds)
    return Answer(code, how, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))


def _wait(
    process: subprocess.Popen[bytes], threads: Sequence[threading.Thread], timeout_seconds: float
) -> tuple[int | None, str]:
    """Wait for a process and for what it says; its exit code and a word on it."""
    try:
        code: int | None = process.wait(timeout_seconds)
        how = f"ended with exit code {code}"
    except subprocess.TimeoutExpired:
        code, how = None, f"took more than {timeout_seconds:g} s and was ended"
    for thread in threads:
        thread.join(LEFT_SECONDS if code is not None else 0.0)
    if code is None or any(thread.is_alive() for thread in threads):
        _end(process)
    for thread, stream in zip(threads, (process.stdin, process.stdout, process.stderr), strict=True):
        thread.join(LEFT_SECONDS)
        if stream is not None and not thread.is_alive():
            stream.close()
    return code, how


def _feed(stream: IO[bytes], given: bytes) -> None:
    """Write it all and close; a command need not read it."""
    try:
        stream.write(given)
        stream.close()
    except OSError:
        pass  # it ended before, or closed its input


def _drain(stream: IO[bytes], tail: bytearray) -> None:
    """Read to the end, and keep the last OUTPUT_BYTES."""
    while chunk := stream.read1(65536):  # type: ignore[attr-defined]  # a pipe is buffered
        tail += chunk
        del tail[:-OUTPUT_BYTES]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process with all that it started, where the system knows of such groups."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        pass  # all of them ended by themselves meanwhile
    process.wait()


def tail_of(output: bytes) -> str:
    r"""The last lines of an output, joined and shortened.

    >>> tail_of(b"one\n\n  two  \n")
    'one; two'
    """
    text = output[-OUTPUT_BYTES:].decode("utf-8", "replace")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    joined = "; ".join(lines[-TAIL_LINES:])
    return joined if len(joined) <= TAIL_CHARS else "…" + joined[-TAIL_CHARS:]
