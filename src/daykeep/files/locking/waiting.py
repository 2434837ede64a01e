"""Wait for a lock that another process holds: first come, first served, and not for ever.

``flock`` has no time limit, and signals belong to the program that uses us; so a thread waits. One that comes too
late closes its descriptor, and with it the lock, by itself.

``flock`` alone also serves waiters in no order worth the name: whoever comes by while the lock is being handed over
takes it, the woken waiter lies down again, and all who lie behind it are woken to do the same. With 64 writers the
slowest entry in a hundred then took four times as long as the middle one (measured: 150 ms, in line 66 ms). So a
waiter draws a number and locks the byte of that number in a file of the lock's own, and waits for the byte of the
one before it. Every byte has one waiter, and only the first in line waits for the lock itself; when it has it, it
lets its byte go. Who dies in line lets it go too.

The line is a courtesy; the lock alone decides. Nobody stands in line longer than a second, because the one in front
may be a stopped process; then he waits for the lock directly. The bytes are *open file description locks*, which
Linux has; elsewhere everybody waits directly.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from contextlib import suppress

from daykeep.files.disk import fcntl

HAS_LINE = sys.platform == "linux" and sys.maxsize > 2**32 and hasattr(fcntl, "F_OFD_SETLKW")
PATIENCE_SECONDS = 1.0
_FLOCK = "hhqqi"  # struct flock of 64-bit Linux: type, whence, start, length, pid
_COUNTER = struct.Struct("<q")
_FIRST_TICKET, _LAST_TICKET = 4096, 1 << 62  # the bytes below are for the counter


def stand_in_line(line: int) -> None:
    """Draw the next number in an open line and wait until all who came before have the lock or are gone.

    The place in line is held until the descriptor is closed.
    """
    _lock_byte(line, 0)
    seen = os.pread(line, _COUNTER.size, 0)
    drawn = _COUNTER.unpack(seen)[0] if len(seen) == _COUNTER.size else 0
    ticket = (drawn if _FIRST_TICKET <= drawn < _LAST_TICKET else _FIRST_TICKET) + 1
    os.pwrite(line, _COUNTER.pack(ticket), 0)
    _lock_byte(line, ticket)
    _lock_byte(line, 0, free=True)
    _lock_byte(line, ticket - 1)


def _lock_byte(line: int, byte: int, *, free: bool = False) -> None:
    kind = fcntl.F_UNLCK if free else fcntl.F_WRLCK
    fcntl.fcntl(line, fcntl.F_OFD_SETLKW, struct.pack(_FLOCK, kind, os.SEEK_SET, byte, 1, 0))


class Waiter:
    """One wait for the ``flock`` of ``descriptor``, in line first if ``line`` is the open file of one.

    The line's descriptor belongs to the waiter. The lock's does too once ``is_lost`` is true: a thread still waits
    with it and will close it.
    """

    def __init__(self, descriptor: int, line: int | None) -> None:
        import _thread  # noqa: PLC0415  (only a contended lock needs it)

        self.is_lost = False
        self._start = _thread.start_new_thread
        self._descriptor = descriptor
        self._line = line
        self._turn, self._done = _thread.allocate_lock(), _thread.allocate_lock()
        self._at_lock = self._left_line = self._finished = False
        self._error: OSError | None = None

    def wait(self, seconds: float) -> bool:
        """Whether the lock was had within ``seconds``; ``OSError`` if it can't be had at all."""
        self._done.acquire()
        deadline = time.monotonic() + seconds
        try:
            if self._line is not None:
                self._start(self._wait_in_line, (self._line,))
                if self._done.acquire(timeout=min(seconds, PATIENCE_SECONDS)):
                    return self._outcome()
            left = deadline - time.monotonic()
            if left > 0:
                self._leave_line()
                if self._done.acquire(timeout=left):
                    return self._outcome()
        except BaseException:
            self._give_up()
            raise
        return self._outcome() if self._give_up() else False

    def _leave_line(self) -> None:
        """Wait for the lock directly, unless the turn has come."""
        with self._turn:
            if self._at_lock:
                return
            self._left_line = self._at_lock = True
        self._start(self._take, ())

    def _give_up(self) -> bool:
        """See to it that nothing touches the descriptor any more but a thread that owns it; whether the lock came."""
        with self._turn:
            self._left_line = True
            self.is_lost = self._at_lock and not self._finished
            return self._finished

    def _outcome(self) -> bool:
        if self._error is not None:
            raise self._error
        return True

    def _wait_in_line(self, line: int) -> None:
        with suppress(OSError):  # no such locks here: wait directly
            stand_in_line(line)
        with self._turn:
            is_next = not self._left_line
            self._at_lock = self._at_lock or is_next
        if is_next:
            self._take()
        os.close(line)

    def _take(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        except OSError as error:
            self._error = error
        with self._turn:
            if self.is_lost:
                os.close(self._descriptor)
            self._finished = True
        self._done.release()
