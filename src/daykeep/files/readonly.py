"""Files of other programs, opened to be read and nothing else: conversation archives, folders of notes."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from daykeep.errors import RefusedError
from daykeep.files.disk import O_SAFE, explained

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO


def open_read_only(path: Path) -> BinaryIO | None:
    """A stream of a file's bytes; None if there is none. The caller closes it.

    The last component is never followed if it is a link, and a FIFO or device neither blocks nor is read:
    RefusedError. DocumentError for a folder, StorageError if the system says no.
    """
    with explained("can't read", str(path)):
        try:
            descriptor = os.open(path, os.O_RDONLY | O_SAFE)
        except FileNotFoundError:
            return None
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return os.fdopen(descriptor, "rb")
        os.close(descriptor)
        raise RefusedError(f"can't read '{path}': it is not a plain file")
