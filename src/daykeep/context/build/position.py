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

_NAMED = 3

_ADVICE = (
    "advice: {keys} in the middle of {total:,} tokens. Older models read the middle of a long context less well, newer "
    "ones differ; what must hold is best said again at the end"
)


def find_in_the_middle(
    sections: Sequence[Section], conversation_tokens: int = 0, *, window_tokens: int = WINDOW_TOKENS
) -> list[str]:
    """The keys of the sections whose middle lies in the middle of the whole; one that begins or ends it stands at an end.

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
        is_edge = section.tokens and (before == 0 or before + said + section.tokens == total)
        if not is_edge and _is_middle(centre, total, window_tokens):
            found.append(section.key)
        before += section.tokens
    return found


def advise(keys: Sequence[str], total: int) -> str:
    """The advice about sections in the middle of so many tokens, the first ones by name."""
    named = ", ".join(keys[:_NAMED])
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    return _ADVICE.format(keys=named + more, total=total)


def _is_middle(centre: float, total: int, window_tokens: int) -> bool:
    if 2 * total <= window_tokens:
        return ZONE[0] * total <= centre <= ZONE[1] * total
    return total - centre > window_tokens / 2 and centre > (1 - ZONE[1]) * total
