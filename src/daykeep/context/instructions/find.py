"""Finds the instruction files of a folder by the rules of one kind of agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.instructions.model import PROFILES, Asked
from daykeep.errors import UsageError

if TYPE_CHECKING:
    from daykeep.context.instructions.model import Around, Instructions

_NOTHING_MORE = Asked()


def find_instructions(
    around: Around, asked: Asked = _NOTHING_MORE, *, profile: str = "claude"
) -> Instructions:
    """Every instruction file that an agent reads in ``around.cwd``, in order; what is not read is listed too.

    ``profile`` is one of PROFILES; UsageError for another. Reads files and writes none; no file ever makes it fail.
    """
    if profile == "claude":
        from daykeep.context.instructions.claude.walk import find  # noqa: PLC0415 - one profile is enough

        return find(around, asked)
    raise UsageError(f'no profile "{profile}"', hint=f"one of {', '.join(PROFILES)}")
