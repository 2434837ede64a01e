"""Whether a change of the view is worth its price now: always where there is no room, free where the cache is cold."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from daykeep.triage.economics.cost import Cost

HARD, COLD, SOFT, WAIT = "hard", "cold", "soft", "wait"
HARD_SHARE = 0.85
"""From this share of the window on nothing is asked about costs: the next call might not fit."""
DEFAULT_CALLS = 20
"""How many calls are expected to come where nothing is known."""
ENOUGH_SESSIONS = 5
"""So many longer sessions tell how long one of this length goes on."""


class Situation(NamedTuple):
    """What is known when a change is weighed.

    ``tokens`` is what the context holds, ``window`` the model's (0 if unknown), ``wanted_tokens`` the most that a person wants
    for the sake of quality (0 for none). ``overflowed`` says that the provider refused the last call for its length.
    ``idle_seconds`` is how long nothing was asked; ``changed`` what breaks the prefix anyway (a new model, other tools, a
    resumed session), "" if nothing does. ``remaining_calls`` is how many more are expected.
    """

    tokens: int
    window: int = 0
    wanted_tokens: int = 0
    overflowed: bool = False
    idle_seconds: float = 0.0
    changed: str = ""
    remaining_calls: float = DEFAULT_CALLS


class Verdict(NamedTuple):
    """``kind`` is ``hard``, ``cold``, ``soft`` (it pays) or ``wait``; ``why`` says it in words with its numbers."""

    kind: str
    why: str

    @property
    def goes(self) -> bool:
        """Whether the change is made."""
        return self.kind != WAIT


def weigh(situation: Situation, cost: Cost, *, ttl_seconds: int) -> Verdict:
    """Whether to make a change that costs this, in this situation; pure."""
    line = HARD_SHARE * situation.window
    if situation.overflowed:
        return Verdict(HARD, "the provider refused the last call for its length")
    if situation.window and situation.tokens >= line:
        share = round(100 * situation.tokens / situation.window)
        return Verdict(HARD, f"{situation.tokens:,} tokens are {share} % of what there is room for")
    if situation.changed:
        return Verdict(COLD, f"the cache is lost anyway: {situation.changed}")
    if situation.idle_seconds > ttl_seconds:
        return Verdict(COLD, f"the cache is cold after {round(situation.idle_seconds):,} seconds")
    if situation.wanted_tokens and situation.tokens > situation.wanted_tokens:
        return Verdict(SOFT, f"more than the {situation.wanted_tokens:,} tokens that are wanted at most")
    said = f"it pays after {cost.calls:.1f} calls, {situation.remaining_calls:.0f} are expected"
    return Verdict(SOFT if cost.calls <= situation.remaining_calls else WAIT, said)


def expected_calls(done: int, past: Sequence[int]) -> float:
    """How many calls are still to come after ``done``, from the lengths of past sessions.

    The mean of what was left in those that were longer, where there are enough of them. Else at least `DEFAULT_CALLS`, and
    half of what was done: the longer a session has gone on, the longer it goes on, as lengths with a long tail do.

    >>> expected_calls(10, [12, 14, 30, 50, 34, 8])
    18.0
    """
    longer = [length - done for length in past if length > done]
    if len(longer) >= ENOUGH_SESSIONS:
        return sum(longer) / len(longer)
    return max(float(DEFAULT_CALLS), done / 2)
