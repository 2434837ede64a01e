"""What daykeep has placed in other programs' folders for this user: skills and blocks, on record in one file.

The record stands in the user's own settings folder, not in a workspace: two workspaces may share what was placed,
and a cloned workspace must not name what is to be removed on this machine.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import ConfigError, ConflictError
from daykeep.files.outside import find_outside, remove_outside, write_outside
from daykeep.files.replace import sha256_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

RECORD_FILE = "placed.json"
SCHEMA = 1
_ROUNDS = 5


class PlacedSkill(NamedTuple):
    """A skill's folder, what daykeep wrote into it, and for which workspaces.

    ``root`` and ``name`` give the folder; ``files`` are names below it with the hashes that are daykeep's; ``made``
    are folders that were made for it; ``found`` says that it stood there before, just as it is shipped.
    """

    root: str
    name: str
    files: Mapping[str, tuple[str, ...]]
    made: tuple[str, ...] = ()
    found: bool = False
    workspaces: tuple[str, ...] = ()


class PlacedBlock(NamedTuple):
    """A block in an instruction file: ``root`` and ``name`` give the file, ``workspace`` is what it points to.

    ``agents`` are those that it was written for. ``created`` says that daykeep made the file, with ``header`` above the
    block; ``made`` are its new folders.
    """

    root: str
    name: str
    agents: tuple[str, ...]
    workspace: str
    created: bool = False
    header: str = ""
    made: tuple[str, ...] = ()


class Placed(NamedTuple):
    """Everything on record."""

    skills: tuple[PlacedSkill, ...] = ()
    blocks: tuple[PlacedBlock, ...] = ()

    def skill(self, root: str, name: str) -> PlacedSkill | None:
        """The skill on record in a folder; None if there is none."""
        return next((one for one in self.skills if (one.root, one.name) == (root, name)), None)

    def block(self, root: str, name: str) -> PlacedBlock | None:
        """The block on record in a file; None if there is none."""
        return next((one for one in self.blocks if (one.root, one.name) == (root, name)), None)

    def with_skill(self, root: str, name: str, entry: PlacedSkill | None) -> Placed:
        """The record with this entry instead of the one it had for that skill; None takes it away."""
        others = tuple(one for one in self.skills if (one.root, one.name) != (root, name))
        return self._replace(skills=(*others, entry) if entry else others)

    def with_block(self, root: str, name: str, entry: PlacedBlock | None) -> Placed:
        """The record with this entry instead of the one it had for that file; None takes it away."""
        others = tuple(one for one in self.blocks if (one.root, one.name) != (root, name))
        return self._replace(blocks=(*others, entry) if entry else others)


def load_placed(folder: Path) -> Placed:
    """The record of a user's settings folder; ConfigError where the file is not what daykeep writes."""
    return _parse(find_outside(folder / RECORD_FILE), folder / RECORD_FILE)


def update_placed(folder: Path, change: Callable[[Placed], Placed]) -> Placed:
    """Change the record; the new one. Tried again where another process wrote it meanwhile."""
    path = folder / RECORD_FILE
    for last in range(_ROUNDS):
        before = find_outside(path)
        known = _parse(before, path)
        placed = change(known)
        if placed == known:
            return placed
        try:
            _write(path, placed, before)
        except ConflictError:
            if last == _ROUNDS - 1:
                raise
        else:
            return placed
    raise ConflictError(f'"{path}" changes all the time; nothing was written')


def _write(path: Path, placed: Placed, before: bytes | None) -> None:
    """Write the record; an empty one is no file."""
    if placed == Placed() and before is not None:
        remove_outside(path, expected_sha256=sha256_of(before))
    else:
        write_outside(path, _render(placed), expected_sha256=sha256_of(before) if before else None)


def _render(placed: Placed) -> bytes:
    value = {
        "schema": SCHEMA,
        "skills": [one._asdict() for one in sorted(placed.skills, key=lambda one: (one.root, one.name))],
        "blocks": [one._asdict() for one in sorted(placed.blocks, key=lambda one: (one.root, one.name))],
    }
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "surrogateescape")


def _parse(data: bytes | None, path: Path) -> Placed:
    if data is None:
        return Placed()
    try:
        value = json.loads(data.decode("utf-8", "surrogateescape"))
        skills = tuple(_skill(one) for one in value["skills"])
        blocks = tuple(_block(one) for one in value["blocks"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ConfigError(
            f'"{path}" is not a record of what daykeep placed', hint="move it away and run the command again"
        ) from error
    return Placed(skills, blocks)


def _skill(value: Mapping[str, Any]) -> PlacedSkill:
    files = {str(name): tuple(map(str, hashes)) for name, hashes in value["files"].items()}
    return PlacedSkill(
        str(value["root"]),
        str(value["name"]),
        files,
        _texts(value.get("made")),
        bool(value.get("found")),
        _texts(value.get("workspaces")),
    )


def _block(value: Mapping[str, Any]) -> PlacedBlock:
    root, name, workspace = (str(value[key]) for key in ("root", "name", "workspace"))
    created, header = bool(value.get("created")), str(value.get("header", ""))
    return PlacedBlock(
        root, name, _texts(value["agents"]), workspace, created, header, _texts(value.get("made"))
    )


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value or ()))
