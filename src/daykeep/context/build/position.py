"""Says which sections stand where a long context is read least: an advice, no measurement of any one model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daykeep.context.build.section import END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.context.build.section import Section

WINDOW_TOKENS = 200_000
ZONE = (0.3, 0.7)
"""The middle of a context, as shares of its length; both ends belong to it."""

SHORT_TOKENS = 4_000
"""A shorter context has no middle to speak of."""

ADVICE = (
    "advice: {keys} in the middle of {total:,} tokens. Older models read the middle of a long context less well, newer "
    "ones differ; what must hold is best said again at the end"
)


def find_in_the_middle(
    sections: Sequence[Section], conversation_tokens: int = 0, *, window_tokens: int = WINDOW_TOKENS
) -> list[str]:
    """The keys of the sections whose middle lies in the middle of the whole.

    Up to half of the window that is the zone from 30 to 70 %; beyond, everything further from the end than half a window.
    """
    total = sum(section.tokens for section in sections) + conversation_tokens
    if total < SHORT_TOKENS:
        return []
    found: list[str] = []
    before = 0
    for section in sections:
        said = conversation_tokens if section.place == END else 0
        centre = before + said + section.tokens / 2
        if _is_middle(centre, total, window_tokens):
            found.append(section.key)
        before += section.tokens
    return found


def _is_middle(centre: float, total: int, window_tokens: int) -> bool:
    if 2 * total <= window_tokens:
        return ZONE[0] * total <= centre <= ZONE[1] * total
    return total - centre > window_tokens / 2 and centre > (1 - ZONE[1]) * total
