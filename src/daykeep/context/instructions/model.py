"""The values that every way of finding instruction files takes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.text.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

PROFILES = ("claude", "flat", "codex", "gemini", "cursor", "copilot", "agents-md", "workspace")
"""Whose rules decide what is read."""

LAUNCH, ON_READ = "launch", "on read"

APPROVED, DECLINED = "approved", "declined"


class Around(NamedTuple):
    """Where an agent starts: its folder, its user's home, its environment and platform (as ``sys.platform``)."""

    cwd: Path
    home: Path
    environ: Mapping[str, str]
    platform: str


class Approvals(NamedTuple):
    """What people answered about imports from outside, by the real path of the project: APPROVED or DECLINED.

    ``path`` is the file that the answers are kept in, ``""`` where they are in none.
    """

    answers: Mapping[str, str] = {}
    path: str = ""

    def answer(self, project: str) -> str:
        """The answer for a project; ``""`` while nobody gave one."""
        return self.answers.get(project, "")


class Asked(NamedTuple):
    """What a call wants to know beside the place.

    ``for_paths`` are files that the agent is about to read or write, ``add_dirs`` further folders it works in,
    ``sources`` the settings that count ("user", "project", "local"), ``settings`` a settings object given on the
    command line, ``team`` switches team memory on, ``managed`` replaces the administrator's folder. ``concat`` reads every
    AGENTS.md above a path, not the closest alone (profile "agents-md"). A file of more than ``warn_chars`` characters is
    worth a note (0: never). ``count`` counts the tokens of a text.
    """

    for_paths: tuple[str, ...] = ()
    add_dirs: tuple[str, ...] = ()
    approvals: Approvals = Approvals()
    sources: tuple[str, ...] = ("user", "project", "local")
    settings: Mapping[str, Any] = {}
    team: bool = False
    managed: str | None = None
    concat: bool = False
    warn_chars: int = 40_000
    count: Callable[[str], int] = count_tokens


class InstructionFile(NamedTuple):
    """A file that is read: where, why, what imported it, and its text as a model gets it.

    ``path`` is how it was reached and ``real`` what it is behind links. ``scope`` is one of "managed", "user",
    "project", "local", "rule", "user rule", "nested", "memory", "team", "added". ``importer`` and ``line`` say which
    file named it on which line, after ``hops`` imports (0: none). ``globs`` are the paths it is meant for and ``when``
    is LAUNCH or ON_READ. ``size_bytes`` is the size on disk; ``chars`` and ``tokens`` are those of ``text``.
    """

    path: str
    real: str
    scope: str
    reason: str
    importer: str
    line: int
    hops: int
    size_bytes: int
    chars: int
    tokens: int
    text: str
    globs: tuple[str, ...]
    when: str


class Named(NamedTuple):
    """Where a file is named: the file and the line that import it."""

    importer: str = ""
    line: int = 0


NOWHERE = Named()


class SkippedFile(NamedTuple):
    """A file that is not read. ``code`` is stable, ``reason`` is for people; ``importer`` and ``line`` as above.

    Codes: too_large not_a_file binary excluded duplicate cycle too_deep missing pending declined bad_pattern no_match
    unreadable refused unsupported switched_off not_loaded over_budget too_many.
    """

    path: str
    code: str
    reason: str
    importer: str = ""
    line: int = 0


class Instructions(NamedTuple):
    """Every file in the order it is read, what was not read, and what else is to be said."""

    profile: str
    files: tuple[InstructionFile, ...]
    skipped: tuple[SkippedFile, ...]
    notes: tuple[str, ...] = ()
