"""Where agents keep their conversations, and which of them belong to a workspace. Only names and sizes are looked at.

A store that also holds credentials (OpenClaw's database, an ``auth.json``) is never opened: a file is taken by its
ending, out of a folder that is known to hold conversations or that the person named.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.files.encoding import Problem
from daykeep.text.slugs import slugs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SETTING = "search.conversations"
_NONE_KEPT = "no conversations of"
AUTO = "auto"
ALL = ":all"
"""Behind an agent's name: its conversations of every folder, not only of this workspace."""
FOLDER = "folder"
"""The agent of conversations in a folder that the person named."""
SESSIONS = ".daykeep/data/sessions"
"""Where daykeep keeps the histories of sessions, in the workspace."""
_LINES, _ANY = (".jsonl",), (".jsonl", ".json", ".md", ".txt")
_PRIVATE = re.compile(
    r"(?i)^\.|auth|credential|token|secret|^sessions?\.json$|settings|config|^package|manifest"
)
"""Names, in a folder that holds more than conversations, of files that are none."""
_COPIED = re.compile(r"\.(?:trajectory|checkpoint\.[0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$")
"""What OpenClaw writes beside a conversation: traces of its work, and copies of what stands before a compaction."""
_MAX_DEPTH = 6
_VARIABLES = ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "OPENCLAW_STATE_DIR", "PI_CODING_AGENT_DIR")


class Archive(NamedTuple):
    """A folder of one agent's conversations, or one file of them.

    ``depth`` folders below it are looked into; ``prefix`` begins the names of its conversations. ``here``: only those
    count that were held in the workspace; which ones is known when they are read.
    """

    agent: str
    path: Path
    depth: int = 0
    here: bool = True
    prefix: str = ""
    endings: tuple[str, ...] = _LINES


class ConversationFile(NamedTuple):
    """One file of conversations: its agent and place, its size and times of change, and whether ``here`` applies."""

    agent: str
    path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    here: bool


class Surroundings(NamedTuple):
    """Where to look: the person's home folder, the workspace (real paths), and the environment."""

    home: Path
    root: Path
    environ: Mapping[str, str]

    def bounded(self) -> Surroundings:
        """The same with nothing of the environment but what is looked at here; it can be sent to another process."""
        return self._replace(
            environ={name: self.environ[name] for name in _VARIABLES if name in self.environ}
        )

    def base(self, variable: str, name: str) -> Path:
        """An agent's own folder: as a variable says, else below the home folder."""
        said = self.environ.get(variable, "")
        return Path(said) if os.path.isabs(said) else self.home / name  # noqa: PTH117 - no Path is needed for this


def find_archives(wanted: str, around: Surroundings) -> tuple[list[Archive], list[Problem]]:
    """The archives that a value of ``search.conversations`` names, and what is wrong with it.

    Names are divided by commas: ``auto``, an agent, an agent with ``:all`` behind it, or a path that is absolute or
    begins with ``~``. A name of which nothing is there is a problem, but for ``auto``.

    >>> find_archives("", Surroundings(Path("/home/ada"), Path("/ws"), {}))
    ([], [])
    """
    found: dict[Path, Archive] = {}
    problems: list[Problem] = []
    for name in filter(None, (part.strip() for part in wanted.split(","))):
        archives = list(_archives(name, around))
        there = [archive for archive in archives if archive.path.exists()]
        if not there and name != AUTO:
            problems.append(Problem(SETTING, 0, _why_none(name, known=bool(archives))))
        for archive in there:
            real = Path(os.path.realpath(archive.path))
            known = found.get(real)
            if known is None or (known.here and not archive.here):
                found[real] = archive._replace(path=real)
    return list(found.values()), problems


def is_none_kept(problem: Problem) -> bool:
    """Whether a problem of `find_archives` is no mistake: an agent that is known kept nothing here so far."""
    return problem.name == SETTING and problem.message.startswith(_NONE_KEPT)


