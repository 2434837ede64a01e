"""Words that answer for others: kinds and their members, words of one meaning.

``related.txt`` is a small lexicon of everyday and workspace English. A line ``pet animal | dog cat`` says that a
question about pets is also answered where a dog is spoken of (not the other way round); ``= trip vacation`` that each
word answers for the other. Other languages add lines in the same form.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from daykeep.search.terms import terms

ALIKE = 1
"""So many first letters a word of the lexicon shares with its term, "bought" too."""


class Relation(NamedTuple):
    """What answers for a term: the members of the kind that it names, and words of its own meaning."""

    kinds: frozenset[str] = frozenset()
    equals: frozenset[str] = frozenset()


@cache
def related_to(term: str) -> Relation | None:
    """The terms that answer for one term; None where there are none.

    >>> "turtl" in related_to("pet").kinds, related_to("turtl")
    (True, None)
    """
    lines = [line for line, words in _lines().get(term[:ALIKE], ()) if term in terms(words)]
    kinds = frozenset(name for line in lines if line.kinds for name in _stems(line.text)) - {term}
    equals = frozenset(name for line in lines if not line.kinds for name in _stems(line.text)) - {term}
    return Relation(kinds, equals - kinds) if kinds or equals else None


class _Line(NamedTuple):
    text: str
    kinds: bool


@cache
def _lines() -> dict[str, list[tuple[_Line, str]]]:
    """The lines of the lexicon by what the terms of their heads begin with, each with those heads.

    Words are cut into terms only where they are asked for: cutting all takes as long as a search.
    """
    found: dict[str, list[tuple[_Line, str]]] = {}
    for line in Path(__file__).with_name("related.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        entry = _Line(line.removeprefix("=").replace("|", " "), kinds=not line.startswith("="))
        starts: dict[str, str] = {}
        for head in line.removeprefix("=").partition("|")[0].split():
            for word in [head] if head.isalpha() else terms(head):
                starts[word[:ALIKE]] = f"{starts.get(word[:ALIKE], '')} {head}"
        for start, heads in starts.items():
            found.setdefault(start, []).append((entry, heads))
    return found


def _stems(text: str) -> list[str]:
    return list(dict.fromkeys(terms(text)))
