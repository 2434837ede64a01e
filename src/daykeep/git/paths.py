"""Names of the workspace as paths of the repository and back, and both as git's byte lists."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from daykeep.errors import RefusedError
from daykeep.files.paths import check_existing

if TYPE_CHECKING:
    from collections.abc import Iterable


def to_path(prefix: str, name: str) -> str:
    """The repository path of a workspace name.

    Raises RefusedError for a name that leaves the workspace, reaches ``.git``, starts with "-" or holds a control
    character: git's own commands could take it for something else.
    """
    check_existing(name)
    if name.startswith("-") or any(ord(character) < 32 or ord(character) == 127 for character in name):
        raise RefusedError(
            f"{name!r} can't be recorded in git: the name starts with '-' or holds a control character"
        )
    return prefix + name


def to_name(prefix: str, path: str) -> str | None:
    """The workspace name of a repository path, or None if it lies outside the workspace."""
    return path[len(prefix) :] if path.startswith(prefix) else None


def encode_paths(paths: Iterable[str]) -> bytes:
    """Paths as git reads them with ``-z``: each ended by NUL."""
    return b"".join(os.fsencode(path) + b"\0" for path in paths)


def decode_path(data: bytes) -> str:
    """A path as Python has it; bytes that are no UTF-8 survive the round trip."""
    return os.fsdecode(data)


def quote_path(path: str) -> bytes:
    r"""A path as ``git fast-import`` reads it between double quotes.

    >>> quote_path('memory/a "b".md')
    b'"memory/a \\"b\\".md"'
    """
    return b'"' + os.fsencode(path).replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'
