"""``daykeep hooks``: let Claude Code tell a workspace what happens, and see how that goes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from daykeep.cli.frame import Call, group
from daykeep.cli.hooks.desk import HookDesk, check_project

if TYPE_CHECKING:
    from daykeep.app import Workspace
    from daykeep.wiring.claude.handlers import Wanted
    from daykeep.wiring.claude.install import Change

_SCOPE = click.option(
    "--scope",
    type=click.Choice(["user", "project", "local"]),
    help="Whose settings: yours in every project (user), a project's, or your own in it (local).",
)
_PROJECT = click.option(
    "--project", metavar="DIR", help="The project of --scope project or local; else this folder."
)


@group("hooks")
def hooks() -> None:
    """Let Claude Code tell a workspace what happens."""


@hooks.command("install", short_help="Put daykeep's hooks into Claude Code's settings.")
@_SCOPE
@_PROJECT
@click.option("--events", metavar="LIST", help="Only these events, with commas between them.")
@click.option("--dry-run", is_flag=True, help="Show what would be written; change nothing.")
def install(call: Call, *, scope: str | None, project: str | None, events: str | None, dry_run: bool) -> None:
    """Put daykeep's hooks into Claude Code's settings, for this workspace.

    Without --scope into your own settings, which count in every project. All else in the file stays as it is, byte for byte;
    again, it changes nothing, or brings program and workspace up to date.
    """
    from daykeep.cli.hooks.text import install_data, install_lines
    from daykeep.wiring.claude.install import install_hooks, plan_install

    check_project(scope, project)
    desk, workspace = HookDesk(call, project), call.workspace()
    place, wanted = desk.place(scope or "user"), _wanted(workspace, events)
    if dry_run:
        change = plan_install(place, wanted, workspace.files)
    else:
        change = install_hooks(place, wanted, workspace.files, desk.backups())
    _note_install(call, workspace, wanted, change)
    call.emit(install_data(change, wanted, dry_run=dry_run), install_lines(change, wanted, dry_run=dry_run))


def _wanted(workspace: Workspace, events: str | None) -> Wanted:
    from daykeep.errors import WorkspaceError
    from daykeep.wiring.claude.handlers import EVENTS, USED_TOOLS, Wanted
    from daykeep.wiring.claude.program import check_words, find_program
    from daykeep.workspace.layout import is_workspace

    program, root = find_program(sys.executable, sys.platform), str(workspace.root)
    check_words(*program, root)
    if not is_workspace(root):
        raise WorkspaceError(
            f'"{root}" is not a workspace: hooks would write logs and notes into it',
            hint="`daykeep init` or `daykeep adopt` first",
        )
    if events is None:
        more = (USED_TOOLS,) if workspace.settings["hooks.references"] else ()
        return Wanted(program, root, (*EVENTS, *more))
    return Wanted(program, root, _chosen(events))


def _chosen(events: str) -> tuple[str, ...]:
    from daykeep.errors import UsageError
    from daykeep.wiring.claude.handlers import TIMEOUTS_SECONDS

    names = {name.lower(): name for name in TIMEOUTS_SECONDS}
    words = [word.strip() for word in events.split(",") if word.strip()]
    unknown = [word for word in words if word.lower() not in names]
    if unknown or not words:
        raise UsageError(
            f'no event "{", ".join(unknown)}" that daykeep answers' if unknown else "--events names no event",
            hint=f"there are: {', '.join(TIMEOUTS_SECONDS)}",
        )
    given = {names[word.lower()] for word in words}
    return tuple(name for name in TIMEOUTS_SECONDS if name in given)


def _note_install(call: Call, workspace: Workspace, wanted: Wanted, change: Change) -> None:
    from daykeep.wiring.claude.program import is_passing

    if is_passing(wanted.command):
        call.note(
            "this daykeep was made for one run and may be cleared away: install it, then run this again"
        )
    if len(wanted.program) > 1:
        call.note(
            f"there is no daykeep-hook beside {sys.executable}; the hooks run `{' '.join(wanted.program)}`"
        )
    if "PostToolUse" in wanted.events and not workspace.settings["hooks.references"]:
        call.note("PostToolUse does nothing before `hooks.references = true` stands in daykeep.toml")
    if change.place.scope == "project":
        call.note(
            "a project's settings are usually shared, and these paths are of this machine: --scope local keeps them to yourself"
        )
    if change.place.scope == "local" and change.old is None:
        call.note(f'"{change.place.path}" is yours alone: keep it out of git')
    if change.installed and change.installed.made_folder and change.place.scope == "user":
        call.note(f'there was no folder "{change.place.path.parent}": is Claude Code installed?')


@hooks.command("uninstall", short_help="Take daykeep's hooks out of Claude Code's settings.")
@_SCOPE
@_PROJECT
@click.option("--dry-run", is_flag=True, help="Say what would go; change nothing.")
def uninstall(call: Call, *, scope: str | None, project: str | None, dry_run: bool) -> None:
    """Take this workspace's hooks out of Claude Code's settings, and nothing else.

    Without --scope out of your own settings, this folder's, and all that they were installed in. Hooks of a workspace that is not
    there any more go with them.
    """
    from daykeep.cli.hooks.taking import own_handlers, take_out
    from daykeep.cli.hooks.text import uninstall_data, uninstall_lines

    check_project(scope, project)
    desk = HookDesk(call, project)
    workspace = desk.workspace()
    places = [desk.place(scope)] if scope else desk.places(workspace)
    changes = take_out(desk, workspace, places, own_handlers(workspace), dry_run=dry_run)
    call.emit(uninstall_data(changes, dry_run=dry_run), uninstall_lines(changes, dry_run=dry_run))


@hooks.command("status", short_help="Say where hooks are installed, and how they went.")
@click.option("--project", metavar="DIR", help="The project whose settings are looked at; else this folder.")
def status(call: Call, *, project: str | None) -> None:
    """Say where daykeep's hooks are installed, whether they can run, and how the last ones went."""
    from daykeep.cli.hooks.state import read_state
    from daykeep.cli.hooks.text import status_lines

    data = read_state(HookDesk(call, project))
    call.emit(data, status_lines(data))
