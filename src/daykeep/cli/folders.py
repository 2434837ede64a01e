"""The folder that a call works in, and paths from there on."""

from __future__ import annotations

from pathlib import Path

from daykeep.errors import UsageError


def working_folder(given: str | None) -> Path:
    """The folder that is named, else the current one: a full path without ``..``, its own links kept.

    A way back is followed as the system does, through links: by names alone it could lead into another folder.
    Raises UsageError for what is no folder.
    """
    from daykeep.app import current_folder

    named = Path(given) if given else None
    folder = named if named and named.is_absolute() else current_folder() / (named or "")
    if not folder.is_dir():
        raise UsageError(f'"{folder}" is not a folder')
    return folder.resolve() if ".." in folder.parts else folder


def full_path(given: str) -> Path:
    """A path that is named, from the current folder on; ``..`` and links stay as they are written.

    Raises UsageError where the current folder is needed and gone.
    """
    from daykeep.app import current_folder

    named = Path(given)
    return named if named.is_absolute() else current_folder() / named
