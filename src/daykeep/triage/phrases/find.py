"""The phrases of a text that name something: names, numbers, dates, times, choices; what is between them is left out.

Recall comes first: a phrase too many costs a few characters, a missing one is a fact that nobody can read any more.
Nothing here knows what a conversation is about.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from daykeep.triage.phrases.han import find_han_phrases
from daykeep.triage.phrases.words import (
    abbreviations,
    bridges,
    common,
    connectors,
    counts,
    dated,
    denials,
    leads,
    temporal,
)

NAMED, FIRST, PLAIN, TEMPORAL, EMPTY = range(5)
"""A name or a number; a capitalised first word; another word with a meaning; a word of a date or time; a word that says nothing."""

_JOINED, _PAUSE, _END = range(3)
_EDGES = "#([{\"'“‘<*`_)]}”’>.,;:!?…-–—/|"
_DASHES = frozenset({"-", "–", "—", "&", "/", "|", "+"})
_I = frozenset({"i", "i'm", "i'd", "i'll", "i've"})
_TITLE_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "all",
        "no",
        "not",
        "my",
        "your",
        "our",
        "his",
        "her",
        "their",
        "its",
        "we",
        "you",
        "they",
        "it",
        "he",
        "she",
        "that",
        "this",
        "these",
        "those",
        "there",
        "where",
        "when",
        "what",
        "who",
        "why",
        "how",
        "if",
        "about",
        "after",
        "before",
        "over",
        "under",
        "up",
        "down",
        "out",
        "off",
        "into",
        "one",
        "two",
        "every",
        "anything",
        "everything",
        "nothing",
        "never",
        "some",
        "last",
        "next",
        "new",
        "good",
        "great",
        "best",
        "better",
        "more",
        "let",
    ]
)
"""Words that may open a name: what else begins a sentence with a capital is its verb."""
_ORDINAL = ("st", "nd", "rd", "th")
_MARKS = frozenset("@_/\\$€£¥#=")
_GLUED = re.compile(r"(?<=[a-z])(\.(?=[A-Z][a-z]*[ '])|[,!?](?=[A-Za-z][a-z']* ))")
_HAN = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_DENIAL_REACH = 5
_COUNT_DIGITS = 2
_CODE = frozenset("{}<>()[];`")
"""Signs within a word that no name has: it is a piece of code."""
_BREAK = "…"
_BRIDGE_WORDS = 3
MAX_WORDS = 16
"""A longer phrase is cut in two: nothing that is named has as many words."""


class Token(NamedTuple):
    """One word: its class, as written, its core, that in small letters, and what follows it (joined, a pause, an end)."""

    kind: int
    written: str
    core: str
    low: str
    stop: int


class Phrase(NamedTuple):
    """One phrase: its words, and whether its clause denies it."""

    tokens: tuple[Token, ...]
    is_denied: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it holds only ordinary words: no name, number, date or time of day ("night" alone is none)."""
        return not any(_tells(token) for token in self.tokens)

    @property
    def counts(self) -> bool:
        """Whether it only says how many there are of something: "10 hotels"."""
        first, rest = self.tokens[0], self.tokens[1:]
        return (
            first.core.isdigit()
            and len(first.core) <= _COUNT_DIGITS
            and bool(rest)
            and not any(map(_tells, rest))
        )

    def core(self) -> Phrase:
        """The phrase from its first name, number or date on, and at most one ordinary word behind its last one."""
        telling = [
            place for place, token in enumerate(self.tokens) if _tells(token) or token.kind == TEMPORAL
        ]
        if not telling:
            return self
        start = telling[0]
        while start and self.tokens[start - 1].kind in (EMPTY, FIRST):
            start -= 1
        return Phrase(self.tokens[start : telling[-1] + 2], self.is_denied)

    def pieces(self) -> list[tuple[Token, ...]]:
        """Its names, numbers and dates one by one, without the words between them."""
        found: list[tuple[Token, ...]] = []
        run: list[Token] = []
        for token in self.tokens:
            if token.kind in (NAMED, TEMPORAL):
                run.append(token)
            elif run:
                found.append(tuple(run))
                run = []
        return [*found, tuple(run)] if run else found


