"""The smallest prefix that a provider caches, by model: below it a breakpoint is silently without effect."""

from __future__ import annotations

import re
from typing import NamedTuple

MINIMUM_TOKENS = {
    ("opus", 5, 0): 512,
    ("fable", 5, 0): 512,
    ("opus", 4, 8): 1024,
    ("sonnet", 5, 0): 1024,
    ("sonnet", 4, 6): 1024,
    ("sonnet", 4, 5): 1024,
    ("opus", 4, 7): 2048,
    ("opus", 4, 6): 4096,
    ("opus", 4, 5): 4096,
    ("haiku", 4, 5): 4096,
}
"""As Anthropic's page on prompt caching lists them; a minor version of 0 is a name without one."""

USUAL_TOKENS = 1024
"""What is assumed of a model that the table does not have."""

_NAME = re.compile(r"(opus|sonnet|haiku|fable)[-_. ]?(\d{1,2})(?:[-_.](\d{1,2}))?(?!\d)", re.IGNORECASE)


class Minimum(NamedTuple):
    """The smallest prefix in tokens, and whether it is known for the model or assumed."""

    tokens: int
    is_known: bool


def minimum_of(model: str) -> Minimum:
    """The minimum of a model by its name, in any provider's spelling.

    >>> minimum_of("claude-opus-4-6"), minimum_of("us.anthropic.claude-sonnet-4-5-20250929-v1:0").tokens
    (Minimum(tokens=4096, is_known=True), 1024)
    """
    match = _NAME.search(model)
    if match is None:
        return Minimum(USUAL_TOKENS, is_known=False)
    tokens = MINIMUM_TOKENS.get((match[1].lower(), int(match[2]), int(match[3] or 0)))
    return Minimum(USUAL_TOKENS, is_known=False) if tokens is None else Minimum(tokens, is_known=True)
