"""Where Claude Code keeps what is not in the project: by platform, environment and home."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from daykeep.memory.notes.stores.automemory import moved_folder

if TYPE_CHECKING:
    from daykeep.context.instructions.model import Around

MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:\\Program Files\\ClaudeCode",
}
"""The administrator's folder by platform (code.claude.com/docs/en/memory)."""

MANAGED_ELSEWHERE = "/etc/claude-code"


class Places(NamedTuple):
    """``managed`` is the administrator's folder, ``user`` the user's own, ``state`` the file of Claude Code's answers.

    ``moved`` tells whether ``CLAUDE_CONFIG_DIR`` put the user's folder elsewhere: then only that one counts.
    """

    managed: str
    user: str
    state: str
    moved: bool


def is_on(around: Around, variable: str) -> bool:
    """Whether a switch of the environment is on."""
    return around.environ.get(variable, "").strip().lower() in {"1", "true", "yes", "on"}


def find_places(around: Around, managed: str | None = None) -> Places:
    """The places on this platform; ``managed`` replaces the administrator's folder."""
    moved = moved_folder(around.home, around.environ)
    user = str(moved or around.home / ".claude")
    state = os.path.join(str(moved or around.home), ".claude.json")
    return Places(managed or MANAGED.get(around.platform, MANAGED_ELSEWHERE), user, state, moved is not None)
