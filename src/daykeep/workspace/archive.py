"""Where things go that leave daily use: ``memory/archive/YYYY/``, old logs and what left MEMORY.md."""

from __future__ import annotations

import re

ARCHIVE = "memory/archive"

CHANGE_LOCK = "memory/change"
"""The name under which whoever changes memory keeps others waiting, from reading it to the commit."""

_MEMORY_FILE = re.compile(r"memory/archive/(\d{4})/memory-\1\.md", re.ASCII)


def memory_archive(year: int) -> str:
    """The file that holds what left MEMORY.md in a year.

    >>> memory_archive(2026)
    'memory/archive/2026/memory-2026.md'
    """
    return f"{ARCHIVE}/{year:04}/memory-{year:04}.md"


def is_memory_archive(name: str) -> bool:
    """Whether a file holds what left MEMORY.md: it stands among logs of a year and is none."""
    return _MEMORY_FILE.fullmatch(name) is not None


def archived_log(name: str, year: int) -> str:
    """Where a log of a year goes: the same name below the year's folder; a folder of that year is not repeated.

    >>> archived_log("memory/2026-03-10.md", 2026), archived_log("memory/2026/03/10.md", 2026)
    ('memory/archive/2026/2026-03-10.md', 'memory/archive/2026/03/10.md')
    """
    below = name.removeprefix("memory/").removeprefix(f"{year:04}/")
    return f"{ARCHIVE}/{year:04}/{below}"
