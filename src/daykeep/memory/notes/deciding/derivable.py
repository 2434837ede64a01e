"""What needs no note: the project's code, files and git say it themselves, or it is over in an hour."""

from __future__ import annotations

from daykeep.memory.notes.deciding.features.lookups import CODE, FILES, GIT, NOW, derivable_signs
from daykeep.memory.notes.deciding.weighing import Shown, load_heads, show, weigh

REFUSED = "refuse"
SURE = 0.4
"""From this probability on a statement is not kept: of statements that should be kept hardly one in a hundred reaches it."""
_KEPT = (
    "forbids", "opens with a ban", "asks", "obliges", "praise", "blame", "teaches you", "why it is so", "decides", "works for us",
    "outsiders", "I like", "is able", "is not able", "is a role", "life", "address", "tool", "trouble", "elsewhere", "a person is at it",
)  # fmt: skip
"""Traits of what the project can't say itself: orders, reasons, plans, people, places outside."""
_REASONS = {
    "hash": GIT, "did change": GIT, "someone changed": GIT, "git": GIT,
    "this moment": NOW, "a run": NOW, "amid": NOW, "test results": NOW,
    "files are": FILES, "path": FILES, "folder or file": FILES,
}  # fmt: skip
"""What a trait says of where a statement can be looked up; the code, where none of them is there."""


def find_derivable(text: str) -> str | None:
    """Why a statement is not kept: what it says can be looked up in the project, or is true for this hour only; else None.

    Held back on purpose: a statement that orders, explains, plans, tells of people or points outside of the project is
    never refused, and neither is one that only looks a little like it. To refuse what should be kept is worse than to keep
    too much.

    >>> find_derivable("all the models are in src/models"), find_derivable("don't put models in src/models")
    ('the files show where things are, also after they have moved', None)
    """
    if not text.strip():
        return None
    shown, head = show(text), load_heads()[REFUSED]
    if is_kept(shown) or weigh(shown, head)[REFUSED] < SURE:
        return None
    return _reason(shown)


def is_kept(shown: Shown) -> bool:
    """Whether a statement says what the project can't, so that nothing else in it can have it refused."""
    return any(f"t:{name}" in shown.features for name in _KEPT)


def _reason(shown: Shown) -> str:
    """The reason of the first wording that is there, else that of the trait which weighs most."""
    for place, wording in enumerate(derivable_signs()):
        if f"d:{place}" in shown.features:
            return wording.reason
    head = load_heads()[REFUSED]
    answer = head.answers.index(REFUSED)
    traits = [
        (head.weights[name][answer], name[2:])
        for name in shown.features
        if name.startswith("t:") and name in head.weights and head.weights[name][answer] > 0
    ]
    return next((_REASONS[name] for _, name in sorted(traits, reverse=True) if name in _REASONS), CODE)