def _why_none(name: str, *, known: bool) -> str:
    if not known:
        return f'"{name}" is no agent and no full path; agents are {", ".join(AGENTS)}'
    if name.removesuffix(ALL) in AGENTS:
        return f"{_NONE_KEPT} {name.removesuffix(ALL)} are kept here"
    return f'"{name}" is not there'


def _archives(name: str, around: Surroundings) -> Iterator[Archive]:
    if name == AUTO:
        for agent in AGENTS.values():
            yield from agent(around, True)
    elif name.removesuffix(ALL) in AGENTS:
        yield from AGENTS[name.removesuffix(ALL)](around, not name.endswith(ALL))
    elif name.startswith(("~/", "~\\")) or os.path.isabs(name):  # noqa: PTH117 - a text so far
        path = around.home / name[2:] if name[0] == "~" else Path(name)
        yield Archive(FOLDER, path, _MAX_DEPTH, here=False, endings=_ANY)


def _claude(around: Surroundings, here: bool) -> Iterator[Archive]:
    base = around.base("CLAUDE_CONFIG_DIR", ".claude") / "projects"
    if not here:
        yield Archive("claude-code", base, 1, here=False)
        return
    slugs = slugs_of(str(around.root))
    below = tuple(f"{slug}-" for slug in slugs)
    for name in _folders(base):
        if name in slugs or name.startswith(below):  # a folder below it, or the hash behind a long name
            yield Archive("claude-code", base / name)
    yield Archive("claude-code", base / slugs[0])


def _openclaw(around: Surroundings, here: bool) -> Iterator[Archive]:
    said = around.environ.get("OPENCLAW_STATE_DIR", "")
    bases = [Path(said)] if os.path.isabs(said) else [  # noqa: PTH117 - no Path is needed for this
        around.home / name
        for name in sorted({".openclaw", *_folders(around.home)})
        if name in {".openclaw", ".clawdbot", ".moltbot"} or name.startswith(".openclaw-")
    ]  # fmt: skip
    for base in bases:
        yield Archive("openclaw", base / "agents", here=here)  # an agent without sessions has them later
        for agent in _folders(base / "agents"):
            yield Archive("openclaw", base / "agents" / agent / "sessions", here=here)


def _nanobot(around: Surroundings, here: bool) -> Iterator[Archive]:
    base = around.home / ".nanobot"
    rooms = [around.root] if here else [around.root, base / "workspace"]
    for room in rooms:
        yield Archive("nanobot", room / "sessions", here=False)
        yield Archive("nanobot", room / "memory" / "history.jsonl", here=False)
    if not here or around.root.is_relative_to(base):
        yield Archive("nanobot", base / "sessions", here=False)


def _reme(around: Surroundings, here: bool) -> Iterator[Archive]:  # noqa: ARG001 - it keeps them in the workspace
    yield Archive("reme", around.root / "session" / "dialog", here=False)


def _codex(around: Surroundings, here: bool) -> Iterator[Archive]:
    base = around.base("CODEX_HOME", ".codex")
    for name, depth in (("sessions", 4), ("archived_sessions", 4)):
        yield Archive("codex", base / name, depth, here=here, prefix="rollout-")


def _pi(around: Surroundings, here: bool) -> Iterator[Archive]:
    yield Archive("pi", around.base("PI_CODING_AGENT_DIR", ".pi/agent") / "sessions", 1, here=here)


def _daykeep(around: Surroundings, here: bool) -> Iterator[Archive]:  # noqa: ARG001 - they are kept in the workspace
    yield Archive("daykeep", around.root / SESSIONS, 1, here=False, prefix="history")


AGENTS: dict[str, Callable[[Surroundings, bool], Iterator[Archive]]] = {
    "claude-code": _claude,
    "codex": _codex,
    "daykeep": _daykeep,
    "nanobot": _nanobot,
    "openclaw": _openclaw,
    "pi": _pi,
    "reme": _reme,
}
"""The agents whose archives are known, by name."""
_KEEPS_COPIES = frozenset({"claude-code", "codex"})
"""Agents that may hold one conversation twice, under the same name in two folders."""


