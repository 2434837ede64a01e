"""Who is spoken of in a question: the speakers that it names, and which of them it is about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_BEFORE_SUBJECT = "did does do has have had is was are were will would can could might should"
_TOGETHER = r"(?:and|&|or|,|和|与|及|跟|und|et|y|e|и)"
_I = re.compile(r"\b(?:i|me|my|mine|we|our)\b|我", re.IGNORECASE)
_YOU = re.compile(r"\b(?:you|your|yours)\b|你|您", re.IGNORECASE)
_ROLES = (("user", _I), ("assistant", _YOU))


class People(NamedTuple):
    """The speakers named in a question, in their order, and the one whose doings or words it asks for, if it is one.

    ``known`` are all speakers, named or not.
    """

    named: tuple[str, ...] = ()
    subject: str | None = None
    known: frozenset[str] = frozenset()

    def without(self, text: str) -> str:
        """The text without these names."""
        for name in self.named:
            text = _pattern(name).sub(" ", text)
        return text


def find_people(text: str, names: Iterable[str]) -> People:
    """Which of the known speakers a question names.

    The subject is the one after an auxiliary verb, else the first; two in one breath ("Anna and Ben") are no single
    subject. Where the speakers are ``user`` and ``assistant``, "I" means the first and "you" the other.

    >>> find_people("What did Ben do for Anna?", ["Anna", "Ben"])[:2]
    (('Ben', 'Anna'), 'Ben')
    >>> find_people("Where did I put the keys?", ["user", "assistant"]).subject
    'user'
    """
    known = sorted({name for name in names if name.strip()})
    places = sorted((match.start(), name) for name in known if (match := _pattern(name).search(text)))
    named = tuple(name for _, name in places)
    if not named:
        roles = [role for role, pattern in _ROLES if role in known and pattern.search(text)]
        return People((), roles[0] if roles else None, frozenset(known))
    return People(named, _subject(text, named), frozenset(known))


def _subject(text: str, named: tuple[str, ...]) -> str | None:
    if len(named) == 1:
        return named[0]
    anyone = "|".join(re.escape(name) for name in named)
    if re.search(rf"(?:{anyone})\s*{_TOGETHER}\s*(?:{anyone})", text, re.IGNORECASE):
        return None
    auxiliary = _BEFORE_SUBJECT.replace(" ", "|")
    found = re.search(rf"\b(?:{auxiliary})\s+({anyone})\b(?!['’]s)", text, re.IGNORECASE)
    if not found:
        return named[0]
    return next(name for name in named if name.casefold() == found[1].casefold())


def _pattern(name: str) -> re.Pattern[str]:
    edge = r"\b" if name.isascii() else ""
    return re.compile(rf"{edge}{re.escape(name)}{edge}(?:['’]s)?", re.IGNORECASE)
