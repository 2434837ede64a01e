"""Whether the view of a conversation is over its budget now, by the provider's last word and what came since."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from daykeep.transcripts.messages.model import SUMMARY, USER, Message
from daykeep.transcripts.usage.fill import COUNTED, Fill, measure
from daykeep.transcripts.usage.line import COMPACT, decide

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from daykeep.triage.model import Commit

LOW_SHARE = 0.5
"""A check frees so much that this share of the budget is left: one that stops at the budget runs again at the next answer."""


class Trigger(NamedTuple):
    """Whether a check is due, and what that rests on.

    ``code`` is ``above`` where it is; else ``below``, ``near``, ``doubted`` (a reading waits for one that agrees),
    ``irreducible`` (``floor``, what can't go, fills the budget by itself) or ``suspended`` (the last commits did not help, and little is
    new since). ``source`` is ``usage`` (``reading`` is the provider's number), ``given`` or ``counted`` (an estimate, corrected by
    how far earlier ones were off). ``low`` is the tokens that a check aims at.
    """

    due: bool
    code: str
    why: str
    tokens: int
    budget: int
    low: int
    source: str
    floor: int
    reading: int = 0
    strikes: int = 0
    overhead: int = 0


def read_trigger(
    messages: Sequence[Message],
    commits: Sequence[Commit],
    *,
    shown: int,
    budget: int,
    floor: int,
    count: Callable[[str], int],
    window: int | None = None,
    tokens: int | None = None,
    low_share: float = LOW_SHARE,
) -> Trigger:
    """Whether the view of this history is over ``budget`` tokens; pure.

    ``shown`` is what the view counts to now, ``floor`` the tokens of it that can't go (system, protected units), without
    what stands before the messages. A commit makes the readings before it void until the next answer. ``tokens`` is a
    number that the caller knows better. A budget above the window is the window. A check aims at ``low_share`` of it.
    """
    line = min(budget, window) if window else budget
    if tokens is None and all(message.usage is None for message in messages):
        fill = Fill(shown, COUNTED, shown, 0, None, (), (), ())  # nobody ever said a number
    else:
        fill = measure(with_commits(messages, commits), count=count, window=window, tokens=tokens)
        fill = _of_view(fill, shown, commits)
    overhead = fill.overhead or 0
    action, code, why = decide(fill, line, floor=floor + overhead)
    reading = fill.reading.tokens if fill.reading else 0
    due = action == COMPACT
    return Trigger(
        due, code, why, fill.tokens, line, round(low_share * line), fill.source, floor + overhead, reading,
        fill.strikes, overhead,
    )  # fmt: skip


def with_commits(messages: Sequence[Message], commits: Sequence[Commit]) -> list[Message]:
    """The history with an empty message at each place where a commit changed the view, marked as a summary is."""
    found: list[Message] = []
    done = 0
    for commit in commits:
        place = min(max(commit.messages, done), len(messages))
        found += messages[done:place]
        found.append(Message(USER, (), mark=SUMMARY))
        done = place
    return found + list(messages[done:])


def _of_view(fill: Fill, shown: int, commits: Sequence[Commit]) -> Fill:
    """Where nothing was said since the last commit, the view itself is counted."""
    if fill.source != COUNTED or not commits:
        return fill
    return fill._replace(tokens=round(fill.calibration * shown) + (fill.overhead or 0))