def _folders(path: Path) -> list[str]:
    """The names of the folders in a folder, in order; none where it can't be listed."""
    try:
        with os.scandir(path) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir())
    except OSError:
        return []


class Listed(NamedTuple):
    """The files of archives, by path, what was passed over, and the folders that could not be listed."""

    files: list[ConversationFile]
    problems: list[Problem]
    closed: list[str]


def list_files(archives: Sequence[Archive]) -> Listed:
    """List the files of these archives. No file is opened.

    Links are not followed. Left out are a sub-agent's conversations, those that were deleted or reset, and of one that
    stands in two folders the shorter one.
    """
    found: dict[str, ConversationFile] = {}
    problems: list[Problem] = []
    closed: list[str] = []
    for archive in archives:
        agent, here = archive.agent, archive.here
        for path, info in _walk(archive, str(archive.path), archive.depth, closed):
            known = found.get(path)
            if known is None or known.here:
                found[path] = ConversationFile(
                    agent, path, info.st_size, info.st_mtime_ns, info.st_ctime_ns, here
                )
    files = _without_copies([found[path] for path in sorted(found)], problems)
    problems += (Problem(path, 0, "this folder can't be listed") for path in closed)
    return Listed(files, problems, closed)


def _walk(archive: Archive, path: str, depth: int, closed: list[str]) -> Iterator[tuple[str, os.stat_result]]:
    try:
        info = os.stat(path)  # noqa: PTH116 - thousands of these are no Path
        if not stat.S_ISDIR(info.st_mode):
            yield path, info
            return
        with os.scandir(path) as entries:
            listed = list(entries)
    except OSError:
        closed.append(path)
        return
    for entry in listed:
        if _is_conversation(entry.name, archive):
            try:
                if entry.is_file(follow_symlinks=False):
                    yield entry.path, entry.stat(follow_symlinks=False)
            except OSError:  # gone since it was listed
                continue
        elif depth and not _is_left_out(entry.name, archive) and entry.is_dir(follow_symlinks=False):
            yield from _walk(archive, entry.path, depth - 1, closed)


def _is_left_out(name: str, archive: Archive) -> bool:
    """Whether a folder holds no conversations of a person: those of sub-agents, the outputs of tools, hidden ones."""
    return name in {"subagents", "tool-results", "node_modules"} or (
        archive.agent == FOLDER and name.startswith(".")
    )


def _is_conversation(name: str, archive: Archive) -> bool:
    if not name.endswith(archive.endings) or not name.startswith(archive.prefix):
        return False
    if archive.agent == FOLDER:
        return _PRIVATE.search(name) is None
    if archive.agent == "openclaw":
        return _COPIED.search(name) is None
    return not (archive.agent == "claude-code" and name.startswith("agent-"))


def _without_copies(files: list[ConversationFile], problems: list[Problem]) -> list[ConversationFile]:
    best: dict[tuple[str, str], ConversationFile] = {}
    copies: set[str] = set()
    for file in files:
        if file.agent not in _KEEPS_COPIES:
            continue
        key = file.agent, os.path.basename(file.path)  # noqa: PTH119 - thousands of these are no Path
        known = best.setdefault(key, file)
        if known is not file:
            longer = max(known, file, key=lambda one: (one.size, one.mtime_ns))
            best[key] = longer
            shorter = file if longer is known else known
            copies.add(shorter.path)
            problems.append(Problem(shorter.path, 0, f'a shorter copy of "{longer.path}"; passed over'))
    return [file for file in files if file.path not in copies] if copies else files


def is_inside(folder: str, root: Path) -> bool:
    """Whether a working folder is the workspace or stands in it; the folder need not exist any more."""
    if not folder or "\0" in folder:
        return False
    return Path(os.path.realpath(folder)).is_relative_to(root)
