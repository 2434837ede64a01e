"""What a path below ``/memories`` means in a workspace, and what stands there.

``/memories`` itself is the agent's own notebook, ``memory/agent/``, which it may write as it likes. Four folders and
a file of the workspace's memory hang in it under fixed names: MEMORY.md, ``daily``, ``notes``, ``sessions`` and
``archive``. The core files (SOUL.md, USER.md ...), records and states are not below ``/memories`` at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.daily.find import is_log_name
from daykeep.daily.names import ENDINGS, is_conflict_copy, parse_daily_name
from daykeep.errors import DaykeepError, RefusedError
from daykeep.files.paths import check_name
from daykeep.guard.hidden import find_hidden
from daykeep.guard.secrets import find_secrets
from daykeep.memory_tool.model import CommandError, shown
from daykeep.workspace.archive import ARCHIVE
from daykeep.workspace.layout import AGENT_FOLDER, CORE_FILES, MEMORY_FILE, MEMORY_FOLDER, NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.files.store import Files
    from daykeep.workspace.layout import Layout

ROOT = "/memories"
NOTEBOOK, MEMORY, DAILY, NOTES, SESSIONS, KEPT = (
    "notebook",
    "MEMORY.md",
    "daily",
    "notes",
    "sessions",
    "archive",
)
_FOLDERS = {DAILY: MEMORY_FOLDER, NOTES: NOTES_FOLDER, SESSIONS: f"{MEMORY_FOLDER}/sessions", KEPT: ARCHIVE}
_SKIPPED = "node_modules"
MOST_FOLDERS = 30
"""No deeper do files of the model lie: programs that walk a tree step by step would stumble over what is much deeper."""
_OBEYED = {name.casefold() for name in CORE_FILES} | {
    "agents.override.md",
    "claude.md",
    "claude.local.md",
    "gemini.md",
    "skill.md",
    "copilot-instructions.md",
}
"""Names that agents' programs read as instructions, in some of them wherever the file stands."""
_OBEYED_ENDINGS = (".mdc", ".instructions.md")


class Spot(NamedTuple):
    """A path of the model's without a slash at its end, the part of memory it is in, and its name in the workspace."""

    path: str
    area: str
    name: str

    @property
    def is_fixed(self) -> bool:
        """Whether this is ``/memories`` or something that hangs in it under a fixed name."""
        return self.path == ROOT or self.path[len(ROOT) + 1 :] in {MEMORY, *_FOLDERS}


class Seen(NamedTuple):
    """A file below ``/memories``: its path there, its name in the workspace, its size."""

    path: str
    name: str
    size_bytes: int


def locate(files: Files, layout: Layout, path: str) -> Spot:
    """What a path means; CommandError for one that is not below ``/memories``, or could lead out of it.

    Refused: every other prefix, empty, ``.`` and ``..`` components (also encoded, with backslashes or in full-width
    letters), NUL and control characters, hidden names and ``node_modules``, names that another system takes for
    something else, names that hold a secret or characters that can't be seen, and links of any kind on the way.
    """
    if path != ROOT and not path.startswith(f"{ROOT}/"):
        raise CommandError(f"Error: Path must start with {ROOT}, got: {shown(path)}")
    below = path[len(ROOT) + 1 :].removesuffix("/")
    if not below and path.removesuffix("/") != ROOT:
        raise _refused(path, "it holds an empty component")
    if not below:
        return Spot(ROOT, NOTEBOOK, AGENT_FOLDER)
    _check(below, path)
    first, _, rest = below.partition("/")
    area = first if first in _FOLDERS or (first == MEMORY and not rest) else NOTEBOOK
    name = _name(layout, area, below, rest)
    check_unlinked(files, name, path)
    return Spot(f"{ROOT}/{below}", area, name)


