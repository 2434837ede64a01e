"""The values of triage: actions, what a decider answers, and what is committed."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

KEEP, COMPRESS, ARCHIVE, DROP, MASK = "keep", "compress", "archive", "drop", "mask"
"""Leave as it is; a short note in its place; store it and leave a line in an index; take it out; hide results of tools."""
RESTORE = "restore"
"""Takes an earlier edit of the unit back."""
CHOICES: tuple[str, ...] = (KEEP, COMPRESS, ARCHIVE, DROP)
"""What a decider chooses between; `MASK` is what a gate or a rule makes of a unit full of results."""

_ORDER = {name: place for place, name in enumerate(CHOICES)}


class Distribution(NamedTuple):
    """What a decider says about one unit: a probability for each choice.

    ``confidence`` is the decider's own number where it gives one: (K * p_top - 1) / (K - 1) for System One. ``fault`` says why
    the answer can't be used, "" if it can. ``uncalibrated`` marks probabilities that a language model put into words.
    ``why`` is the rule that decided, in a few words, "" where nobody says it.
    """

    unit_id: str
    probabilities: Mapping[str, float]
    confidence: float | None = None
    fault: str = ""
    uncalibrated: bool = False
    why: str = ""

    @property
    def top(self) -> str:
        """The most likely choice; of equals the one that loses less."""
        most = max(self.probabilities.values())
        best = [name for name, probability in self.probabilities.items() if probability == most]
        return (
            best[0]
            if len(best) == 1
            else min(best or self.probabilities, key=lambda name: _ORDER.get(name, 9))
        )

    @property
    def p_top(self) -> float:
        """Its probability."""
        return self.probabilities[self.top]

    @property
    def margin(self) -> float:
        """How far it is ahead of the next one."""
        ranked = sorted(self.probabilities.values(), reverse=True)
        return ranked[0] - (ranked[1] if len(ranked) > 1 else 0.0)


class Gate(NamedTuple):
    """One gate that a suggestion went through: its name, whether it passed unchanged, and what was looked at."""

    name: str
    passed: bool
    detail: str = ""


class Decision(NamedTuple):
    """What becomes of one unit in one check, and why."""

    unit_id: str
    suggested: str
    final: str
    reason: str
    gates: tuple[Gate, ...] = ()
    distribution: Distribution | None = None


class Edit(NamedTuple):
    """One unit's part of a commit; ``unit_sha`` is that of its messages when it was made.

    ``note`` is the text that stands in the unit's place after `COMPRESS`, ``stored_id`` names the stored turn (``A12``) after
    `ARCHIVE`, `MASK` and, where its original is kept for recall, after `COMPRESS` too. ``masks`` holds what stands in place of each
    result after `MASK`: the call's id and a text; a call without one gets a text that says what is hidden. A `MASK` may name
    a piece of a unit (``U7@12-31``, see `session.units.segments`). ``covers`` names the last unit that the note stands for where it
    is a summary of several, which begins with this unit.
    """

    unit_id: str
    unit_sha: str
    action: str
    note: str = ""
    stored_id: str = ""
    masks: tuple[tuple[str, str], ...] = ()
    covers: str = ""


class Commit(NamedTuple):
    """One line of ``edits.jsonl``: everything that one check changed in the view.

    ``block`` is the frozen text of facts and index, which stands behind the unit ``block_after`` until the next commit.
    ``undoes`` names the commit that this one takes back. ``signed`` is what is done about thinking (see `triage.signed`).
    ``messages`` is how many messages the history had then: readings of usage up to there say nothing about the new view.
    """

    id: str
    at: str
    check_id: str
    policy_sha: str
    edits: tuple[Edit, ...]
    block: str = ""
    block_after: str = ""
    undoes: str = ""
    signed: Mapping[str, str] = MappingProxyType({})
    messages: int = 0
