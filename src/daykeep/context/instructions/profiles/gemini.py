"""What Gemini CLI reads: its home folder's file, the project's from the root down, and more with each path it opens.

``context.fileName`` in ``settings.json`` renames the files, or names several. ``@path`` imports, five hops deep and
only from inside of the project. Sources: geminicli.com/docs/cli/gemini-md and /docs/reference/memport.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from daykeep.context.instructions.claude.checkouts import find_checkout
from daykeep.context.instructions.folders import below, file_root, folders_between, is_inside
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.model import LAUNCH, ON_READ
from daykeep.context.instructions.profiles.place import find_place, is_plain_name
from daykeep.context.instructions.reading import Unread

if TYPE_CHECKING:
    from collections.abc import Mapping

    from daykeep.context.instructions.model import Around, Asked, Instructions
    from daykeep.context.instructions.profiles.place import Place

NAME = "GEMINI.md"
MOST_HOPS = 5
"""Imports that may follow each other."""

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)


class _Gate:
    """Lets an import stay within ``root``, which is set for each file before it is read."""

    def __init__(self) -> None:
        self.root = ""

    def __call__(self, real: str, scope: str) -> tuple[str, str] | None:
        del scope
        if is_inside(real, os.path.realpath(self.root)):
            return None
        return "refused", f"outside of {self.root}: an import stays within its project"


class _Reader:
    def __init__(self, around: Around, asked: Asked, names: tuple[str, ...], gate: _Gate) -> None:
        self.gathering = Gathering(around, asked, gate=gate, most_hops=MOST_HOPS, plain=True)
        self.names = names
        self.gate = gate

    def folder(self, folder: str, root: str, *, scope: str, reason: str, when: str = LAUNCH) -> None:
        """Read the files of one folder with what they import from inside of ``root``."""
        self.gate.root = root
        for name in self.names:
            found = self.gathering.read(below(folder, name))
            if found is not None:
                whole = found._replace(body_from=0)
                self.gathering.add(whole, scope=scope, reason=reason, when=when)


def find(around: Around, asked: Asked) -> Instructions:
    """What Gemini CLI reads in a folder: the user's, the project's from the root down, then by ``asked.for_paths``."""
    place = find_place(around, asked)
    home = below(str(around.home), ".gemini")
    notes: list[str] = []
    looking = Gathering(place.around, asked)
    names = _read_names(looking, place, home, notes)
    reader = _Reader(place.around, asked, names, _Gate())
    reader.gathering.notes += notes
    own = find_checkout(os.path.realpath(home)).root or home
    reader.folder(home, own, scope="user", reason="yours, in every project")
    for folder in _folders(place):
        where = "of the working folder" if folder == place.cwd else f"of {folder}, above the working folder"
        reader.folder(folder, place.root if place.in_git else folder, scope="project", reason=where)
    _add_for_paths(reader, place)
    return reader.gathering.done("gemini")


def file_names(around: Around, asked: Asked) -> tuple[str, ...]:
    """The names of the files that are read in a folder, as the settings of the user and the project give them."""
    place = find_place(around, asked)
    return _read_names(Gathering(place.around, asked), place, below(str(around.home), ".gemini"), [])


def _folders(place: Place) -> list[str]:
    """The folders whose files are read at the start: from the checkout's root, else from the file system's."""
    top = place.root if place.in_git else file_root(place.cwd)
    return folders_between(top, place.cwd)


def _add_for_paths(reader: _Reader, place: Place) -> None:
    """Read the folders on the way to each path, as far as they lie in the project."""
    entered = set(_folders(place))
    for target in place.targets:
        folder = target.folder if is_inside(target.folder, place.root) else os.path.dirname(target.real)
        if not is_inside(folder, place.root):
            reader.gathering.note(f"{target.given}: outside of the project, so nothing more is read for it")
        for here in folders_between(place.root, folder):
            if here not in entered:
                entered.add(here)
                reason = f"on the way to {target.given}"
                reader.folder(here, place.root, scope="nested", reason=reason, when=ON_READ)


def _read_names(gathering: Gathering, place: Place, home: str, notes: list[str]) -> tuple[str, ...]:
    """The file names that settings give; the project's settings win over the user's."""
    names: tuple[str, ...] = (NAME,)
    for path in (below(home, "settings.json"), below(place.cwd, ".gemini", "settings.json")):
        given = _given_names(_read_json(gathering, path, notes))
        if given is None:
            continue
        listed = given if isinstance(given, list) else [given]
        kept = tuple(dict.fromkeys(name for name in listed if is_plain_name(name)))
        if len(kept) < len(listed):
            notes.append(
                f"{gathering.shown(path)}: a name in context.fileName leaves its folder and doesn't count"
            )
        names = kept or names
    return names


def _given_names(values: Mapping[str, Any]) -> Any:
    context = values.get("context")
    if isinstance(context, dict) and "fileName" in context:
        return context["fileName"]
    return values.get("contextFileName")


def _read_json(gathering: Gathering, path: str, notes: list[str]) -> Mapping[str, Any]:
    found = gathering.look(path)
    if found is None:
        return {}
    if isinstance(found, Unread):
        notes.append(f"{gathering.shown(path)}: not read: {found.reason}")
        return {}
    try:
        values = json.loads(_COMMENT.sub(lambda match: match[1] or "", "\n".join(found.lines)))
    except (ValueError, RecursionError) as error:
        notes.append(f"{gathering.shown(path)}: not valid JSON: {error}; its settings don't count")
        return {}
    return values if isinstance(values, dict) else {}