def check_unlinked(files: Files, name: str, path: str) -> None:
    """CommandError if a name, or a folder on the way to it, is a link: what it leads to is not the model's memory."""
    parts = name.split("/")
    try:
        for count in range(1, len(parts) + 1):
            inner = "/".join(parts[:count])
            if files.resolve(inner) != files.root / inner:
                raise _refused(path, "it leads through a link")
            if files.kind(inner) != "folder":
                return  # nothing can stand below it
    except DaykeepError as error:
        raise _refused(path, "it would escape /memories through a link") from error


def check_harmless(spot: Spot) -> None:
    """CommandError for a new file that a program could take for instructions because of its name, such as CLAUDE.md."""
    for part in spot.path.casefold().split("/"):
        if part in _OBEYED or part.endswith(_OBEYED_ENDINGS):
            raise _refused(spot.path, "files of that name are read as instructions; choose another name")


def list_seen(files: Files, layout: Layout, spot: Spot) -> list[Seen]:
    """Every file below a path, and the one at it, by path; without hidden ones, ``node_modules`` and links."""
    found = []
    for path, name in _candidates(files, layout, spot):
        if path != spot.path and not path.startswith(f"{spot.path}/"):
            continue
        try:
            check_unlinked(files, name, path)
            size = (files.root / name).stat().st_size
        except (CommandError, OSError):
            continue
        found.append(Seen(path, name, size))
    return sorted(found)


def _candidates(files: Files, layout: Layout, spot: Spot) -> Iterator[tuple[str, str]]:
    """Paths and names of the files in the part of memory that a path is in, of every part for ``/memories``."""
    whole = spot.path == ROOT
    if spot.area == NOTEBOOK:
        for name, below in _below(files, AGENT_FOLDER):
            if below.partition("/")[0] not in _FOLDERS and below != MEMORY:
                yield f"{ROOT}/{below}", name
    if (whole or spot.area == MEMORY) and layout.memory:
        yield f"{ROOT}/{MEMORY}", layout.memory
    for area, folder in _FOLDERS.items():
        if whole or spot.area == area:
            for name, below in _below(files, folder):
                if _is_shown(area, name):
                    yield f"{ROOT}/{area}/{below}", name


def _below(files: Files, folder: str) -> Iterator[tuple[str, str]]:
    try:
        check_unlinked(files, folder, folder)
        names = files.list_names(folder, recursive=True) if files.kind(folder) == "folder" else []
    except (CommandError, DaykeepError):
        return
    for name in names:
        below = name[len(folder) + 1 :]
        if _SKIPPED not in below.split("/"):
            yield name, below


def _is_shown(area: str, name: str) -> bool:
    if area == DAILY:
        if not is_log_name(name, archive=False) or is_conflict_copy(name):
            return False
        return parse_daily_name(name) is not None
    return name.lower().endswith(ENDINGS)


def _name(layout: Layout, area: str, below: str, rest: str) -> str:
    if area == NOTEBOOK:
        return f"{AGENT_FOLDER}/{below}"
    if area == MEMORY:
        return layout.memory or MEMORY_FILE
    return f"{_FOLDERS[area]}/{rest}" if rest else _FOLDERS[area]


def _check(below: str, path: str) -> None:
    try:
        check_name(below)
    except RefusedError as error:
        raise _refused(path, error.message.rpartition("workspace: ")[2]) from error
    parts = below.split("/")
    if any(part.startswith(".") for part in parts):
        raise _refused(path, "hidden items are not part of it")
    if len(parts) > MOST_FOLDERS + 1:
        raise _refused(path, f"it names more than {MOST_FOLDERS} folders")
    if parts[0] == MEMORY and len(parts) > 1:
        raise _refused(path, f"{MEMORY} is a file")
    if _SKIPPED in parts:
        raise _refused(path, f"{_SKIPPED} is not part of it")
    if find_hidden(below):
        raise _refused(path, "it holds characters that can't be seen")
    if find_secrets(below):
        raise CommandError("Error: The path is refused: it holds a secret")


def _refused(path: str, why: str) -> CommandError:
    return CommandError(f"Error: The path {shown(path)} is refused: {why}")
