"""Whether a conversation that is so full is to be compacted at a line, and why not where it is not. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.transcripts.usage.fill import GIVEN, STRIKE

if TYPE_CHECKING:
    from daykeep.transcripts.usage.fill import Fill
    from daykeep.transcripts.usage.readings import Reading

NOTHING, WARN, COMPACT = "nothing", "warn", "compact"
WARN_SHARE = 0.8
"""From this share of the line on, a warning is due."""
MOST_STRIKES, NEW_SHARE = 2, 0.2
"""After so many compactions that did not help, none is due until so large a share of the line is new."""


def decide(fill: Fill, line: int, *, floor: int | None, disabled_by: str = "") -> tuple[str, str, str]:
    """What is due (``nothing``, ``warn``, ``compact``), its stable code, and why in words.

    ``floor`` is what would be left if everything that can go went, None if that is not known. The codes: ``below``,
    ``near``, ``above``, ``doubted`` (a reading above the line waits for one that agrees), ``disabled``, ``irreducible`` (the
    floor alone fills the line) and ``suspended`` (the last compactions did not help, and little is new since).
    """
    if fill.tokens < line:
        return _below(fill, line, disabled_by)
    return _above(fill, line, floor, disabled_by)


def _doubted(fill: Fill, line: int) -> Reading | None:
    """The last reading, if it is above the line and not believed while everything else is below."""
    if not fill.readings or fill.source == GIVEN:
        return None
    last = fill.readings[-1]
    return last if last.code in {"spike", "beyond_window"} and last.tokens >= line > fill.tokens else None


def _below(fill: Fill, line: int, disabled_by: str) -> tuple[str, str, str]:
    tokens = fill.tokens
    doubted = _doubted(fill, line)
    if doubted is not None:
        said = f"{tokens:,} tokens; a reading of {doubted.tokens:,} is not believed before another one agrees: {doubted.why}"
        return WARN, "doubted", said
    said = f"{tokens:,} tokens, {line - tokens:,} below the line of {line:,}"
    if tokens < line * WARN_SHARE:
        return NOTHING, "below", said
    if disabled_by:
        return WARN, "disabled", f"{said}, and {disabled_by} turns compaction off"
    return WARN, "near", said


def _above(fill: Fill, line: int, floor: int | None, disabled_by: str) -> tuple[str, str, str]:
    tokens = fill.tokens
    if floor is not None and floor >= line:
        said = f"{floor:,} of {tokens:,} tokens can't be compacted, and the line is at {line:,}: compacting can't help"
        return WARN, "irreducible", said
    said = f"{tokens:,} tokens, {tokens - line:,} above the line of {line:,}"
    if disabled_by:
        return WARN, "disabled", f"{said}, and {disabled_by} turns compaction off"
    if fill.strikes >= MOST_STRIKES and sum(fill.weights[1:]) < NEW_SHARE * line:
        said = f"the last {fill.strikes} compactions left nine tenths of it; waits for more that is new"
        return WARN, "suspended", said
    if floor is not None and floor >= STRIKE * line:
        said += f"; {floor:,} of them can't go, so that the next one comes soon"
    return COMPACT, "above", said
