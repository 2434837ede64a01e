"""An event that an agent tells of, and what it is answered.

Names and fields are those of Claude Code's hooks (https://code.claude.com/docs/en/hooks); fields that are not known are kept, not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from daykeep.app import Workspace

SESSION_START = "SessionStart"
USER_PROMPT_SUBMIT = "UserPromptSubmit"
PRE_COMPACT = "PreCompact"
POST_TOOL_USE = "PostToolUse"
INSTRUCTIONS_LOADED = "InstructionsLoaded"
STOP = "Stop"
SESSION_END = "SessionEnd"

CONTEXT_CHARS = 10_000
"""What an agent takes of one text; the rest would go to a file of its own making."""


class Event(NamedTuple):
    """What an agent tells: the event's name, its session, where that is written, the agent's folder, and every field as it came."""

    name: str
    session_id: str
    transcript_path: str
    cwd: str
    fields: Mapping[str, Any]

    def text(self, key: str) -> str:
        """A field as text; "" where it is missing or of another kind."""
        value = self.fields.get(key)
        return value if isinstance(value, str) else ""


class Answer(NamedTuple):
    """What the agent is told: ``context`` for the model ("" for nothing), and what went wrong, which goes to the log alone.

    ``acted`` is False where there was nothing to do: such a run is not even logged.
    """

    context: str = ""
    problems: tuple[str, ...] = ()
    acted: bool = True


QUIET = Answer(acted=False)
"""Nothing to say, nothing done."""


class Desk(Protocol):
    """What an event may use: the workspace, opened when it is first asked for, and what can be had without opening it."""

    @property
    def workspace(self) -> Workspace:
        """The workspace that was named when the hooks were installed; its locks are waited for briefly."""
        ...

    @property
    def root(self) -> str:
        """The folder of the workspace, absolute and real; nothing of it is read for this."""
        ...

    def now(self) -> datetime:
        """The present moment, in UTC; the workspace is not opened for it."""
        ...

    def may_set(self, key: str) -> bool:
        """Whether a setting may differ from its default: looked up in the raw text, without reading settings. No means no."""
        ...

    def is_late(self) -> bool:
        """Whether most of the hook's time is gone: what is not begun yet should be left."""
        ...
