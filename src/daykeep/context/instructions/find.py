"""Finds the instruction files of a folder by the rules of one kind of agent."""

# ruff: noqa: PLC0415 - a call needs one profile, and each costs start-up time

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.instructions.model import PROFILES, Asked
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from daykeep.context.instructions.model import Around, Instructions

_NOTHING_MORE = Asked()


def find_instructions(
    around: Around, asked: Asked = _NOTHING_MORE, *, profile: str = "claude"
) -> Instructions:
    """Every instruction file that an agent reads in ``around.cwd``, in order; what is not read is listed too.

    ``profile`` is one of PROFILES; UsageError for another. Reads files and writes none; no file ever makes it fail.
    """
    return _finder(profile)(around, asked)


def _finder(profile: str) -> Callable[[Around, Asked], Instructions]:
    if profile == "claude":
        from daykeep.context.instructions.claude.walk import find
    elif profile == "flat":
        from daykeep.context.instructions.profiles.flat import find
    elif profile == "codex":
        from daykeep.context.instructions.profiles.codex import find
    elif profile == "gemini":
        from daykeep.context.instructions.profiles.gemini import find
    elif profile == "cursor":
        from daykeep.context.instructions.profiles.cursor import find
    elif profile == "copilot":
        from daykeep.context.instructions.profiles.copilot import find
    elif profile == "agents-md":
        from daykeep.context.instructions.profiles.agents_md import find
    elif profile == "workspace":
        from daykeep.context.instructions.profiles.workspace import find
    else:
        raise UsageError(f'no profile "{profile}"', hint=f"one of {', '.join(PROFILES)}")
    return find
