"""Start writer processes together, and collect what they acknowledged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]


def start_writer(root, worker, count, mode):
    command = [sys.executable, "-m", "tests.recovery.writer", str(root), str(worker), str(count), mode]
    return subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def release(writers):
    """Let all of them begin at the same moment."""
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()


def acknowledged(writer):
    """The numbers a writer printed until it ended or was killed; a line that was cut is not one."""
    out, _ = writer.communicate()
    lines = out.split("\n")[:-1]
    return [int(line) for line in lines]


def run_together(root, modes, count):
    """One writer for each mode; what each acknowledged."""
    writers = [start_writer(root, worker, count, mode) for worker, mode in enumerate(modes)]
    release(writers)
    results = [acknowledged(writer) for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * len(writers)
    return results
