"""Why a conversation was not compacted: by its readings, its limits and the settings around it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from daykeep.context.compaction.around import find_claude_setup
from daykeep.context.compaction.check import check_conversation
from daykeep.doctor.finding import Finding
from daykeep.transcripts.messages.read import read_conversation
from daykeep.transcripts.places import Surroundings, find_archives, list_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from daykeep.doctor.reading.subject import Reading

_CALM = frozenset({"below", "near"})
"""Causes with which nothing is wrong."""


def check_compaction(reading: Reading) -> Iterator[Finding]:
    """Every cause for which the conversation was not compacted; that it is due now, where it is."""
    path = reading.conversation or find_newest(reading)
    if path is None:
        said = f"no conversation of {reading.around.cwd} is kept here, so there is nothing to compact"
        yield Finding("compaction-not-triggered:none", "info", "", 0, said)
        return
    check = check_conversation(read_conversation(path), reading.wanted, find_claude_setup(reading.around))
    name = str(path)
    if check.plan.would_compact:
        yield Finding("compaction-due", "warning", name, 0, check.plan.why, f'daykeep context check "{name}"')
    for cause in check.causes:
        level = "info" if cause.code in _CALM else "warning"
        yield Finding(f"compaction-not-triggered:{cause.code}", level, name, 0, cause.text, cause.hint)


def find_newest(reading: Reading) -> Path | None:
    """The conversation that Claude Code held last in the folder; None if it keeps none."""
    cwd, home, environ, _ = reading.around
    archives, _ = find_archives("claude-code", Surroundings(home, Path(os.path.realpath(cwd)), environ))
    files = list_files(archives).files
    newest = max(files, key=lambda file: (file.mtime_ns, file.path), default=None)
    return None if newest is None else Path(newest.path)
