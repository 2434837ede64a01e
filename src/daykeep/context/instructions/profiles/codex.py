"""What Codex reads: one file of its home folder, then at most one per folder from the project's root down.

In the home folder the first of ``AGENTS.override.md`` and ``AGENTS.md`` that says something counts. In a folder of the
project it is the first that exists of those two and of ``project_doc_fallback_filenames``. Files are joined by blank
lines; of the project's, ``project_doc_max_bytes`` are read and the rest falls out.
Source: developers.openai.com/codex/guides/agents-md.
"""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.context.instructions.folders import below, folders_between, is_inside
from daykeep.context.instructions.gather import Gathering
from daykeep.context.instructions.model import Asked
from daykeep.context.instructions.profiles.place import find_place, is_blank, is_plain_name
from daykeep.context.instructions.reading import Found, Unread

if TYPE_CHECKING:
    from daykeep.context.instructions.model import Around, Instructions
    from daykeep.context.instructions.profiles.place import Place

NAMES = ("AGENTS.override.md", "AGENTS.md")
MOST_BYTES = 32 * 1024
"""What is read of a project's files together, unless ``project_doc_max_bytes`` says otherwise."""


class Config(NamedTuple):
    """What Codex's configuration says about instruction files."""

    most_bytes: int = MOST_BYTES
    fallbacks: tuple[str, ...] = ()
    markers: tuple[str, ...] = (".git",)


def find(around: Around, asked: Asked) -> Instructions:
    """What Codex reads in a folder, in the order in which it is joined; what falls out of the limit is listed."""
    place = find_place(around, asked)
    gathering = Gathering(place.around, asked, plain=True)
    home = around.environ.get("CODEX_HOME") or below(str(around.home), ".codex")
    config = _read_config(gathering, below(home, "config.toml"))
    chosen = _choose(gathering, home, NAMES, pass_empty=True)
    if chosen is not None:
        _add(gathering, chosen, scope="user", reason="yours, in every project")
    left = config.most_bytes
    root = _find_root(place.cwd, config.markers)
    for folder in folders_between(root, place.cwd):
        chosen = _choose(gathering, folder, (*NAMES, *config.fallbacks))
        if chosen is not None:
            left -= _add_within(gathering, chosen, left, config.most_bytes, place.cwd)
    _tell_below(gathering, place, (*NAMES, *config.fallbacks))
    return gathering.done("codex")


def read_config(around: Around) -> Config:
    """What the configuration of the user's Codex says about instruction files."""
    home = around.environ.get("CODEX_HOME") or below(str(around.home), ".codex")
    return _read_config(Gathering(around, Asked(), plain=True), below(home, "config.toml"))


def _read_config(gathering: Gathering, path: str) -> Config:
    found = gathering.look(path)
    if found is None:
        return Config()
    if isinstance(found, Unread):
        gathering.note(f"{gathering.shown(path)}: not read: {found.reason}")
        return Config()
    try:
        values: dict[str, Any] = tomllib.loads("\n".join(found.lines))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        gathering.note(f"{gathering.shown(path)}: not valid TOML: {error}; its settings don't count")
        return Config()
    most = values.get("project_doc_max_bytes", MOST_BYTES)
    names, markers = (
        values.get("project_doc_fallback_filenames", []),
        values.get("project_root_markers", [".git"]),
    )
    config = Config(
        most if isinstance(most, int) and not isinstance(most, bool) and most >= 0 else MOST_BYTES,
        tuple(name for name in names if is_plain_name(name)) if isinstance(names, list) else (),
        tuple(name for name in markers if is_plain_name(name)) if isinstance(markers, list) else (".git",),
    )
    for key, given, kept in (
        ("project_doc_max_bytes", most, config.most_bytes),
        ("project_doc_fallback_filenames", names, list(config.fallbacks)),
        ("project_root_markers", markers, list(config.markers)),
    ):
        if given != kept:
            gathering.note(
                f"{gathering.shown(path)}: {key} is taken as {kept!r}, because {given!r} can't be used"
            )
    return config


def _find_root(cwd: str, markers: tuple[str, ...]) -> str:
    """The nearest folder that holds a marker of a project, else the working folder."""
    here = cwd
    while True:
        if any(os.path.exists(below(here, name)) for name in markers):
            return here
        above = os.path.dirname(here)
        if above == here:
            return cwd
        here = above


def _choose(
    gathering: Gathering, folder: str, names: tuple[str, ...], *, pass_empty: bool = False
) -> Found | None:
    """The one file of a folder that counts; the others are recorded. An empty one counts unless ``pass_empty``."""
    chosen: Found | Unread | None = None
    for name in dict.fromkeys(names):
        path = below(folder, name)
        found = gathering.look(path)
        if found is None:
            continue
        if isinstance(found, Unread):
            gathering.skip(path, found.code, found.reason)
            if found.code != "not_a_file" and not pass_empty:
                chosen = chosen or found
        elif chosen is not None:
            if not (isinstance(chosen, Found) and chosen.key == found.key):
                first = os.path.basename(chosen.path)
                gathering.skip(path, "not_loaded", f"{first} in the same folder comes first")
        elif is_blank(found):
            gathering.skip(path, "not_loaded", "it is empty")
            chosen = None if pass_empty else Unread(path, "not_loaded", "it is empty")
        else:
            chosen = found
    return chosen if isinstance(chosen, Found) else None


def _add(gathering: Gathering, found: Found, *, scope: str, reason: str) -> bool:
    whole = found._replace(body_from=0)
    return gathering.add(whole, scope=scope, reason=reason, imports=False) is not None


def _add_within(gathering: Gathering, found: Found, left: int, most: int, cwd: str) -> int:
    """Read a file of the project as far as the limit allows; how many bytes it took of what is left."""
    if left <= 0:
        why = "project_doc_max_bytes is 0" if most == 0 else f"{most:,} bytes were read before it"
        gathering.skip(found.path, "switched_off" if most == 0 else "over_budget", why)
        return 0
    folder = os.path.dirname(found.path)
    where = "of the working folder" if folder == cwd else f"of {folder}, above the working folder"
    if not _add(gathering, found, scope="project", reason=where):
        return 0
    made = gathering.files[-1]
    data = made.text.encode("utf-8", "replace")
    if len(data) <= left:
        return len(data)
    text = data[:left].decode("utf-8", "ignore")
    gathering.files[-1] = made._replace(
        text=text,
        chars=len(text),
        tokens=gathering.asked.count(text),
        reason=f"{where}; only its first {left:,} bytes",
    )
    said = (
        f"its last {len(data) - left:,} of {len(data):,} bytes fall out: {most:,} bytes of a project are read"
    )
    gathering.skip(found.path, "over_budget", said)
    return left


def _tell_below(gathering: Gathering, place: Place, names: tuple[str, ...]) -> None:
    """Name the files between the working folder and the paths of the call: Codex reads none below its start."""
    for target in place.targets:
        if not is_inside(target.folder, place.cwd):
            continue
        for folder in folders_between(place.cwd, target.folder)[1:]:
            for name in names:
                if gathering.look(below(folder, name)) is not None:
                    reason = "below the working folder: read only when Codex starts there"
                    gathering.skip(below(folder, name), "not_loaded", reason)
