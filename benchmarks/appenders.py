"""One writer process of the durability benchmark: ``python -m benchmarks.appenders WAY ROOT WORKER COUNT SIZES``.

WAY is how it writes: ``daykeep``, ``filelock`` (the package's lock around write and fsync) or ``rewrite`` (read all,
write all to a temporary file, rename: what most programs do). It prints ``ready``, waits for a line, appends COUNT
entries whose sizes go round SIZES, and prints how long each took, in milliseconds.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

NAME = "memory/2026-03-10.md"
LOCK_TIMEOUT_SECONDS = 600.0


def entry(worker: int, number: int, size: int) -> bytes:
    """An entry of ``size`` bytes that says whose it is and where it ends."""
    head = f"- entry {worker}-{number} "
    return (head + "x" * max(0, size - len(head) - 5) + " end\n").encode()


def daykeep_writer(root: Path) -> Callable[[bytes], None]:
    """Append as daykeep does, forced to the disk."""
    from daykeep.files.store import Files  # noqa: PLC0415  (only what is measured is loaded)

    files = Files(root, lock_timeout_seconds=LOCK_TIMEOUT_SECONDS)

    def write(data: bytes) -> None:
        files.append(NAME, lambda _tail: data)

    return write


def filelock_writer(root: Path) -> Callable[[bytes], None]:
    """Append under ``filelock`` with its own settings, forced to the disk."""
    from filelock import FileLock  # noqa: PLC0415  (only what is measured is loaded)

    path = root / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", timeout=LOCK_TIMEOUT_SECONDS)

    def write(data: bytes) -> None:
        with lock, path.open("ab") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())

    return write


def rewrite_writer(root: Path) -> Callable[[bytes], None]:
    """Read the file, add the entry, write a temporary file, force it, rename it: atomic, and without a lock."""
    path = root / NAME
    path.parent.mkdir(parents=True, exist_ok=True)

    def write(data: bytes) -> None:
        old = path.read_bytes() if path.exists() else b""
        temporary = path.with_name(f"{path.name}.{os.getpid()}")
        with temporary.open("wb") as stream:
            stream.write(old + data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)

    return write


WAYS = {"daykeep": daykeep_writer, "filelock": filelock_writer, "rewrite": rewrite_writer}


def main() -> None:
    """Write as told on the command line."""
    way, root, worker, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    sizes = [int(size) for size in sys.argv[5].split(",")]
    write = WAYS[way](root)
    print("ready", flush=True)
    sys.stdin.readline()
    took = []
    for number in range(count):
        data = entry(worker, number, sizes[number % len(sizes)])
        began = time.perf_counter()
        write(data)
        took.append((time.perf_counter() - began) * 1000)
    print(json.dumps(took), flush=True)


if __name__ == "__main__":
    main()
