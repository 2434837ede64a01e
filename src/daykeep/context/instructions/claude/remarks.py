"""What is worth knowing about a set of instruction files beside their order: sizes, AGENTS.md, advice on compaction."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from daykeep.context.instructions.reading import file_key

if TYPE_CHECKING:
    from daykeep.context.instructions.gather import Gathering
    from daykeep.context.instructions.model import InstructionFile

_COMPACTION = re.compile(r"^ {0,3}#{1,6}[ \t]+compact(?:ion)? instructions\b", re.IGNORECASE | re.MULTILINE)


def remark(gathering: Gathering) -> None:
    """Add what is worth knowing; nothing is taken out for it."""
    for file in gathering.files:
        _large(gathering, file)
        if _COMPACTION.search(file.text):
            gathering.note(f"{gathering.shown(file.path)}: a section steers what compaction keeps")
    _other_agents(gathering)


def _large(gathering: Gathering, file: InstructionFile) -> None:
    most = gathering.asked.warn_chars
    if most and file.chars > most:
        shown = gathering.shown(file.path)
        gathering.note(
            f"{shown}: {file.chars:,} characters; one over {most:,} makes every answer slower (nothing is cut)"
        )


def _other_agents(gathering: Gathering) -> None:
    """Name an AGENTS.md above or here that no file imports and no link leads to."""
    here = str(gathering.around.cwd)
    while True:
        path = f"{here.rstrip(os.sep)}{os.sep}AGENTS.md"
        try:
            info = os.stat(path)
        except OSError:
            info = None
        if info is not None and file_key(info, os.path.realpath(path)) not in gathering.taken:
            reason = "Claude Code does not read it by itself: a CLAUDE.md with the line @AGENTS.md does"
            gathering.skip(path, "not_loaded", reason)
        above = os.path.dirname(here)
        if above == here:
            return
        here = above
