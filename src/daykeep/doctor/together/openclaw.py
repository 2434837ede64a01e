"""OpenClaw's dreaming beside distillation: two programs that move what was learned into the same MEMORY.md."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from daykeep.doctor.finding import Finding, look_at
from daykeep.doctor.openclaw import dig, find_settings, is_default, is_here
from daykeep.errors import DaykeepError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from daykeep.doctor.finding import Subject

PROMOTION_CAP_CHARS = 10_000
"""To so many characters OpenClaw's dreaming fills MEMORY.md."""
MACHINE_FOLDER = "memory/.dreams"
MACHINE_BYTES = 100 * 1024 * 1024
"""More than this is not state any more: its corpus of sessions was seen to grow without end."""

_HEAD = re.compile(r"^## Promoted From Short-Term Memory\b", re.IGNORECASE)
_SECTION = re.compile(r"^##? ")
_MODES = frozenset({"core", "deep", "rem"})


def check_dreaming(subject: Subject) -> Iterator[Finding]:
    """Whether dreaming writes here too, how much of MEMORY.md is its own, how large its machine data is."""
    blocks, chars, total = count_promoted(_memory_lines(subject))
    if blocks:
        yield _promoted(subject, blocks, chars, total)
    yield from _settings(subject, wrote=blocks > 0)
    size = _size(subject)
    if size > MACHINE_BYTES:
        said = f"holds {size // 1024 // 1024:,} MB of dreaming's machine data"
        hint = "it is OpenClaw's: `openclaw memory status --fix` looks after it; daykeep neither reads nor writes it"
        yield Finding(f"dreams-size:{MACHINE_FOLDER}", "warning", MACHINE_FOLDER, 0, said, hint)


def count_promoted(lines: Sequence[str]) -> tuple[int, int, int]:
    """How many sections dreaming has put into a MEMORY.md, their characters, and those of the whole file.

    >>> count_promoted(["# Memory", "## Promoted From Short-Term Memory (2026-04-12)", "- text", "## Mine", "- more"])
    (1, 55, 77)
    """
    blocks = chars = total = 0
    inside = False
    for line in lines:
        if _SECTION.match(line):
            inside = _HEAD.match(line) is not None
            blocks += inside
        total += len(line) + 1
        chars += (len(line) + 1) * inside
    return blocks, chars, total


def _memory_lines(subject: Subject) -> Sequence[str]:
    name = subject.layout.memory
    try:
        look = look_at(subject.files, name) if name else None
    except DaykeepError:
        return ()  # the check of contents says so
    return look.document.texts if look is not None else ()


def _promoted(subject: Subject, blocks: int, chars: int, total: int) -> Finding:
    name = subject.layout.memory
    tight = total > min(PROMOTION_CAP_CHARS, subject.memory_budget_chars) or chars * 2 > total
    said = f"has {blocks} section{'s' if blocks > 1 else ''} by OpenClaw's dreaming, {chars:,} of {total:,} characters"
    hint = (
        "daykeep neither changes nor distils them, so they only grow: move what is worth keeping under topics of your "
        "own and delete the sections, or switch dreaming off (docs: living together)"
    )
    return Finding(f"dreaming-promoted:{name}", "warning" if tight else "info", name, 0, said, hint)


def _settings(subject: Subject, *, wrote: bool) -> Iterator[Finding]:
    config = find_settings(subject)
    if config is None:
        return
    if config.problem:
        if wrote or is_default(subject, config):
            said = (
                f'whether OpenClaw dreams in this workspace can\'t be told: "{config.path}" {config.problem}'
            )
            yield Finding("dreaming:unknown", "info", "", 0, said)
        return
    if not is_here(subject, config) or dig(config.value, "plugins", "slots", "memory") == "none":
        return
    dreaming = dig(config.value, "plugins", "entries", "memory-core", "config", "dreaming")
    if not _is_on(dreaming):
        return
    said = f'OpenClaw\'s dreaming ("{config.path}") promotes into the MEMORY.md that daykeep distils into'
    hint = (
        "let one of the two write it: set plugins.entries.memory-core.config.dreaming.enabled to false there, or here "
        'distill.mode = "propose", so that daykeep writes only what you approve'
    )
    yield Finding("dreaming:on", "warning", subject.layout.memory, 0, said, hint)


def _is_on(dreaming: object) -> bool:
    """By ``enabled``; older versions had ``mode`` alone."""
    if not isinstance(dreaming, dict):
        return dreaming is True
    enabled = dreaming.get("enabled")
    return enabled is True or (enabled is None and dreaming.get("mode") in _MODES)


def _size(subject: Subject) -> int:
    try:
        names = subject.files.list_names(MACHINE_FOLDER, recursive=True, hidden=True)
    except DaykeepError:
        return 0
    total = 0
    for name in names:
        try:
            total += os.stat(subject.files.root / name).st_size  # noqa: PTH116 - the size alone
        except OSError:
            continue
    return total
