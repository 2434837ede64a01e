"""Make the n-th system call of an operation fail, fall short, or be the process's last.

The product calls ``os.open`` and its kin by attribute, so the calls can be counted and disturbed one by one, the way
SQLite tests itself. Nothing is simulated: the file system is real, only one answer of it is changed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
from contextlib import contextmanager

WRITING = ("open", "write", "fsync", "replace", "rename", "ftruncate", "unlink", "link", "mkdir")
READING = ("read", "stat", "fstat", "lseek", "listdir", "scandir", "readlink")
ERRORS = ("ENOSPC", "EIO", "EDQUOT", "EROFS", "EINTR")


class Shim:
    """Counts calls; at number ``at`` it asks ``disturb(name, call, args, kwargs)`` for the answer."""

    def __init__(self, disturb=None, at=0, persistent=False):
        self.count = 0
        self.calls = []
        self.fired = False
        self._disturb = disturb
        self._at = at
        self._persistent = persistent

    def wrap(self, name, call):
        def wrapped(*args, **kwargs):
            self.count += 1
            self.calls.append(name)
            due = self.count == self._at or (self._persistent and self.count >= self._at)
            if self._disturb is not None and due:
                self.fired = True
                return self._disturb(name, call, args, kwargs)
            # Forcing bytes to the disk changes nothing that can be seen while the system runs, and takes its time.
            return None if name == "fsync" else call(*args, **kwargs)

        return wrapped


@contextmanager
def disturbed(shim, names=WRITING, *, locks=True):
    """Run the block with the shim between it and the system."""
    originals = {name: getattr(os, name) for name in names}
    flock = fcntl.flock
    for name, call in originals.items():
        setattr(os, name, shim.wrap(name, call))
    if locks:
        fcntl.flock = shim.wrap("flock", flock)
    try:
        yield shim
    finally:
        for name, call in originals.items():
            setattr(os, name, call)
        fcntl.flock = flock


def fail_with(code):
    """The call fails with an error number, without having done anything."""
    number = getattr(errno, code)

    def disturb(_name, _call, _args, _kwargs):
        raise OSError(number, os.strerror(number))

    return disturb


def fall_short(_name, call, args, kwargs):
    """A write does half of what it was asked for and says so; every other call does what it should."""
    if _name != "write":
        return call(*args, **kwargs)
    descriptor, data = args
    return call(descriptor, bytes(data)[: max(1, len(data) // 2)])


def fall_short_then_full():
    """Half a write, and no more space for whatever comes next: what a disk that fills up does."""
    state = {"short": False}

    def disturb(name, call, args, kwargs):
        if name == "write" and not state["short"]:
            state["short"] = True
            return fall_short(name, call, args, kwargs)
        if name in {"write", "open", "mkdir", "link"} and state["short"]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return call(*args, **kwargs)

    return disturb


def die(_name, _call, _args, _kwargs):
    """The process is killed before the call."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_half_way(name, call, args, _kwargs):
    """The process is killed when a write has done half of its work; in front of any other call."""
    if name == "write":
        descriptor, data = args
        call(descriptor, bytes(data)[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
