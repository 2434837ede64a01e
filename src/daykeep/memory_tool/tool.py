"""Runs one command of Anthropic's memory tool on a workspace: the way in for programs, and for the package's tool."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daykeep.app import open_workspace
from daykeep.errors import DaykeepError
from daykeep.memory_tool.model import CommandError, Result, read_command, shown
from daykeep.memory_tool.paths import DAILY, NOTEBOOK, NOTES, ROOT, locate
from daykeep.memory_tool.viewing import view
from daykeep.workspace.archive import CHANGE_LOCK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.app import Workspace
    from daykeep.memory_tool.desk import Desk
    from daykeep.memory_tool.model import Command
    from daykeep.memory_tool.paths import Spot

_READ_ONLY = "is read-only: it is kept by the workspace. What you want to keep goes into a file of your own below /memories"


def run_memory_command(workspace: Path | str, command: Mapping[str, Any], *, at: str | None = None) -> Result:
    """Do what the model asks of its memory (the ``input`` of its ``tool_use`` block) in the workspace at this folder.

    ``/memories`` is the agent's notebook (``memory/agent/``), with MEMORY.md, ``daily``, ``notes``, ``sessions`` and ``archive``
    of the workspace in it; see `paths`. Whatever is wrong with the command is an answer, not an exception. What was written
    is on the disk when this returns. ``at`` replaces the clock. May be called from several threads and processes: each call
    opens the workspace as it is then. Raises WorkspaceError where there is no workspace.
    """
    opened = open_workspace(Path(workspace).expanduser(), environ=os.environ, at=at, strict=False)
    try:
        return _run(opened, read_command(command))
    except CommandError as error:
        return Result(error.text, is_error=True)
    except DaykeepError as error:
        return Result(f"Error: {shown(error.message)}", is_error=True)


def _run(workspace: Workspace, command: Command) -> Result:
    spot = locate(workspace.files, workspace.layout, command.path)
    if command.name == "view":
        return Result(view(workspace.files, workspace.layout, spot, command))
    from daykeep.memory_tool.desk import Desk  # noqa: PLC0415 - what is only viewed needs no history

    desk = Desk(workspace)
    with workspace.files.lock(CHANGE_LOCK, purpose="memory tool"):
        text, notes = _write(desk, spot, command)
    return Result("\n".join([text, *(f"Note: {note}" for note in (*notes, *desk.problems))]))


def _write(desk: Desk, spot: Spot, command: Command) -> tuple[str, tuple[str, ...]]:
    """Do a command that writes; its answer, and what the model should hear besides."""
    if command.name == "create":
        return f"File created successfully at: {spot.path}", _create(desk, spot, command.text)
    if command.name == "str_replace":
        return _replace(desk, spot, command)
    if command.name == "insert":
        return f"The file {spot.path} has been edited.", _insert(desk, spot, command)
    if command.name == "delete":
        _delete(desk, spot)
        return f"Successfully deleted {spot.path}", ()
    to = locate(desk.files, desk.workspace.layout, command.to)
    _rename(desk, spot, to)
    return f"Successfully renamed {spot.path} to {to.path}", ()


def _create(desk: Desk, spot: Spot, text: str) -> tuple[str, ...]:
    from daykeep.memory_tool import notebook, reviewed  # noqa: PLC0415 - as above

    if spot.is_fixed:
        raise CommandError(f"Error: File {shown(spot.path)} already exists")
    if spot.area == NOTES:
        return reviewed.create_note(desk, spot, text).notes
    if spot.area == DAILY:
        return reviewed.log(desk, spot, text, line=None).notes
    _check_own(spot)
    return notebook.create(desk, spot, text).notes


def _replace(desk: Desk, spot: Spot, command: Command) -> tuple[str, tuple[str, ...]]:
    from daykeep.memory_tool import notebook, reviewed  # noqa: PLC0415 - as above

    if _is_folder(desk, spot):
        raise CommandError(f"Error: The path {shown(spot.path)} does not exist. Please provide a valid path.")
    if spot.area == NOTES:
        made, snippet = reviewed.replace_in_note(desk, spot, command)
    else:
        _check_own(spot)
        made, snippet = notebook.replace(desk, spot, command)
    return "\n".join(["The memory file has been edited.", *([snippet] if snippet else [])]), made.notes


def _insert(desk: Desk, spot: Spot, command: Command) -> tuple[str, ...]:
    from daykeep.memory_tool import notebook, reviewed  # noqa: PLC0415 - as above

    if _is_folder(desk, spot):
        raise CommandError(f"Error: The path {shown(spot.path)} does not exist")
    if spot.area == NOTES:
        return reviewed.insert_in_note(desk, spot, command).notes
    if spot.area == DAILY:
        return reviewed.log(desk, spot, command.text, line=command.line).notes
    _check_own(spot)
    return notebook.insert(desk, spot, command).notes


def _delete(desk: Desk, spot: Spot) -> None:
    from daykeep.memory_tool import notebook, reviewed  # noqa: PLC0415 - as above

    if spot.path == ROOT:
        raise CommandError(f"Error: Cannot delete the {ROOT} directory itself")
    if spot.area == NOTES and not spot.is_fixed:
        reviewed.delete_note(desk, spot)
        return
    _check_own(spot)
    notebook.delete(desk, spot)


def _rename(desk: Desk, spot: Spot, to: Spot) -> None:
    from daykeep.memory_tool import notebook  # noqa: PLC0415 - as above

    if spot.path == ROOT:
        raise CommandError(f"Error: Cannot rename the {ROOT} directory itself")
    if to.is_fixed:
        raise CommandError(f"Error: The destination {shown(to.path)} already exists")
    _check_own(spot)
    notebook.move(desk, spot, to)


def _is_folder(desk: Desk, spot: Spot) -> bool:
    return spot.path == ROOT or desk.kind(spot.name) == "folder"


def _check_own(spot: Spot) -> None:
    """CommandError for a part of memory that only the workspace itself writes."""
    if spot.area != NOTEBOOK:
        raise CommandError(f"Error: The path {shown(spot.path)} {_READ_ONLY}")
