"""Where a workspace's hooks were installed, and what was there before: ``.daykeep/data/hook-settings.json``.

The record is written before the settings are, so that what was written is never unknown. It is no truth: which hooks are
installed is read from the settings themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from daykeep.files.store import Files
    from daykeep.wiring.claude.merging import Around

RECORD = ".daykeep/data/hook-settings.json"
SCHEMA = 1
_PLACES = "settings"


class Installed(NamedTuple):
    """One settings file on record; ``made_file`` and ``made_folder`` say what the install had to make."""

    path: str
    scope: str
    made_file: bool
    made_folder: bool
    around: Around


def read_record(files: Files) -> list[Installed]:
    """The settings files that hooks of this workspace were written to, in the order of their paths."""
    places = files.find_state(RECORD).value.get(_PLACES)
    rows = [_parse(path, row) for path, row in places.items()] if isinstance(places, dict) else []
    return sorted(row for row in rows if row is not None)


def find_installed(files: Files, path: str) -> Installed | None:
    """What is on record of one settings file."""
    return next((row for row in read_record(files) if row.path == path), None)


def _parse(path: str, row: Any) -> Installed | None:
    if not isinstance(row, dict):
        return None
    around = row.get("around")
    kept = around.items() if isinstance(around, dict) else ()
    return Installed(
        path,
        str(row.get("scope", "")),
        row.get("made_file") is True,
        row.get("made_folder") is True,
        {str(key): value for key, value in kept if value is None or _is_blank(value)},
    )


def _is_blank(value: object) -> bool:
    """Whether a value is what can have stood in something empty.

    The record lies in the workspace, where others write: nothing of it but blanks may come into settings.
    """
    return isinstance(value, str) and not value.strip(" \t\r\n")


def put_on_record(files: Files, installed: Installed) -> None:
    """Remember one settings file; what was on record of it before is replaced."""
    row = {
        "scope": installed.scope,
        "made_file": installed.made_file,
        "made_folder": installed.made_folder,
        "around": installed.around,
    }
    files.update_state(RECORD, lambda old: _with(old, {**_places(old), installed.path: row}))


def strike_off(files: Files, path: str) -> None:
    """Forget one settings file; the record goes with the last one."""
    if find_installed(files, path) is None:
        return
    files.update_state(
        RECORD, lambda old: _with(old, {key: row for key, row in _places(old).items() if key != path})
    )
    if not read_record(files):
        files.remove(RECORD)


def _places(old: dict[str, Any]) -> dict[str, Any]:
    places = old.get(_PLACES)
    return places if isinstance(places, dict) else {}


def _with(old: dict[str, Any], places: dict[str, Any]) -> dict[str, Any]:
    return {**old, "schema": SCHEMA, _PLACES: places}