def _tells(token: Token) -> bool:
    """Whether a word is more than an ordinary one."""
    return token.kind == NAMED or (token.kind == TEMPORAL and token.low in dated()) or token.low in counts()


def _names(tokens: list[Token]) -> bool:
    """Whether these words name anything: a word with a meaning among them, or a title of ordinary words, "All That He Was"."""
    if any(token.low not in common() or token.kind == TEMPORAL for token in tokens):
        return True
    return len(tokens) > 1 and all(token.core[0].isupper() for token in tokens) and tokens[-1].kind == NAMED


def find_phrases(text: str) -> list[Phrase]:
    """The phrases of a text, in order; linear in its length.

    >>> [" ".join(t.core for t in p.tokens) for p in find_phrases("I'd like a table at Bank of the West for half past 2, please.")]
    ['table', 'Bank of the West', 'half past 2']
    """
    if _HAN.search(text):
        found: list[Phrase] = []
        for piece, is_han in find_han_phrases(text):
            found += [_whole(piece)] if is_han else _latin(piece)
        return found
    return _latin(text)


def _whole(piece: str) -> Phrase:
    return Phrase(tuple(Token(NAMED, word, word, word.casefold(), _JOINED) for word in piece.split()))


def _latin(text: str) -> list[Phrase]:
    tokens = _read(text)
    found: list[Phrase] = []
    place, count = 0, len(tokens)
    denied_at = -_DENIAL_REACH
    while place < count:
        token = tokens[place]
        if token.low in denials():
            denied_at = place
        if token.kind == EMPTY and not _opens(tokens, place):
            if token.stop != _JOINED:
                denied_at = -_DENIAL_REACH
            place += 1
            continue
        last = _reach(tokens, place)
        if _names(tokens[place : last + 1]):
            found.append(Phrase(tuple(tokens[place : last + 1]), place - denied_at < _DENIAL_REACH))
        if tokens[last].stop != _JOINED:
            denied_at = -_DENIAL_REACH
        place = last + 1
    return found


def _read(text: str) -> list[Token]:
    """The words of a text with their classes."""
    tokens: list[Token] = []
    opening = True
    for written in _GLUED.sub(r"\1 ", text).replace("\n", f" {_BREAK} ").split():
        core = written.strip(_EDGES)
        if not core:
            if written == _BREAK:
                opening = True
                tokens[-1:] = [token._replace(stop=_END) for token in tokens[-1:]]
            elif written in _DASHES and tokens:
                tokens.append(Token(EMPTY, written, written, written, _JOINED))
            continue
        low = core.lower().replace("’", "'").replace('"', "'")
        tail = written[written.rfind(core) + len(core) :]
        stop = _stop_after(core, low, tail) if tail else _JOINED
        if core[0].isupper() and low in common() and tokens and tokens[-1].written.endswith("."):
            tokens[-1], opening = tokens[-1]._replace(stop=_END), True
        if not _CODE.isdisjoint(core) or "==" in core:
            tokens[-1:] = [token._replace(stop=_END) for token in tokens[-1:]]
            continue
        kind = EMPTY if low == "am" and not _tells_time(tokens) else _kind_of(core, low, opening=opening)
        tokens.append(Token(kind, written, core, low, stop))
        opening = stop == _END
    return tokens


def _tells_time(tokens: list[Token]) -> bool:
    """Whether the last word is an hour: "7 am", not "I am"."""
    return bool(tokens) and (tokens[-1].core[-1].isdigit() or tokens[-1].low in counts())


def _kind_of(core: str, low: str, *, opening: bool) -> int:
    if not core.isalpha() and (any(c.isdigit() for c in core) or not _MARKS.isdisjoint(core)):
        return NAMED
    if low in temporal() and (core[0].islower() or opening or low in dated()):
        return TEMPORAL
    if core[0].islower() and not core.islower() and low not in _I:
        return NAMED
    if core[0].isupper() and low not in _I:
        return NAMED if not opening else EMPTY if low in common() else FIRST
    return EMPTY if low in common() else PLAIN


