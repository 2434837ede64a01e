"""The stores of notes on a machine, each opened as it stands there."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import RefusedError, UsageError
from daykeep.files.store import Files
from daykeep.memory.notes.note import (
    AGENT_STORE,
    CLAUDE_INDEX,
    CLAUDE_STORE,
    COLLECTED,
    PROJECT_STORE,
    SINGLE,
    TEAM_STORE,
    TYPES,
    USER_STORE,
    WORKSPACE_INDEX,
    WORKSPACE_STORE,
    Store,
)
from daykeep.memory.notes.stores.automemory import config_folder, find_auto_memory
from daykeep.memory.notes.stores.repository import find_project
from daykeep.workspace.layout import NOTES_FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS = (WORKSPACE_STORE, USER_STORE, PROJECT_STORE, CLAUDE_STORE, AGENT_STORE, TEAM_STORE)
TEAM_FOLDER = "team"
"""Below Claude Code's memory of a project: what a team shares, where somebody turned that on."""
AGENT_SCOPES = ("user", "project", "local")
_AGENT = re.compile(r"[A-Za-z0-9][\w.-]{0,63}")
_FORMS = {USER_STORE: COLLECTED}


class Around(NamedTuple):
    """Where to look: the folder that is worked in, the home folder, the environment, and managed settings."""

    cwd: Path
    home: Path
    environ: Mapping[str, str]
    managed: Mapping[str, Any] = {}


def workspace_store(files: Files) -> Store:
    """The notes of a workspace: one file a note, because each of them is reviewed by itself."""
    return Store(WORKSPACE_STORE, files, NOTES_FOLDER, SINGLE, WORKSPACE_INDEX)


def find_store(
    kind: str, around: Around, *, workspace: Files | None = None, agent: str = "", scope: str = "user",
    team: bool = False, form: str = "", durable: bool = True,
) -> Store:  # fmt: skip
    """The store of a kind as it stands; it need not exist yet, and nothing is made here.

    ``form`` (single, collected) is for one without notes; where notes stand, theirs counts. ``agent`` and ``scope``
    (user, project, local) name the memory of a sub-agent. Team memory is daykeep's own and off unless ``team``.
    Raises UsageError for a kind, form or name that is none, and for what is off.
    """
    if form not in {"", SINGLE, COLLECTED}:
        raise UsageError(f'no form "{form}"', hint="forms are single, collected")
    if kind == WORKSPACE_STORE:
        if workspace is None:
            raise UsageError("there is no workspace here to keep notes in", hint="`daykeep init` makes one")
        if form == COLLECTED:
            raise UsageError("a workspace keeps one file a note: each one is reviewed by itself")
        return workspace_store(workspace)
    folder = _folder(kind, around, agent=agent, scope=scope, team=team)
    store = Store(kind, Files(folder, durable=durable), "", SINGLE, CLAUDE_INDEX, nested=kind in _NESTED)
    standing = set(store.files.list_names()) if folder.is_dir() else set()
    index = CLAUDE_INDEX if CLAUDE_INDEX in standing or "memory.md" not in standing else "memory.md"
    return store._replace(index_name=index, form=_form(kind, standing - {index}, form))


_NESTED = frozenset({CLAUDE_STORE, AGENT_STORE, TEAM_STORE})


def _folder(kind: str, around: Around, *, agent: str, scope: str, team: bool) -> Path:
    cwd, home, environ, managed = around
    if kind == USER_STORE:
        return config_folder(home, environ) / "memory"
    if kind == PROJECT_STORE:
        top = find_project(cwd).top
        return inside_checkout(top, top / ".claude" / "memory")
    if kind == AGENT_STORE:
        return _agent_folder(around, agent, scope)
    if kind in {CLAUDE_STORE, TEAM_STORE}:
        folder = find_auto_memory(cwd=cwd, home=home, environ=environ, managed=managed).folder
        if kind == CLAUDE_STORE:
            return folder
        if not team:
            raise UsageError(
                "team memory is off", hint="turn it on for this command if your team shares notes"
            )
        return folder / TEAM_FOLDER
    raise UsageError(f'no place for notes "{kind}"', hint=f"places are {', '.join(KINDS)}")


def _agent_folder(around: Around, agent: str, scope: str) -> Path:
    if not _AGENT.fullmatch(agent):
        raise UsageError(f'"{agent}" is no name of an agent')
    if scope not in AGENT_SCOPES:
        raise UsageError(f'no scope "{scope}"', hint=f"scopes are {', '.join(AGENT_SCOPES)}")
    if scope == "user":
        return config_folder(around.home, around.environ) / "agent-memory" / agent
    folder = "agent-memory" if scope == "project" else "agent-memory-local"
    top = find_project(around.cwd).top
    return inside_checkout(top, top / ".claude" / folder / agent)


def inside_checkout(top: Path, folder: Path) -> Path:
    """The folder, if it is inside the checkout after all links; a cloned one must not lead writes elsewhere.

    Raises RefusedError if it is outside.
    """
    if not Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(top)):
        raise RefusedError(
            f'"{folder}" leads out of the project, so nothing is written there',
            hint="remove the link, or keep the notes with the user: `--to user`",
        )
    return folder


def _form(kind: str, standing: set[str], form: str) -> str:
    notes = {name for name in standing if name.endswith(".md")}
    if notes & {f"{kind}.md" for kind in TYPES}:
        return COLLECTED
    if notes or kind in _NESTED:
        return SINGLE
    return form or _FORMS.get(kind, SINGLE)
