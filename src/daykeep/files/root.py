"""Makes the folder that is to become a workspace: the one write that happens outside a root."""

from __future__ import annotations

import os
from pathlib import Path

from daykeep.files.disk import storage_error


def make_root(path: Path) -> Path:
    """Make a folder and those above it, if they are missing; its real path.

    Raises DocumentError where a file stands in the way, StorageError where the folder can't be made.
    """
    try:
        os.makedirs(path, exist_ok=True)  # noqa: PTH103 - one call that is safe against another maker
    except FileExistsError as error:
        raise storage_error("can't make the folder", str(path), NotADirectoryError(20, str(error))) from error
    except OSError as error:
        raise storage_error("can't make the folder", str(path), error) from error
    return Path(os.path.realpath(path))