def _stop_after(core: str, low: str, tail: str) -> int:
    """What the signs behind a word end: nothing, a clause, or a sentence."""
    if any(sign in tail for sign in ";!?…"):
        return _END
    if "." in tail:
        return (
            _JOINED
            if (len(core) == 1 or low in abbreviations() or "." in core) and core[0].isupper()
            else _END
        )
    return _PAUSE if any(sign in tail for sign in ",:") else _JOINED


def _opens(tokens: list[Token], place: int) -> bool:
    """Whether a word that says nothing opens a phrase: "The Artistic Home", "the 4th", "half past 2", "one pm"."""
    token = tokens[place]
    if token.stop != _JOINED or place + 1 >= len(tokens):
        return False
    follower = tokens[place + 1]
    if (
        token.core[0].isupper()
        and token.low in _TITLE_WORDS
        and follower.kind == NAMED
        and follower.core[0].isupper()
    ):
        return True
    if token.low in leads():
        is_ordinal = follower.core[0].isdigit() and follower.core.endswith(_ORDINAL)
        return follower.kind == TEMPORAL or is_ordinal or _is_bridged(tokens, place)
    return token.low in counts() and (follower.kind == TEMPORAL or _is_bridged(tokens, place))


def _is_bridged(tokens: list[Token], place: int) -> bool:
    """Whether only bridges stand between this word and a number or a word of time."""
    end = _after_bridge(tokens, place + 1, is_temporal=True)
    if end is None or end == place + 1:
        return False
    follower = tokens[end]
    return follower.kind == TEMPORAL or (follower.core[0].isdigit() and tokens[place].low not in counts())


def _reach(tokens: list[Token], place: int) -> int:
    """The last word of the phrase that begins here."""
    last, count = place, len(tokens)
    while last + 1 < count and last - place < MAX_WORDS:
        here, follower = tokens[last], tokens[last + 1]
        if here.stop == _END or (here.stop == _PAUSE and not _goes_on(here, follower)):
            break
        if follower.kind != EMPTY:
            last += 1
            continue
        end = _bridge(tokens, last)
        if end is None:
            break
        last = end
    return last


def _goes_on(here: Token, follower: Token) -> bool:
    """Whether a phrase goes on behind a comma: "Atlanta, GA"."""
    return here.written.endswith(",") and here.kind in (NAMED, FIRST, TEMPORAL) and follower.kind == NAMED


def _bridge(tokens: list[Token], last: int) -> int | None:
    """Where a phrase goes on behind words that say nothing; None if it ends."""
    here = tokens[last]
    is_temporal = (
        here.kind == TEMPORAL or here.core[0].isdigit() or here.low in leads() or here.low in counts()
    )
    end = _after_bridge(tokens, last + 1, is_temporal=is_temporal)
    if end is None:
        return None
    follower = tokens[end]
    if is_temporal and (
        follower.kind == TEMPORAL
        or (follower.core[0].isdigit() and (here.kind == TEMPORAL or here.low in leads()))
    ):
        return end
    if (
        here.kind in (NAMED, FIRST)
        and follower.kind == NAMED
        and (here.core[0].isupper() or here.core[0].isdigit())
    ):
        return end if not follower.core.islower() or tokens[end - 1].core in _DASHES else None
    return None


def _after_bridge(tokens: list[Token], place: int, *, is_temporal: bool) -> int | None:
    end = place
    while (
        end < len(tokens)
        and tokens[end].kind == EMPTY
        and tokens[end].stop == _JOINED
        and end - place < _BRIDGE_WORDS
    ):
        low = tokens[end].low
        if not (low in connectors() or low in _DASHES or (is_temporal and low in bridges())):
            break
        end += 1
    return end if end < len(tokens) and tokens[end].kind != EMPTY else None
