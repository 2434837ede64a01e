"""What a person is told of a text before they approve it."""

from __future__ import annotations

from daykeep.guard.hidden import find_hidden
from daykeep.guard.origin import may_apply

_SHOWN = 5


def find_doubts(origin: str, text: str) -> list[str]:
    r"""Why a text of this origin needs a person, and which hidden characters it holds; empty if there is nothing to say.

    >>> find_doubts("user", "Tea at five."), find_doubts("web", "Tea\u200b at five.")
    ([], ["text of origin web needs a person's approval", 'it holds hidden characters: U+200B'])
    """
    verdict = may_apply(origin, text)
    doubts = [] if verdict.allowed else [verdict.reason]
    hidden = list(dict.fromkeys(f"U+{one.code:04X}" for one in find_hidden(text)))
    if hidden:
        doubts.append(f"it holds hidden characters: {', '.join(hidden[:_SHOWN])}")
    return doubts
