"""Plan what becomes of signed thinking when a commit changes what stands before it; kept with the commit, done once. Pure.

``strip_all`` works with every provider: thinking from the first change up to the commit is gone from the view, for good. What the model
thinks later is signed for the new view, and stays. ``drop_block`` leaves it to Anthropic, who then throws it away; the request has to ask for that from
then on. ``server_compact`` lets the provider take the head away, whose own compaction keeps later thinking valid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from daykeep.errors import UsageError
from daykeep.triage.signed.strip import is_signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from daykeep.transcripts.messages.model import Message
    from daykeep.triage.model import Commit

STRIP_ALL, DROP_BLOCK, SERVER_COMPACT = "strip_all", "drop_block", "server_compact"
STRATEGIES = (STRIP_ALL, DROP_BLOCK, SERVER_COMPACT)
BETA = "thinking-binding-controls-2026-08-01"
"""Anthropic's header for ``block_binding``: see the documentation of extended thinking."""


class Options(NamedTuple):
    """What a request has to hold beside its messages: members of its body, and headers."""

    body: Mapping[str, Any]
    headers: Mapping[str, str]


class Range(NamedTuple):
    """Messages of the history, by their numbers from 1, both counted in."""

    first: int
    last: int


def choose_strategy(*, only_head: bool, can_bind: bool = False, can_compact: bool = False) -> tuple[str, str]:
    """The strategy for a change, and why. ``only_head``: nothing but turns at the beginning goes; ``can_…``: what the provider offers.

    >>> choose_strategy(only_head=False, can_compact=True)[0]
    'strip_all'
    """
    if can_compact and only_head:
        return (
            SERVER_COMPACT,
            "only the head goes, and the provider can take it away itself: thinking stays valid",
        )
    if can_bind:
        return DROP_BLOCK, "the provider drops thinking whose prefix has changed"
    return STRIP_ALL, "works with every provider"


def plan_signed(
    messages: Sequence[Message], first: int, *, strategy: str = STRIP_ALL, item: str = ""
) -> dict[str, str]:
    """What is kept with a commit whose first change is at message ``first`` of the history; {} if nothing there is signed.

    ``item`` is the provider's own compaction as JSON, with ``server_compact``. UsageError for an unknown strategy.
    """
    if strategy not in STRATEGIES:
        raise UsageError(f"'{strategy}' is no strategy for signed thinking", hint=", ".join(STRATEGIES))
    if strategy == SERVER_COMPACT:
        return {"strategy": strategy, **({"item": item} if item else {})}
    if strategy == STRIP_ALL and not any(map(is_signed, messages[max(0, first - 1) :])):
        return {}
    return {"strategy": strategy, "first": str(first), "last": str(len(messages))}


def stripped_ranges(commits: Iterable[Commit]) -> tuple[Range, ...]:
    """Where thinking is gone from the view, in order and apart: by every commit, taken back or not, for it was signed for another view."""
    found: list[Range] = []
    for commit in commits:
        first, last = commit.signed.get("first", ""), commit.signed.get("last", "")
        if commit.signed.get("strategy") == STRIP_ALL and first.isdecimal() and last.isdecimal():
            found.append(Range(int(first), int(last)))
    joined: list[Range] = []
    for one in sorted(found):
        if joined and one.first <= joined[-1].last + 1:
            joined[-1] = Range(joined[-1].first, max(joined[-1].last, one.last))
        else:
            joined.append(one)
    return tuple(joined)


def request_options(commits: Iterable[Commit]) -> Options:
    """What a request to Anthropic has to hold; nothing unless a commit chose ``drop_block``: then for as long as the thread lives."""
    if all(commit.signed.get("strategy") != DROP_BLOCK for commit in commits):
        return Options({}, {})
    binding = {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    return Options({"thinking": binding}, {"anthropic-beta": BETA})
