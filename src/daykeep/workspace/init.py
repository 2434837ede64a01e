"""Makes a new workspace in a folder, without touching anything that is already there.

Deciding and doing are apart: `plan_init` reads and refuses, `apply_init` writes. A mark in ``.daykeep/data`` stands
from the first write until `finish_init`, so that an interrupted run can be started again and goes on where it
stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import StorageError, WorkspaceError
from daykeep.workspace.ignore import IGNORE_FILE, plan_ignores
from daykeep.workspace.layout import MEMORY_FOLDER
from daykeep.workspace.template import LANGUAGES, TemplateFile, load_template, settings_values

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from daykeep.clock import Zone
    from daykeep.files.store import Files

UNFINISHED_FILE = ".daykeep/data/init.json"
SHOWN_CONFLICTS = 12
"""How many names a refusal lists before it counts the rest."""


class Choice(NamedTuple):
    """What a person chose for a new workspace; the same choice makes the same bytes."""

    language: str
    zone: str
    history: bool


class InitPlan(NamedTuple):
    """What `apply_init` will write: new ``files`` in order, and ``ignores`` for a ``.gitignore`` that is there.

    ``present`` is there already, byte for byte, from a run that was cut short.
    """

    choice: Choice
    files: tuple[TemplateFile, ...]
    ignores: bytes | None
    ignores_sha256: str | None
    present: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Every file that belongs to the new workspace, sorted."""
        appended = (IGNORE_FILE,) if self.ignores is not None else ()
        return tuple(sorted({*(file.name for file in self.files), *appended, *self.present}))


def find_unfinished(files: Files) -> Choice | None:
    """The choice of a run that was cut short in this folder, or None."""
    if files.kind(UNFINISHED_FILE) != "file":
        return None
    value = files.find_state(UNFINISHED_FILE).value
    language, zone, history = value.get("language"), value.get("zone"), value.get("history")
    if language not in LANGUAGES or not isinstance(zone, str) or not isinstance(history, bool):
        return None
    return Choice(language, zone, history)


def describe_zone(zone: Zone, now: datetime) -> str:
    """A zone as USER.md states it: with its offset where that never changes over the year.

    "Asia/Shanghai (UTC+8)", but only "Europe/Berlin".
    """
    offsets = {now.replace(month=month, day=1).astimezone(zone.info).utcoffset() for month in range(1, 13)}
    offset = offsets.pop()
    if offsets or offset is None or zone.name == "UTC":
        return zone.name
    minutes = int(offset.total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"{zone.name} (UTC{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''})"


def plan_init(files: Files, choice: Choice) -> InitPlan:
    """Decide what a new workspace in this folder needs; nothing is written.

    Raises WorkspaceError, listing them, if files stand where new ones would go. An existing ``.gitignore`` is no
    obstacle: it gets one block at its end. Files of an interrupted run count as done if they are as it left them.
    """
    values = {"zone": choice.zone, **settings_values(choice.language, history=choice.history)}
    wanted = load_template(choice.language, values)
    ignores = files.find_document(IGNORE_FILE)
    resumed = find_unfinished(files) is not None
    taken = _names_taken(files, [file.name for file in wanted])
    missing, present, conflicts = [], [], []
    for file in wanted:
        found = taken.get(file.name)
        if found is None:
            missing.append(file)
        elif resumed and found == file.name and files.find_bytes(file.name) == file.data:
            present.append(file.name)
        elif file.name != IGNORE_FILE or found != IGNORE_FILE:
            conflicts.append(found)
    if conflicts:
        raise _refusal(files, sorted(set(conflicts)))
    appends = ignores is not None and IGNORE_FILE not in present
    return InitPlan(
        choice,
        tuple(missing),
        plan_ignores(ignores) if appends else None,
        ignores.sha256 if ignores is not None and appends else None,
        tuple(present),
    )


def apply_init(files: Files, plan: InitPlan) -> None:
    """Write what the plan says, each file whole or not at all; never over a file that came in between.

    Raises ConflictError for such a file. The mark of an unfinished run stands until `finish_init`.
    """
    files.update_state(UNFINISHED_FILE, lambda state: {**state, **plan.choice._asdict()})
    files.make_folder(MEMORY_FOLDER)
    for file in plan.files:
        files.replace(file.name, file.data, expected_sha256=None)
    if plan.ignores is not None:
        files.replace(IGNORE_FILE, plan.ignores, expected_sha256=plan.ignores_sha256)


def finish_init(files: Files) -> None:
    """Take the mark of the unfinished run away: from here on the workspace counts as made."""
    if files.kind(UNFINISHED_FILE) == "file":
        files.remove(UNFINISHED_FILE)


def _names_taken(files: Files, names: Sequence[str]) -> dict[str, str]:
    """For each wanted name the existing one that stands in its place, in whatever case it is written."""
    taken: dict[str, str] = {}
    listed: dict[str, dict[str, str]] = {}
    for name in names:
        folder, _, base = name.rpartition("/")
        if folder not in listed:
            listed[folder] = _listing(files, folder)
        found = listed[folder].get(base.lower())
        if found is not None:
            taken[name] = f"{folder}/{found}" if folder else found
    return taken


def _listing(files: Files, folder: str) -> dict[str, str]:
    try:
        return {
            name.lower(): name
            for name in sorted(entry.name for entry in (files.root / folder).iterdir())[::-1]
        }
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise StorageError(f'can\'t list "{folder or files.root}": {error.strerror}') from error


def _refusal(files: Files, conflicts: Sequence[str]) -> WorkspaceError:
    shown = ", ".join(f'"{name}"' for name in conflicts[:SHOWN_CONFLICTS])
    more = f" and {len(conflicts) - SHOWN_CONFLICTS} more" if len(conflicts) > SHOWN_CONFLICTS else ""
    return WorkspaceError(
        f'"{files.root}" is not empty enough for a new workspace: {shown}{more} already there; nothing was written',
        hint="`daykeep adopt` takes over a folder as it is",
        details={"root": str(files.root), "exists": list(conflicts)},
    )
