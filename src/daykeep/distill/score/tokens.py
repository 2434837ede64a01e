"""The tokens of a line and what each one says: the bits of its concepts and of its look.

A line is cut once, by one pattern; every distinct token is looked at once and remembered, so a line costs one
``findall`` and a dictionary look-up for each token. The answers depend on the token alone.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from zlib import crc32

from daykeep.distill.score.lexicon import SPACELESS_FIRST, SPACELESS_LAST, load_lexicon

BUCKETS = 1 << 17
"""Hashed words fall into this many buckets, in each space."""

REMEMBERED_TOKENS = 200_000
"""A table of tokens is emptied when it holds this many (some 30 MB)."""

MARKS = [
    "arrow",
    "question",
    "exclaim",
    "paren",
    "quoted",
    "dash",
    "url",
    "mail",
    "code",
    "strike",
    "equals",
    "slash",
    "bold",
    "colon",
    "ok",
    "bad",
    "wait",
    "emoji",
    "time",
    "date",
    "number",
    "long_number",
    "hex",
    "upper",
    "shout",
    "past",
    "name",
    "word",
    "percent",
    "money",
    "braces",
    "semicolon",
    "plus",
]
"""The looks of single tokens; their bits follow those of the concepts."""

_GROUPS = {
    "ok": "✅✓☑✔🟢🎉👍💯",
    "bad": "❌🔴⚠🚨✗🟡❗⛔🛑🐛",
    "wait": "⏳🔄⬜🚧📋⏰🕐📅",
    "question": "?？",
    "exclaim": "!！",
    "paren": "(（",
    "quoted": '"“「『',
    "dash": "—–",
    "code": "`",
    "equals": "=",
    "slash": "/",
    "colon": ":：",
    "percent": "%％",
    "money": "$€¥£₿",
    "braces": "{}[]",
    "semicolon": ";；",
    "plus": "+",
    "arrow": "→⇒➜",
}
_SHOUTED = frozenset(
    [
        "MUST",
        "NEVER",
        "ALWAYS",
        "ONLY",
        "NOT",
        "ALL",
        "NUNCA",
        "SIEMPRE",
        "NIEMALS",
        "IMMER",
        "MUSS",
        "SEMPRE",
        "JAMAIS",
        "TOUJOURS",
        "JANGAN",
        "SELALU",
        "WAJIB",
        "НЕ",
        "НИКОГДА",
        "ВСЕГДА",
        "НЕЛЬЗЯ",
        "DONT",
        "STOP",
    ]
)
_PAST = frozenset("built wrote made sent ran got found took went did was were had came kept".split())  # noqa: SIM905
_NAMES = {"URL": "url", "EMAIL": "mail", "UUID": "hex", "ID": "hex", "HASH": "hex", "PHONE": "long_number"}

CONCEPTS = load_lexicon().names
NAMES = (*CONCEPTS, *MARKS)
"""Every bit of a token, in order."""
BIT = {name: 1 << place for place, name in enumerate(NAMES)}
CONCEPT_MASK = (1 << len(CONCEPTS)) - 1


_SPACELESS = f"{SPACELESS_FIRST}-{SPACELESS_LAST}"
cut = re.compile(
    rf"https?://[^\s)>\]]+|[^\W\d_{_SPACELESS}]+(?:['’][a-z]+)?|[{_SPACELESS}]+|\d[\w:.,/-]*"
    r"|<[A-Z]+(?:_\d+)?>|[^\w\s<]+|[<_]+"
).findall
"""Cuts a text into its tokens, in order: links, words, runs without spaces, numbers, placeholders, signs."""


class _Table(dict[str, int]):
    """A dictionary that works out what it has not seen, and never grows without bound."""

    __slots__ = ()

    def __missing__(self, token: str) -> int:
        if len(self) >= REMEMBERED_TOKENS:
            self.clear()
        value = self[token] = self.work_out(token)
        return value

    def work_out(self, token: str) -> int:
        raise NotImplementedError


class _Bits(_Table):
    """Token -> its bits; a run without spaces gives those of all words in it."""

    __slots__ = ()

    def work_out(self, token: str) -> int:
        first = token[0]
        if SPACELESS_FIRST <= first <= SPACELESS_LAST:
            return BIT["word"] | _spaceless_bits(token)
        if first.isalpha():
            return BIT["word"] | _word_bits(token)
        if first.isdigit():
            return _number_bits(token)
        if first == "<" and len(token) > 2:
            kind = token.strip("<>").rstrip("0123456789").rstrip("_")
            return BIT[_NAMES.get(kind, "name")]
        return _sign_bits(token)


token_bits = _Bits()
"""Token -> bits, as a dictionary that fills itself."""


def _word_bits(token: str) -> int:
    if token.startswith(("http:", "https:")):
        return BIT["url"]
    lexicon = load_lexicon()
    low = token.lower().replace("’", "'")
    bits = lexicon.exact.get(low, 0)
    for end in range(2, len(low) + 1):
        bits |= lexicon.prefix.get(low[:end], 0)
    if len(token) > 3 and token.isupper():
        bits |= BIT["upper"]
    if token in _SHOUTED:
        bits |= BIT["shout"]
    if (low.endswith("ed") and len(low) > 4) or low in _PAST:
        bits |= BIT["past"]
    return bits


def _spaceless_bits(run: str) -> int:
    lexicon = load_lexicon()
    pairs, longer = lexicon.pairs, lexicon.longer
    bits = 0
    for place in range(len(run)):
        two = run[place : place + 2]
        bits |= pairs.get(two, 0) | pairs.get(two[0], 0)
        if two in longer:
            for word, word_bits in longer[two]:
                if run.startswith(word, place):
                    bits |= word_bits
    return bits


def _number_bits(token: str) -> int:
    digits = sum(map(str.isdigit, token))
    if digits < len(token) and len(token) >= 7 and any(map(str.isalpha, token)):
        return BIT["hex"]
    if ":" in token[:-1]:
        return BIT["time"] | BIT["number"]
    if digits == 8 and token.count("-") == 2:
        return BIT["date"] | BIT["number"]
    return BIT["number"] | (BIT["long_number"] if digits > 5 else 0)


def _sign_bits(token: str) -> int:
    bits = 0
    signs = set(token)
    for name, group in _GROUPS.items():
        if not signs.isdisjoint(group):
            bits |= BIT[name]
    if "->" in token or "=>" in token:
        bits |= BIT["arrow"]
    if "~~" in token:
        bits |= BIT["strike"]
    if "**" in token or "__" in token:
        bits |= BIT["bold"]
    if any("\u2600" <= sign <= "\u27bf" or "\U0001f300" <= sign <= "\U0001faff" for sign in signs):
        bits |= BIT["emoji"]
    return bits


SPACES = ("body", "heading", "label", "opening", "starts")
"""Where words are told apart: all lines, the heading, labels, the opening of the first line, the first of each line."""


def word_keys(space: int, token: str) -> list[int]:
    """The buckets of a token in one of SPACES; signs and links have none. The space stands above the hash.

    Case and the digits of numbers don't matter; a run without spaces gives its pairs of characters.
    """
    first = token[0]
    if first.isalpha():
        if SPACELESS_FIRST <= first <= SPACELESS_LAST:
            parts = [token[i : i + 2] for i in range(len(token) - 1)] or [token]
            base = space * BUCKETS
            return [base + (crc32(part.encode()) & (BUCKETS - 1)) for part in parts]
        if "/" in token:
            return []
        part = token.lower().replace("’", "'")
    elif first.isdigit():
        part = "0000"[: len(token)]
    else:
        return []
    return [space * BUCKETS + (crc32(part.encode("utf-8", "surrogatepass")) & (BUCKETS - 1))]


@lru_cache(maxsize=1 << 12)
def tokens_of(text: str) -> frozenset[str]:
    """The distinct tokens of a heading or label; these come again and again."""
    return frozenset(cut(text))


@lru_cache(maxsize=1 << 12)
def bits_of(text: str) -> int:
    """The bits of all tokens of a heading or label together."""
    bits = 0
    for token in tokens_of(text):
        bits |= token_bits[token]
    return bits


@cache
def _place_table() -> list[tuple[int, ...]]:
    return [tuple(bit for bit in range(12) if value >> bit & 1) for value in range(1 << 12)]


def places(bits: int) -> list[int]:
    """The places of the bits set, ascending.

    >>> places(0b1001)
    [0, 3]
    """
    found: list[int] = []
    table, base = _place_table(), 0
    while bits:
        found += [base + place for place in table[bits & 4095]] if base else table[bits & 4095]
        bits >>= 12
        base += 12
    return found
