"""The agent's own notebook, ``memory/agent/``: what the model writes there as it likes.

It is searched as text that nobody has reviewed. What leaves it, by an edit or a deletion, is in the history or set
aside for 90 days.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.errors import ConflictError
from daykeep.memory_tool.desk import Guarded, check_size, guard
from daykeep.memory_tool.editing import insert_after, replace_once
from daykeep.memory_tool.model import CommandError, shown
from daykeep.memory_tool.paths import NOTEBOOK, check_harmless, list_seen

if TYPE_CHECKING:
    from daykeep.memory_tool.desk import Desk
    from daykeep.memory_tool.model import Command
    from daykeep.memory_tool.paths import Seen, Spot


def create(desk: Desk, spot: Spot, text: str) -> Guarded:
    """Make a file with this text, and the folders above it; CommandError if something stands there already."""
    check_harmless(spot)
    made = guard(text)
    data = made.text.encode()
    check_size(data, spot.path)
    taken = f"Error: File {shown(spot.path)} already exists"
    _check_folders(desk, spot)
    if desk.files.kind(spot.name) != "missing":
        raise CommandError(taken)
    try:
        desk.files.replace(spot.name, data, expected_sha256=None)
    except ConflictError as error:
        raise CommandError(taken) from error
    desk.record([spot.name], f"The agent noted {spot.name}")
    return made


def replace(desk: Desk, spot: Spot, command: Command) -> tuple[Guarded, str]:
    """Replace a text that stands in a file once; the new text, and a snippet of it."""
    snippets: list[str] = []

    def make(before: str) -> Guarded:
        after, snippet = replace_once(before, command.old, command.new, path=spot.path)
        made = guard(after, before)
        snippets[:] = [snippet if made.text == after else ""]
        return made

    missing = f"Error: The path {shown(spot.path)} does not exist. Please provide a valid path."
    made = desk.change(spot.name, make, path=spot.path, missing=missing)
    desk.record([spot.name], f"The agent changed {spot.name}")
    return made, snippets[0]


def insert(desk: Desk, spot: Spot, command: Command) -> Guarded:
    """Put text behind a line of a file."""

    def make(before: str) -> Guarded:
        return guard(insert_after(before, command.line, command.text), before)

    missing = f"Error: The path {shown(spot.path)} does not exist"
    made = desk.change(spot.name, make, path=spot.path, missing=missing)
    desk.record([spot.name], f"The agent added to {spot.name}")
    return made


def delete(desk: Desk, spot: Spot) -> None:
    """Take away a file, or everything below a folder."""
    names = [seen.name for seen in _found(desk, spot)]
    desk.settle(names)
    for name in names:
        desk.files.remove(name)
    desk.record(names, f"The agent deleted {spot.name}")


def move(desk: Desk, spot: Spot, to: Spot) -> None:
    """Give a file or a folder another path in the notebook; nothing is overwritten."""
    if to.area != NOTEBOOK or to.is_fixed:
        raise CommandError(
            f"Error: The path {shown(to.path)} is kept by the workspace; create a new file there instead"
        )
    check_harmless(to)
    found = _found(desk, spot)
    if to.path.startswith(f"{spot.path}/"):
        raise CommandError(f"Error: {shown(spot.path)} can't be moved into itself")
    _check_folders(desk, to)
    if desk.files.kind(to.name) == "file" or list_seen(desk.files, desk.workspace.layout, to):
        raise CommandError(f"Error: The destination {shown(to.path)} already exists")
    names = [(seen.name, to.name + seen.name[len(spot.name) :]) for seen in found]
    desk.settle([old for old, _ in names])
    try:
        for old, new in names:
            desk.files.move(old, new)
    except ConflictError as error:
        raise CommandError(f"Error: The destination {shown(to.path)} already exists") from error
    desk.record([name for pair in names for name in pair], f"The agent renamed {spot.name} to {to.name}")


def _found(desk: Desk, spot: Spot) -> list[Seen]:
    found = list_seen(desk.files, desk.workspace.layout, spot)
    if not found:
        raise CommandError(f"Error: The path {shown(spot.path)} does not exist")
    return found


def _check_folders(desk: Desk, spot: Spot) -> None:
    """CommandError where a file stands in the place of a folder above the path."""
    parts = spot.name.split("/")
    for count in range(1, len(parts)):
        if desk.files.kind("/".join(parts[:count])) not in {"missing", "folder"}:
            raise CommandError(
                f"Error: The path {shown(spot.path)} is refused: a file stands where it needs a folder"
            )
