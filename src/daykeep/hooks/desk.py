"""The desk of one event: where the workspace is, and the workspace itself once it is needed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from daykeep.app import Workspace

WORKSPACE_VARIABLE = "DAYKEEP_WORKSPACE"
DATA_FOLDER = ".daykeep"
LOCK_SECONDS = 2.0
"""A hook waits so long for a lock: an agent stands still meanwhile. What is appended is safe in the spool anyway."""
MOST_OF_IT = 0.7
SETTINGS_LIMIT_BYTES = 1_000_000


class WorkDesk:
    """What an event may use; opens nothing until it is asked to.

    ``seconds`` is what the event may take; ``on_open`` is called before the workspace is opened, when work begins. ``now`` tells the
    present moment.
    """

    def __init__(
        self,
        root: str,
        environ: Mapping[str, str],
        *,
        seconds: float,
        on_open: Callable[[], None],
        now: Callable[[], datetime],
    ) -> None:
        self.root = root
        self.now = now
        self.opened_ns = 0
        self._environ = environ
        self._seconds = seconds
        self._on_open = on_open
        self._workspace: Workspace | None = None
        self._late: Callable[[], bool] = lambda: False

    @property
    def workspace(self) -> Workspace:
        """The workspace; a bad setting is passed over, and a lock is waited for no longer than `LOCK_SECONDS`.

        WorkspaceError for a folder that is none (any more), such as the place of a disk that is not mounted: it would be hidden there.
        """
        if self._workspace is None:
            self._on_open()
            self._workspace = self._open()
        return self._workspace

    def _open(self) -> Workspace:
        from pathlib import Path

        from daykeep.app import open_workspace
        from daykeep.clock import now_ns, out_of_time_in
        from daykeep.errors import WorkspaceError
        from daykeep.files.store import Files
        from daykeep.workspace.layout import is_workspace

        self.opened_ns = now_ns()
        self._late = out_of_time_in(self._seconds * MOST_OF_IT)
        if not is_workspace(self.root):
            raise WorkspaceError(f'"{self.root}" is not a workspace')
        workspace = open_workspace(Path(self.root), environ=self._environ, strict=False)
        longest = min(
            LOCK_SECONDS, self._seconds / 2, float(workspace.settings["files.lock_timeout_seconds"])
        )
        workspace.files = Files(
            workspace.root,
            durable=workspace.settings["files.durable"] == "fsync",
            lock_timeout_seconds=longest,
        )
        return workspace

    def may_set(self, key: str) -> bool:
        """Whether the environment has a key, or a line of a settings file that is no comment has its last word in it."""
        if self._environ.get("DAYKEEP_" + key.upper().replace(".", "_")):
            return True
        word = key.rpartition(".")[2].encode()
        return any(_has_word(_read(path), word) for path in self._settings_files())

    def _settings_files(self) -> list[str]:
        import sys

        from daykeep.config import USER_FILE, WORKSPACE_FILE, user_config_folder

        folder = user_config_folder(self._environ, sys.platform)
        own = [os.path.join(folder, USER_FILE)] if folder else []  # noqa: PTH118 - pathlib costs more than all of this
        return [os.path.join(self.root, WORKSPACE_FILE), *own]  # noqa: PTH118

    def is_late(self) -> bool:
        """Whether most of the time is gone that the event may take, counted from the opening of the workspace."""
        return self._late()


def find_root(named: str, cwd: str, environ: Mapping[str, str]) -> str:
    """The folder of the workspace: named on the command line, in the environment, else the nearest one around ``cwd``; "" for none.

    The nearest one counts only where daykeep was set up in it: an agent at work in a repository that merely looks like a
    workspace is left alone.
    """
    chosen = named or environ.get(WORKSPACE_VARIABLE, "").strip()
    if chosen:
        folder = os.path.realpath(chosen)
        return folder if os.path.isdir(folder) else ""  # noqa: PTH112 - pathlib costs more than all of this
    if not os.path.isabs(cwd):  # noqa: PTH117
        return ""
    from pathlib import Path

    from daykeep.workspace.layout import find_workspace

    found = find_workspace(Path(cwd))
    if found is None or not os.path.isdir(os.path.join(found, DATA_FOLDER)):  # noqa: PTH112, PTH118
        return ""
    return os.path.realpath(found)


def _has_word(data: bytes, word: bytes) -> bool:
    return word in data and any(
        word in line and not line.lstrip().startswith(b"#") for line in data.splitlines()
    )


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 - pathlib costs more than all of this
            return stream.read(SETTINGS_LIMIT_BYTES)
    except (OSError, ValueError):
        return b""
