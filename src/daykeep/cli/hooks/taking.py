"""Takes a workspace's hooks out of several settings files; one that can't be read does not stop the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import DaykeepError
from daykeep.wiring.claude.install import is_lost, is_of, plan_uninstall, read_handlers, remove_hooks
from daykeep.wiring.claude.record import find_installed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.app import Workspace
    from daykeep.cli.hooks.desk import HookDesk
    from daykeep.wiring.claude.handlers import Handler
    from daykeep.wiring.claude.install import Change
    from daykeep.wiring.claude.places import Place


def take_out(
    desk: HookDesk,
    workspace: Workspace | None,
    places: Sequence[Place],
    own: Callable[[Handler], bool],
    *,
    dry_run: bool,
    others: bool = True,
) -> list[Change]:
    """Take the handlers that are ``own`` out of each file; what changed. Those that stay are notes, if ``others``.

    An error of a file is a note, so that the others are not kept waiting for it. Raises the first one where nothing could be
    taken out for it and ``others``: that there is nothing to take out would not be known then.
    """
    changes: list[Change] = []
    errors: list[DaykeepError] = []
    for place in places:
        try:
            change = _take(desk, workspace, place, own, dry_run=dry_run)
            if change:
                changes.append(change)
            if others:
                _note_others(desk, place, own)
        except DaykeepError as error:
            errors.append(error)
    if errors and not changes and (others or len(places) == 1):
        raise errors[0]
    for each in errors:
        desk.call.note(each.message)
    return changes


def take_from_all(desk: HookDesk, workspace: Workspace, *, dry_run: bool) -> list[Change]:
    """Take the workspace's own handlers out of every file that they may be in."""
    return take_out(
        desk, workspace, desk.places(workspace), is_of(workspace.root), dry_run=dry_run, others=False
    )


def own_handlers(workspace: Workspace | None) -> Callable[[Handler], bool]:
    """Whether a handler is the workspace's, or nobody's any more."""
    if workspace is None:
        return is_lost
    mine = is_of(workspace.root)
    return lambda handler: mine(handler) or is_lost(handler)


def _take(
    desk: HookDesk,
    workspace: Workspace | None,
    place: Place,
    own: Callable[[Handler], bool],
    *,
    dry_run: bool,
) -> Change | None:
    files = workspace.files if workspace else None
    if dry_run:
        return plan_uninstall(place, own, find_installed(files, str(place.path)) if files else None)
    return remove_hooks(place, own, files, desk.backups())


def _note_others(desk: HookDesk, place: Place, own: Callable[[Handler], bool]) -> None:
    found = read_handlers(place)
    others = [handler.workspace for handler in found[1] if not own(handler)] if found else []
    for name in dict.fromkeys(others):
        desk.call.note(f'{place.path}: the hooks of another workspace stay, "{name}" (--workspace names it)')
