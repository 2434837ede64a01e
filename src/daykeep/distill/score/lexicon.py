"""The concepts that words of many languages carry, read from ``lexicon.txt`` beside this module."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

SPACELESS_FIRST, SPACELESS_LAST = "\u3040", "\u9fff"
"""The characters of scripts that are written without spaces (kana and Han): their words are found inside runs."""


class Lexicon(NamedTuple):
    """Concept names in the order of their bits, and the words that set them.

    ``exact`` and ``prefix`` map lower-cased words to bits; ``pairs`` does for words of one or two characters of a
    script without spaces; ``longer`` maps the first two characters of longer ones to (word, bits).
    """

    names: tuple[str, ...]
    exact: dict[str, int]
    prefix: dict[str, int]
    pairs: dict[str, int]
    longer: dict[str, tuple[tuple[str, int], ...]]


@cache
def load_lexicon() -> Lexicon:
    """The lexicon that ships with the package; read once."""
    return parse_lexicon(Path(__file__).with_name("lexicon.txt").read_text(encoding="utf-8"))


def parse_lexicon(text: str) -> Lexicon:
    r"""Read ``[concept]`` lines and the words below them; ``#`` starts a comment line.

    >>> parse_lexicon("[fix]\nfixed repair* 修复").prefix
    {'repair': 1}
    """
    names: list[str] = []
    found = Lexicon((), {}, {}, {}, {})
    for line in text.splitlines():
        if line.startswith("["):
            names.append(line[1:-1])
        elif not line.startswith("#"):
            for word in line.split():
                _add(found, word, 1 << (len(names) - 1))
    return found._replace(names=tuple(names))


def _add(lexicon: Lexicon, word: str, bit: int) -> None:
    if SPACELESS_FIRST <= word[0] <= SPACELESS_LAST:
        if len(word) > 2:
            lexicon.longer[word[:2]] = (*lexicon.longer.get(word[:2], ()), (word, bit))
            return
        table = lexicon.pairs
    else:
        table = lexicon.prefix if word.endswith("*") else lexicon.exact
        word = word.rstrip("*")
    table[word] = table.get(word, 0) | bit
