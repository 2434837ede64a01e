"""Where Claude Code keeps what it remembers of a project, by its own rules, and whether it does at all."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import DaykeepError
from daykeep.files.readonly import open_read_only
from daykeep.memory.notes.stores.repository import find_project
from daykeep.text.slugs import fits_slug, is_long, slug_of, slugs_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

SOURCES = ("local", "project", "user")
"""The files of settings that may say where memory lies and whether there is one."""
SETTINGS_BYTES = 1024 * 1024
_HEAD_BYTES = 64 * 1024
_CONVERSATIONS = 5
"""So many conversations of a folder are looked into for the folder they were held in."""
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.)*")')
_YES, _NO = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


class AutoMemory(NamedTuple):
    """Claude Code's memory of a project.

    ``folder`` need not exist; ``root`` is the project's path that names it. ``disabled`` says what turned it off,
    ``""`` if nothing did. ``others`` are folders whose conversations, and so whose memory, lie under the same name.
    """

    folder: Path
    root: Path
    how: str
    disabled: str = ""
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def config_folder(home: Path, environ: Mapping[str, str]) -> Path:
    """Claude Code's own folder: as ``CLAUDE_CONFIG_DIR`` says with a full path or one below ~/, else ``~/.claude``."""
    return moved_folder(home, environ) or home / ".claude"


def moved_folder(home: Path, environ: Mapping[str, str]) -> Path | None:
    """The folder that ``CLAUDE_CONFIG_DIR`` names; None where it is not set, or to a path that is not a full one."""
    return _full_path(environ.get("CLAUDE_CONFIG_DIR", ""), home)


def _full_path(said: str, home: Path) -> Path | None:
    """A full path, or one below ~/; None for any other."""
    path = home / said[2:] if said.startswith(("~/", "~\\")) else Path(said)
    return path if path.is_absolute() else None


def find_auto_memory(
    *,
    cwd: Path,
    home: Path,
    environ: Mapping[str, str],
    managed: Mapping[str, Any] | None = None,
    given: Mapping[str, Any] | None = None,
    sources: Collection[str] = SOURCES,
) -> AutoMemory:
    """The folder of a project's memory: one for a repository, its subfolders and its worktrees.

    Settings count from strong to weak: the ``managed`` ones, those ``given`` with the call, then the files of the
    ``sources``. ``autoMemoryDirectory`` puts the memory elsewhere, but not from the project's settings: a cloned
    repository does not choose where memory is written. Never fails; ``notes`` say what was passed over.
    """
    project = find_project(cwd)
    config = config_folder(home, environ)
    notes = list(project.notes)
    said_first = [_Layer("managed", managed or {}), _Layer("given", given or {})]
    layers = said_first + _layers(project.top, config, sources, notes)
    disabled = _disabled(environ, layers)
    said = _directory(layers, home, notes)
    if said is not None:
        return AutoMemory(said, project.root, project.how, disabled, (), tuple(notes))
    base = config / "projects"
    others: tuple[str, ...] = ()
    name = _named(environ, notes, is_moved=moved_folder(home, environ) is not None)
    if not name:
        name, others = _choose(base, str(project.root), notes)
    return AutoMemory(base / name / "memory", project.root, project.how, disabled, others, tuple(notes))


def read_settings(path: Path) -> tuple[dict[str, Any], str]:
    """A settings file as an object, and why it can't be read (``""``: it can, or there is none).

    A link is followed, as managers of settings put one there; what is no plain file is not read.
    """
    try:
        stream = open_read_only(Path(os.path.realpath(path)))
    except DaykeepError as error:
        return {}, error.message
    if stream is None:
        return {}, ""
    with stream:
        data = stream.read(SETTINGS_BYTES + 1)
    if len(data) > SETTINGS_BYTES:
        return {}, f'"{path}" is larger than 1 MiB and was not read'
    try:
        value = json.loads(data.decode("utf-8-sig") or "{}")
    except (ValueError, RecursionError):
        return {}, f'"{path}" is no JSON and was not read'
    return (value, "") if isinstance(value, dict) else ({}, f'"{path}" is no JSON object and was not read')


class _Layer(NamedTuple):
    name: str
    values: Mapping[str, Any]


def _layers(top: Path, config: Path, sources: Collection[str], notes: list[str]) -> list[_Layer]:
    """The settings of files that count, the strongest first."""
    layers = []
    paths = (
        ("local", top / ".claude" / "settings.local.json"),
        ("project", top / ".claude" / "settings.json"),
        ("user", config / "settings.json"),
    )
    for name, path in paths:
        values, problem = read_settings(path) if name in sources else ({}, "")
        layers.append(_Layer(name, values))
        notes.extend([problem] if problem else [])
    return layers


