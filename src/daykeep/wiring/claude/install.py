"""Writes daykeep's hooks into a settings file of Claude Code, and takes exactly that away again.

A file that is no JSON, or has another form than settings, is refused with its line; so is a link that leads away. A copy is kept
before each write. What another program changed between reading and writing is read anew, and never overwritten.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from daykeep.errors import ConflictError, DocumentError
from daykeep.files.encoding import BOM
from daykeep.files.swapped import drop, make_folder, read_swapped, remove_empty_folder, swap, sweep
from daykeep.text.jsonspans.reading import JsonError, parse_json
from daykeep.wiring.claude.handlers import find_handlers
from daykeep.wiring.claude.merging import FormError, Merged, merge_in, merge_out
from daykeep.wiring.claude.places import follow
from daykeep.wiring.claude.record import Installed, find_installed, put_on_record, strike_off

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.files.store import Files
    from daykeep.wiring.claude.backups import Backups
    from daykeep.wiring.claude.handlers import Handler, Wanted
    from daykeep.wiring.claude.places import Place

LIMIT_BYTES = 1024 * 1024
"""Settings that people write have some kilobytes."""
_TRIES = 3

_Done = TypeVar("_Done")


class Change(NamedTuple):
    """What happens to one settings file.

    ``old`` and ``new`` are its bytes before and after (None: no such file), ``real`` is where it lies behind links. ``installed`` is
    what is remembered of it, ``backup`` the copy that was kept.
    """

    place: Place
    real: Path
    old: bytes | None
    new: bytes | None
    merged: Merged
    installed: Installed | None = None
    backup: Path | None = None

    @property
    def changes(self) -> bool:
        """Whether anything is written."""
        return self.old != self.new


def plan_install(place: Place, wanted: Wanted, files: Files) -> Change:
    """The settings with the wanted hooks in them; nothing is written.

    Raises DocumentError for what is no settings file, RefusedError for one that may not be written, ConflictError where the
    hooks of another workspace that exists stand in it.
    """
    real = follow(place)
    old = read_swapped(real, limit_bytes=LIMIT_BYTES)
    bom, text = _decode(place, old or b"")
    before = find_installed(files, str(place.path))
    try:
        others = _of_others(text, wanted.workspace)
        merged = merge_in(text, wanted, before.around if before else {})
    except (JsonError, FormError) as error:
        raise _unusable(place, error) from error
    if others:
        name = others[0].workspace
        raise ConflictError(
            f'"{place.path}" calls daykeep for another workspace already, "{name}"; nothing was changed',
            hint="take that hook out by hand: only a shell can tell which folder it means"
            if others[0].open
            else f'`daykeep hooks uninstall --scope {place.scope} --workspace "{name}"` first',
        )
    known = before if before and len(merged.added) < len(wanted.events) else None
    installed = Installed(
        str(place.path),
        place.scope,
        known.made_file if known else old is None,
        known.made_folder if known else not real.parent.is_dir() or _left_by_kill(before, old),
        merged.around,
    )
    return Change(place, real, old, bom + merged.text.encode(), merged, installed)


def _left_by_kill(before: Installed | None, old: bytes | None) -> bool:
    """Whether an install was ended after it made the folder and before it made the file."""
    return bool(before and before.made_folder) and old is None


def install_hooks(place: Place, wanted: Wanted, files: Files, backups: Backups) -> Change:
    """Do what `plan_install` says; again, it changes nothing. Raises its errors, and StorageError."""

    def once() -> Change:
        change = plan_install(place, wanted, files)
        return _write_hooks(change, files, backups) if change.changes else change

    return _retried(once)


def plan_uninstall(
    place: Place, own: Callable[[Handler], bool], installed: Installed | None
) -> Change | None:
    """The settings without daykeep's handlers that are ``own``; None if there is nothing to take away. Nothing is written."""
    real = follow(place)
    old = read_swapped(real, limit_bytes=LIMIT_BYTES)
    if old is None:
        return None
    bom, text = _decode(place, old)
    try:
        if not text.strip() or not any(own(handler) for handler in find_handlers(text, parse_json(text))):
            return None
        merged = merge_out(text, own, installed.around if installed else {})
    except (JsonError, FormError) as error:
        raise _unusable(place, error) from error
    new: bytes | None = bom + merged.text.encode()
    if installed and installed.made_file and not (merged.text.strip() and parse_json(merged.text).members):
        new = None
    return Change(place, real, old, new, merged, installed)


