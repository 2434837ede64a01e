"""Text cut into the terms that the index holds: words, bigrams of scripts without blanks, names whole and in parts.

Every whitespace-separated piece is cut once and remembered, so that a corpus costs a dictionary look-up a word. The
memory is bounded and holds no answer that depends on anything but the piece.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain, pairwise
from typing import NamedTuple

from daykeep.search.terms.english import stem
from daykeep.search.terms.folding import fold
from daykeep.search.terms.scripts import stem_arabic, stem_cyrillic

_IDEOGRAPHS = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA = "\u3041-\u3096\u309d\u309e\u30a1-\u30fa\u30fc-\u30fe\u3105-\u312f"
_HANGUL = "\uac00-\ud7a3"
_UNSPACED = "\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1050-\u109f\u1780-\u17d3"  # Thai, Lao, Burmese, Khmer
_INDIC = "\u0900-\u0963\u0966-\u0dff\u0f18-\u0fbc"  # their vowel signs are no letters to Python
BIGRAMMED = f"{_IDEOGRAPHS}{_KANA}{_HANGUL}{_UNSPACED}"
"""Inner part of a character class: what is indexed as pairs of neighbouring characters."""
_ANY_WORD = f"(?:[^\\W_{BIGRAMMED}]|[{_INDIC}])+"
_ASCII_WORD = "[A-Za-z0-9]+"
_JOINERS = r"[._\-/\\@:+#']{1,3}"
_SHARP = r"(?<!\w)[A-Za-z](?:\+\+|#)(?!\w)"  # the names of two programming languages
_DATE = r"(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])(?!\d)"
_GROUPED = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])"
_SINGLE = re.compile("[a-z]+|[A-Z][a-z]*")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_HUMP = re.compile(r"[a-z][A-Z]")
_ENGLISH = re.compile("[a-z]{3,}")
_CYRILLIC = re.compile("[а-я]{4,}")
_ARABIC = re.compile("[\u0621-\u064a]{4,}")
_WRITTEN_DATE = re.compile(
    r"((?:19|20)\d\d) *年 *(1[0-2]|0?[1-9])\s*月(?: *(3[01]|[12]\d|0?[1-9])\s*[日号])?"
)

_LONGEST_NAME = 64
"""A longer path or address is indexed by its parts alone."""
_LONGEST_REMEMBERED = 32
_MOST_REMEMBERED = 300_000
_CONTRACTED = frozenset(("s", "t", "re", "ve", "ll", "d", "m"))
_ELIDED = frozenset(("l", "d", "j", "m", "t", "s", "n", "c", "qu"))


class _Grammar(NamedTuple):
    """Where a piece is cut: its runs without blanks, grouped numbers and names; and the parts of a name."""

    run: re.Pattern[str]
    part: re.Pattern[str]


@cache
def _grammar(*, ascii_only: bool) -> _Grammar:
    """Compiled when first needed: the classes of all scripts take longer to build than a small search."""
    word = _ASCII_WORD if ascii_only else _ANY_WORD
    bigrammed = "(?!)" if ascii_only else f"[{BIGRAMMED}]+"
    return _Grammar(
        re.compile(f"({bigrammed})|({_GROUPED})|({_SHARP}|{word}(?:{_JOINERS}{word})*)"),
        re.compile(f"({_DATE})|(?<![^\\W\\d])[vV]?(\\d+(?:\\.\\d+)+)|({word})"),
    )


class _Pieces(dict[str, tuple[str, ...]]):
    """The terms of every short piece seen so far."""

    def __missing__(self, piece: str) -> tuple[str, ...]:
        cut = tuple(_cut(piece))
        if len(piece) <= _LONGEST_REMEMBERED:
            if len(self) >= _MOST_REMEMBERED:
                self.clear()
            self[piece] = cut
        return cut


_PIECES = _Pieces()


def terms(text: str) -> list[str]:
    """The terms of a text in its order, the same for text and question; most are words reduced to their stems.

    A name, path, version, id or date gives itself whole and its parts; a run of a script without blanks gives its
    pairs of neighbouring characters and its last character, so that one character can be looked up as a prefix.

    >>> terms("Bought two cats at 10:30")
    ['buy', 'two', 'cat', 'at', '10:30', '10', '30']
    >>> terms("getUserName in src/app.py"), terms("资料库")
    (['getusernam', 'get', 'user', 'name', 'in', 'src/app.py', 'src', 'app', 'py'], ['资料', '料库', '库'])
    """
    if not text.isascii():
        text = _WRITTEN_DATE.sub(_as_iso, fold(text))
    return list(chain.from_iterable(map(_PIECES.__getitem__, text.split())))


def _as_iso(found: re.Match[str]) -> str:
    year, month, day = found.groups()
    whole = f" {year}-{int(month):02d}" + (f"-{int(day):02d} " if day else " ")
    return f"{whole}{int(month)}月" + (f"{int(day)}日 " if day else " ")


def _cut(piece: str) -> list[str]:
    if _SINGLE.fullmatch(piece):
        return [_reduced(piece.lower())]
    found: list[str] = []
    grammar = _grammar(ascii_only=piece.isascii())
    for run, grouped, name in grammar.run.findall(piece):
        if run:
            found += map("".join, pairwise(run))
            found.append(run[-1])
        elif grouped:
            found.append(grouped.replace(",", ""))
        elif name[-1] in "+#":
            found.append(name.lower())
        else:
            found += _named(name, grammar.part)
    return found


def _named(name: str, part: re.Pattern[str]) -> list[str]:
    if "'" in name:
        return [term for one in _without_elision(name) for term in _named(one, part)]
    parts = [term for found in part.finditer(name) for term in _part(found)]
    lowered = name.lower()
    if part.fullmatch(name):
        return parts
    pieces = lowered.split("-")
    if len(pieces) == 2 and all(one.isalpha() for one in pieces):
        return [_reduced("".join(pieces)), *parts]
    return [lowered, *parts] if len(name) <= _LONGEST_NAME else parts


def _without_elision(name: str) -> list[str]:
    pieces = [one for one in name.split("'") if one]
    if len(pieces) > 1 and pieces[-1].lower() in _CONTRACTED and pieces.pop().lower() == "t":
        pieces[-1] = pieces[-1].removesuffix("n") or "n"
    if len(pieces) > 1 and pieces[0].lower() in _ELIDED:
        del pieces[0]
    return pieces


def _part(found: re.Match[str]) -> list[str]:
    date, number, word = found.groups()
    if date:
        year, month, day = re.split("[-/.]", date)
        return [f"{year}-{int(month):02d}-{int(day):02d}", f"{year}-{int(month):02d}", year]
    if number:
        steps = number.split(".")
        return [number, ".".join(steps[:2])] if len(steps) > 2 else [number]
    humps = _HUMPS.findall(word) if _HUMP.search(word) else []
    return [_reduced(word.lower()), *(_reduced(hump.lower()) for hump in humps if len(hump) > 1)]


def _reduced(word: str) -> str:
    if _ENGLISH.fullmatch(word):
        return stem(word)
    if word.isascii():
        return word
    word = word.casefold()
    if _CYRILLIC.fullmatch(word):
        return stem_cyrillic(word)
    return stem_arabic(word) if _ARABIC.fullmatch(word) else word
