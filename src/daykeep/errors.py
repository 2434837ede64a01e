"""The errors that daykeep raises on purpose.

::

    DaykeepError                 exit
    ├── UsageError               2   the call itself is wrong
    ├── WorkspaceError           3   no workspace here, or not one that can be used
    ├── ConfigError              4   a setting is unknown or has a bad value
    ├── DocumentError            5   a file's content can't be used as asked
    ├── ConflictError            6   a file changed between reading and writing
    ├── LockedError              7   another process holds what is needed
    ├── IndexUnreadableError     8   the search index is damaged, or was made by a newer version
    ├── GitError                 9   git is off, busy or refused
    ├── PartialError             10  some of a batch failed; the report lists what
    ├── ModelError               11  a model could not be asked or gave no usable answer
    ├── RefusedError             13  a guard refused: path, origin, approval
    └── StorageError             14  the disk is full, read-only or unreadable

Anything else that reaches the command line is a bug and exits 1. Exit code 12 is kept for the fleet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping


class DaykeepError(Exception):
    """An expected failure with a text for people, a code for programs and an exit code for shells.

    ``message`` says what failed, on which object and why; ``hint`` says what to do about it. ``details`` holds
    JSON values for ``--json``.
    """

    exit_code: ClassVar[int] = 1
    code: ClassVar[str] = "error"

    def __init__(
        self, message: str, *, hint: str | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = dict(details or {})

    def as_json(self) -> dict[str, Any]:
        """The stable JSON shape of an error: ``{"ok": false, "error": {...}}``."""
        error = {"code": self.code, "message": self.message, "hint": self.hint, "details": self.details}
        return {"ok": False, "error": error}


class UsageError(DaykeepError):
    """The call itself is wrong: an unknown option, a value out of range, two flags that exclude each other."""

    exit_code = 2
    code = "usage"


class WorkspaceError(DaykeepError):
    """There is no workspace here, or the folder can't serve as one."""

    exit_code = 3
    code = "workspace"


class ConfigError(DaykeepError):
    """A setting is unknown, has a bad value, or stands in a file that may not hold it."""

    exit_code = 4
    code = "config"


class DocumentError(DaykeepError):
    """A file's content can't be used as asked; the message names file and line."""

    exit_code = 5
    code = "document"


class ConflictError(DaykeepError):
    """A file changed between reading and writing; nothing was overwritten."""

    exit_code = 6
    code = "conflict"


class LockedError(DaykeepError):
    """Another process holds what is needed; the message names the owner where it is known."""

    exit_code = 7
    code = "locked"


class IndexUnreadableError(DaykeepError):
    """The search index is damaged or was made by a newer version; searching goes on without it."""

    exit_code = 8
    code = "index"


class GitError(DaykeepError):
    """Git is off, busy (a merge or a foreign lock), or refused."""

    exit_code = 9
    code = "git"


class PartialError(DaykeepError):
    """Some of a batch failed; ``details`` lists what and why, everything else is done."""

    exit_code = 10
    code = "partial"


class ModelError(DaykeepError):
    """A model that the user set up could not be asked, or gave no usable answer; daykeep works on without it."""

    exit_code = 11
    code = "model"


class RefusedError(DaykeepError):
    """A guard refused: a path outside the workspace, an origin that may not, an approval that no person gave."""

    exit_code = 13
    code = "refused"


class StorageError(DaykeepError):
    """The disk is full, read-only or can't be read; nothing half-written is left behind."""

    exit_code = 14
    code = "storage"
