"""Files of a process that is killed between two writes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from daykeep.files.store import Files


class Dying(Files):
    """Files of a process that is killed just before its n-th write."""

    def __init__(self, root: Path, writes: int) -> None:
        super().__init__(root)
        self.left = writes

    def _count(self) -> None:
        if not self.left:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1

    def append(self, *arguments, **options):
        self._count()
        return super().append(*arguments, **options)

    def append_records(self, *arguments, **options):
        self._count()
        return super().append_records(*arguments, **options)

    def replace(self, *arguments, **options):
        self._count()
        return super().replace(*arguments, **options)

    def move(self, *arguments, **options):
        self._count()
        return super().move(*arguments, **options)
