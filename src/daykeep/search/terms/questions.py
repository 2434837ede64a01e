"""The terms of a question: as those of a text, without the words that only ask or bind."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from daykeep.search.terms.cutting import BIGRAMMED, terms
from daykeep.search.terms.folding import fold

_KIND_OF = re.compile(
    r"(?i)\b(?:what|which) (?:kinds?|types?|sorts?) of\b|\bhow (?:many|much|long|often|old|far)\b"
)


def query_terms(text: str) -> list[str]:
    """What a search looks for: the distinct terms of a question in its order, less the words that name nothing.

    Where nothing else is left, those words are looked for after all, so that a question never has no terms but where
    its text has none. A term of one character of a script without blanks stands for every term that begins with it.

    >>> query_terms("Where did Anna buy the bikes?")
    ['anna', 'buy', 'bike']
    >>> query_terms("战国无双是由谁开发的？"), query_terms("猫")
    (['战国', '国无', '无双', '开发'], ['猫'])
    """
    every = list(dict.fromkeys(terms(text)))
    stops = stop_terms(_language(text))
    useful = [term for term in _naming(text) if term not in stops]
    return useful or every


@cache
def stop_terms(language: str = "en") -> frozenset[str]:
    """The terms of words that say nothing about what is sought; empty for a language that has no list.

    >>> "the" in stop_terms(), "die" in stop_terms(), "die" in stop_terms("de")
    (True, False, True)
    """
    return frozenset(term for word in _stop_words().get(language, ()) for term in terms(word))


@cache
def _stop_words() -> dict[str, frozenset[str]]:
    lines = (line.split() for line in _lines("stopwords.txt"))
    return {language: frozenset(words) for language, *words in lines}


def _language(text: str) -> str:
    """The language with most of its stop words in the text; English where no other has more."""
    words = set(text.casefold().replace("'", " ").replace("?", " ").split())
    return max(_stop_words(), key=lambda language: len(words & _stop_words()[language]))


def _naming(text: str) -> list[str]:
    """Distinct terms of the text cut at asking words; a run's last character only where the run is nothing else."""
    text = _KIND_OF.sub(" ", text)
    if text.isascii():
        return list(dict.fromkeys(terms(text)))
    found = []
    for part in _asking().sub(" ", fold(text)).split():
        before = ""
        for term in terms(part):
            if not (len(before) == 2 and before[-1] == term and is_prefix(term)):
                found.append(term)
            before = term
    return list(dict.fromkeys(found))


def is_prefix(term: str) -> bool:
    """Whether a term of a question stands for every term that begins with it: one character of a run of such."""
    return len(term) == 1 and bool(_bigrammed().match(term))


@cache
def _bigrammed() -> re.Pattern[str]:
    return re.compile(f"[{BIGRAMMED}]")


@cache
def _asking() -> re.Pattern[str]:
    words = {word for line in _lines("questions.txt") for word in line.split()}
    return re.compile("|".join(sorted(words, key=lambda word: (-len(word), word))))


def _lines(name: str) -> list[str]:
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
