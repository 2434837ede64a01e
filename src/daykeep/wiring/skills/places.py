"""Where agents look for skills.

Sources: code.claude.com/docs/en/skills, developers.openai.com/codex/skills, docs.openclaw.ai/tools/skills.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

WORKSPACE, CLAUDE, CODEX, OPENCLAW = "workspace", "claude", "codex", "openclaw"
AGENTS = (CLAUDE, CODEX, OPENCLAW, WORKSPACE)
USER, PROJECT = "user", "project"
SCOPES = (USER, PROJECT)


class Where(NamedTuple):
    """Where a call stands: home, environment, the project around the folder, the workspace (None: there is none)."""

    home: Path
    environ: Mapping[str, str]
    project: Path
    workspace: Path | None


class SkillsFolder(NamedTuple):
    """A folder of skills: no link may lead out of ``root``; ``folder`` is relative to it, ``""`` for the root itself."""

    root: Path
    folder: str


def find_skills_folder(to: str, scope: str, where: Where) -> SkillsFolder:
    """The folder of skills that an agent reads, or a folder that is named; nothing is made.

    ``scope`` is ``user``, ``project`` or ``""`` for the usual one. UsageError for what is neither an agent nor a folder.
    """
    if to == CLAUDE:
        own = where.environ.get("CLAUDE_CONFIG_DIR") or where.home / ".claude"
        return _choose(scope or USER, where, Path(own) / "skills", ".claude/skills")
    if to == CODEX:
        return _choose(scope or USER, where, where.home / ".agents" / "skills", ".agents/skills")
    if to == OPENCLAW and scope == USER:
        own = where.environ.get("OPENCLAW_STATE_DIR") or where.home / ".openclaw"
        return SkillsFolder(_real(Path(own) / "skills"), "")
    if to in {OPENCLAW, WORKSPACE}:
        if to == WORKSPACE and scope == USER:
            raise UsageError("a workspace has its own skills only", hint="leave --scope out")
        if where.workspace is None:
            raise UsageError(
                "there is no workspace here", hint="name it with --workspace, or a folder with --to"
            )
        return SkillsFolder(where.workspace, "skills")
    if scope:
        raise UsageError("--scope goes with the name of an agent, not with a folder")
    if not Path(to).is_dir():
        raise UsageError(
            f'"{to}" is neither an agent nor a folder', hint=f"one of {', '.join(AGENTS)}, or a folder"
        )
    return SkillsFolder(_real(Path(to)), "")


def _choose(scope: str, where: Where, own: Path, inside: str) -> SkillsFolder:
    return SkillsFolder(_real(own), "") if scope == USER else SkillsFolder(where.project, inside)


def _real(path: Path) -> Path:
    """A folder of the user's own: they may well keep it elsewhere and link to it."""
    return Path(os.path.realpath(path))