def remove_hooks(
    place: Place, own: Callable[[Handler], bool], files: Files | None, backups: Backups
) -> Change | None:
    """Do what `plan_uninstall` says, and forget the file; None if there was nothing to take away.

    ``files`` are those of the workspace that remembers what was there before; without it (None), what the handlers leave
    empty is taken away with them.
    """
    installed = find_installed(files, str(place.path)) if files else None

    def once() -> Change | None:
        change = plan_uninstall(place, own, installed)
        return _write_without(change, backups) if change else None

    change = _retried(once)
    if files and installed:
        strike_off(files, installed.path)
    return change


def _retried(act: Callable[[], _Done]) -> _Done:
    """Read and write; again where another program wrote in between, a few times."""
    for _ in range(_TRIES - 1):
        with suppress(ConflictError):
            return act()
    return act()


def _write_hooks(change: Change, files: Files, backups: Backups) -> Change:
    backup = backups.keep(change.place, change.old) if change.old is not None else None
    if change.installed is not None:
        put_on_record(files, change.installed)
    make_folder(change.real.parent)
    sweep(change.real)
    swap(change.real, change.new or b"", expected=change.old)
    return change._replace(backup=backup)


def _write_without(change: Change, backups: Backups) -> Change:
    old = change.old or b""
    backup = backups.keep(change.place, old)
    sweep(change.real)
    if change.new is not None:
        swap(change.real, change.new, expected=old)
        return change._replace(backup=backup)
    drop(change.real, expected=old)
    if change.installed and change.installed.made_folder:
        remove_empty_folder(change.real.parent)
    return change._replace(backup=backup)


def read_handlers(place: Place) -> tuple[str, list[Handler]] | None:
    """The text of a settings file and daykeep's handlers in it; None if there is no file. Raises as `plan_install` does."""
    data = read_swapped(follow(place), limit_bytes=LIMIT_BYTES)
    if data is None:
        return None
    text = _decode(place, data)[1]
    try:
        return text, find_handlers(text, parse_json(text)) if text.strip() else []
    except JsonError as error:
        raise _unusable(place, error) from error


def is_of(root: Path) -> Callable[[Handler], bool]:
    """Whether a handler is that of the workspace at ``root``."""
    return lambda handler: bool(handler.workspace) and _leads_to(handler.workspace, str(root))


def _leads_to(name: str, root: str) -> bool:
    try:
        return os.path.realpath(name) == root
    except (OSError, ValueError):  # no folder can have such a name
        return False


def is_lost(handler: Handler) -> bool:
    """Whether a handler names no workspace, or one that is not there any more; one that only a shell can find is not lost."""
    if handler.open:
        return False
    return not (handler.workspace and os.path.isdir(handler.workspace))  # noqa: PTH112 - no name makes it raise


def _of_others(text: str, workspace: str) -> list[Handler]:
    """The handlers in the settings that name other workspaces, which exist."""
    if not text.strip():
        return []
    mine = is_of(Path(workspace))
    found = find_handlers(text, parse_json(text))
    return [handler for handler in found if not mine(handler) and not is_lost(handler)]


def _decode(place: Place, data: bytes) -> tuple[bytes, str]:
    """The byte-order mark, if there is one, and the text after it."""
    bom = BOM if data.startswith(BOM) else b""
    try:
        return bom, data[len(bom) :].decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, len(bom) + error.start) + 1
        raise DocumentError(f'"{place.path}:{line}" is not UTF-8; nothing was changed') from error


def _unusable(place: Place, error: JsonError | FormError) -> DocumentError:
    what = "is not valid JSON" if isinstance(error, JsonError) else "can't take hooks"
    return DocumentError(
        f'"{place.path}:{error.line}" {what}: {error.reason}; nothing was changed',
        hint="mend that line and run the command again",
        details={"name": str(place.path), "line": error.line},
    )