def _disabled(environ: Mapping[str, str], layers: list[_Layer]) -> str:
    if environ.get("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "").strip().lower() in _YES:
        return "CLAUDE_CODE_DISABLE_CLAUDE_MDS"
    said = environ.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "").strip().lower()
    if said in _YES:
        return "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    if said in _NO:
        return ""
    for layer in layers:
        value = layer.values.get("autoMemoryEnabled")
        if isinstance(value, bool):
            return "" if value else f"autoMemoryEnabled in the {layer.name} settings"
    return ""


def _directory(layers: list[_Layer], home: Path, notes: list[str]) -> Path | None:
    for layer in layers:
        said = layer.values.get("autoMemoryDirectory")
        if said is None:
            continue
        if layer.name == "project":
            notes.append(
                "autoMemoryDirectory in the project's settings is passed over: a repository does not choose it"
            )
            continue
        path = _full_path(said, home) if isinstance(said, str) and "\0" not in said else None
        if path is not None:
            return path
        notes.append(
            f"autoMemoryDirectory in the {layer.name} settings is neither a full path nor one below ~/"
        )
    return None


def _named(environ: Mapping[str, str], notes: list[str], *, is_moved: bool) -> str:
    """The name that ``CLAUDE_CODE_PROJECT_DIR_NAME`` gives; it counts only together with ``CLAUDE_CONFIG_DIR``."""
    name = environ.get("CLAUDE_CODE_PROJECT_DIR_NAME", "")
    if not name:
        return ""
    if not is_moved:
        notes.append("CLAUDE_CODE_PROJECT_DIR_NAME is passed over: it counts only with CLAUDE_CONFIG_DIR")
        return ""
    if name in {".", ".."} or re.search(r"[/\\:\0]", name):
        notes.append("CLAUDE_CODE_PROJECT_DIR_NAME is no name of a folder and is passed over")
        return ""
    return name


def _choose(base: Path, root: str, notes: list[str]) -> tuple[str, tuple[str, ...]]:
    """The folder of a project below ``base``, and the other folders whose conversations lie in it."""
    usual = slug_of(root)
    there = [name for name in _folders(base) if fits_slug(name, root)]
    if is_long(root):
        hashed = [name for name in there if name not in slugs_of(root)]
        mine = [name for name in hashed if root in _held_in(base / name)] or hashed or there
        name = mine[0] if mine else f"{usual}-{_short_hash(root)}"
        if len(mine) > 1:
            notes.append(f'several folders may belong to "{root}": {", ".join(mine)}; the first one counts')
        if not mine:
            notes.append(
                f'the name of "{root}" is cut after 200 characters; Claude Code may put another hash behind it'
            )
    else:
        name = usual if usual in there or not there else there[0]
    others = sorted(
        one for one in _held_in(base / name) if os.path.realpath(one) != root and fits_slug(name, one)
    )
    if others:
        notes.append(f'the name "{name}" also stands for {", ".join(others)}: their memory is one')
    return name, tuple(others)


def _short_hash(path: str) -> str:
    """A hash in base 36, as JavaScript programs make it of a string."""
    number = 0
    units = path.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        number = (number * 31 + low + 256 * high) & 0xFFFFFFFF
    number = abs(number - (1 << 32) if number >= 1 << 31 else number)
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _folders(path: Path) -> list[str]:
    try:
        with os.scandir(path) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:
        return []


def _held_in(folder: Path) -> set[str]:
    """The folders in which some conversations of a folder were held, out of the conversations themselves."""
    return {cwd for path in _newest(folder) for cwd in _cwds(path)}


def _newest(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            found = [
                (entry.stat(follow_symlinks=False).st_mtime_ns, entry.name)
                for entry in entries
                if entry.name.endswith(".jsonl") and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    return [folder / name for _, name in sorted(found, reverse=True)[:_CONVERSATIONS]]


def _cwds(path: Path) -> Iterator[str]:
    try:
        stream = open_read_only(path)
    except DaykeepError:
        return
    if stream is None:
        return
    with stream:
        head = stream.read(_HEAD_BYTES)
    for match in _CWD.finditer(head):
        try:
            said = json.loads(match[1])
        except ValueError:
            continue
        if isinstance(said, str) and said and "\0" not in said:
            yield said
