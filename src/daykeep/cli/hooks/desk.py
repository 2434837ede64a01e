"""What the commands of ``daykeep hooks`` share: which settings files are meant, and where copies of them go."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.cli.folders import working_folder
from daykeep.errors import UsageError, WorkspaceError

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.cli.frame import Call
    from daykeep.wiring.claude.backups import Backups
    from daykeep.wiring.claude.places import Place


class HookDesk:
    """The settings files that one call is about."""

    def __init__(self, call: Call, project: str | None) -> None:
        from daykeep.app import home_folder

        self.call = call
        self.project = working_folder(project)
        self.home = home_folder(call.environ)

    def place(self, scope: str) -> Place:
        """The settings file of a scope."""
        from daykeep.wiring.claude.places import USER, project_place, user_place

        return (
            user_place(self.home, self.call.environ) if scope == USER else project_place(scope, self.project)
        )

    def places(self, workspace: Workspace | None) -> list[Place]:
        """The files of all scopes, and those on record of the workspace, each once."""
        from daykeep.wiring.claude.places import LOCAL, PROJECT, USER, place_of
        from daykeep.wiring.claude.record import read_record
        from daykeep.wiring.claude.status import places_of

        rows = read_record(workspace.files) if workspace else []
        known = [place_of(row.scope, Path(row.path), self.home, self.call.environ) for row in rows]
        return places_of(self.place(USER), [self.place(PROJECT), self.place(LOCAL), *known])

    def workspace(self) -> Workspace | None:
        """The workspace of this call; None if there is none, or if the folder that is named is gone.

        WorkspaceError for a folder that is there and is no workspace.
        """
        try:
            return self.call.workspace(strict=False)
        except WorkspaceError:
            if self.call.path and Path(self.call.path).exists():
                raise
            return None

    def backups(self) -> Backups:
        """Where copies of settings go."""
        from daykeep.clock import now_utc
        from daykeep.config import user_config_folder
        from daykeep.wiring.claude.backups import Backups

        at_home = {**self.call.environ, "HOME": str(self.home)}  # the home whose settings are changed
        folder = user_config_folder(at_home, sys.platform)
        return Backups(Path(folder) if folder else None, now_utc())


def check_project(scope: str | None, project: str | None) -> None:
    """UsageError where a project is named for the user's own settings."""
    if project is not None and scope in {None, "user"}:
        raise UsageError(
            "--project needs --scope project or --scope local", hint="the user's settings count everywhere"
        )
