"""A command line at a real terminal, with somebody who answers it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

SECONDS = 60


def at_terminal(
    root: Path, *words: str, typed: Sequence[tuple[str, str]] = (), **environment: str
) -> tuple[int, str]:
    """Run the command with a pseudo-terminal on all its ends; exit code and what it shows.

    ``typed`` are pairs: once the first text is shown (after what was answered before), the second is typed; without
    a line end it is a key, which counts only once the program reads keys.
    """
    import pty

    ours, theirs = pty.openpty()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("CLAUDE", "CODEX", "AI_"))
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "daykeep", *words], cwd=root, env={**kept, "TERM": "dumb", **environment},
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    shown, since, left = b"", 0, list(typed)
    try:
        while True:
            if left and (at := shown.find(left[0][0].encode(), since)) >= 0:
                since = at + len(left[0][0].encode())
                if not left[0][1].endswith("\n"):
                    _wait_for_keys(ours)
                os.write(ours, left.pop(0)[1].encode())
                continue
            ready, _, _ = select.select([ours], [], [], SECONDS)
            assert ready, f"nothing more is shown: {shown.decode()}"
            part = os.read(ours, 65536)
            if not part:
                break
            shown += part
    except OSError:  # Linux: the other end is closed
        pass
    except BaseException:
        process.kill()
        raise
    finally:
        os.close(ours)
    return process.wait(), shown.decode().replace("\r\n", "\n")


def _wait_for_keys(terminal: int) -> None:
    """Wait until the program has taken the terminal out of its line mode: what is typed before is thrown away."""
    import termios

    for _ in range(SECONDS * 100):
        if not termios.tcgetattr(terminal)[3] & termios.ICANON:
            return
        time.sleep(0.01)
    raise AssertionError("no key is read")
