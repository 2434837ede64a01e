"""Folders for tests that make thousands of files."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest

MEMORY_DISK = Path("/dev/shm")  # noqa: S108  (a file system like any other, but quick)


@pytest.fixture
def quick_folder(tmp_path):
    """A folder on a disk in memory where there is one: what is tested is the order of calls, not the medium."""
    if not MEMORY_DISK.is_dir():
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="daykeep-", dir=MEMORY_DISK))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
