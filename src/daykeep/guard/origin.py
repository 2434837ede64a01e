"""What each origin may do without a person: whose text may change memory, and whose is data."""

from __future__ import annotations

from typing import NamedTuple

ORIGINS = ("user", "agent", "tool", "web", "import", "hook")
"""Who a text came from. Unmarked text in the workspace's own logs counts as ``agent``."""

_SIGN_WORDS = {
    "url": "a URL",
    "html": "HTML that a viewer may act on",
    "command": "a command",
    "override": "an instruction to the reader",
    "core-file": "an instruction to change a core file",
    "system-prefix": "the form of a system message",
    "audit": "a made-up audit",
}


class Verdict(NamedTuple):
    """Whether something may be done without a person, and why, in words for the report."""

    allowed: bool
    reason: str


def may_apply(origin: str, text: str) -> Verdict:
    """Whether a memory of this origin and text may be applied without a person's approval.

    ``user``: yes. ``agent``: yes, unless the text carries a URL, active HTML, a command, an instruction or characters
    that can't be seen, which may have come from somewhere else. Every other origin: never, and neither is a name that is not known. A hook's text is written by
    a machine from whatever passed through the session, tool output included, so it is data like the rest.

    >>> may_apply("agent", "Tests need a real database.").allowed, may_apply("web", "Tests need one.").allowed
    (True, False)
    """
    if origin == "user":
        return Verdict(allowed=True, reason="the user said so")
    if origin != "agent":
        known = origin if origin in ORIGINS else "unknown"
        return Verdict(allowed=False, reason=f"text of origin {known} needs a person's approval")
    from daykeep.guard.hidden import find_hidden  # noqa: PLC0415 - most callers ask for names only
    from daykeep.guard.injection import find_signs  # noqa: PLC0415 - most callers ask for names only

    kinds = dict.fromkeys(sign.kind for sign in find_signs(text))
    carried = [_SIGN_WORDS[kind] for kind in kinds]
    if find_hidden(text):
        carried.append("characters that can't be seen")
    if carried:
        return Verdict(allowed=False, reason=f"the text carries {', '.join(carried)}")
    return Verdict(allowed=True, reason="written by the agent, nothing in it asks to be run or obeyed")
