"""Plain ways to find texts, to compare with in the same run: a full-text index as it comes, and counting words.

Each way is made of texts by their number and answers a question with numbers, best first; ties go by number. None knows
speakers, days or neighbours. English words that only ask or bind are left out of the questions.
"""

from __future__ import annotations

import re
import sqlite3
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.peers.programs import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Find = Callable[[str], list[int]]

MOST = 50
"""So many hits are given at most."""
_RUN = re.compile(r"[\u3400-\u9fff]+|[^\W\u3400-\u9fff]+")
_HAN = re.compile(r"[\u3400-\u9fff]")


class Way(NamedTuple):
    """A way to find texts: its name, and how it is made of them."""

    name: str
    make: Callable[[Mapping[int, str]], Find]


def cut_into_pairs(text: str) -> list[str]:
    """Words in small letters; a run of Chinese characters is cut into pairs, each overlapping the next.

    >>> cut_into_pairs("Go 战国无双")
    ['go', '战国', '国无', '无双']
    """
    return list(chain.from_iterable(_pieces(run, 2) for run in _RUN.findall(text.lower())))


def _pieces(run: str, size: int) -> list[str]:
    if not _HAN.match(run) or len(run) <= size:
        return [run]
    return [run[at : at + size] for at in range(len(run) - size + 1)]


def full_text(tokenizer: str) -> Callable[[Mapping[int, str]], Find]:
    """An FTS5 table with this tokenizer, asked for any of the question's words and ordered by its BM25."""

    def words(question: str) -> list[str]:
        if tokenizer != "trigram":
            return content_words(question)
        runs = (_pieces(word, 3) for text in content_words(question) for word in _RUN.findall(text))
        return [piece for piece in chain.from_iterable(runs) if len(piece) > 2]

    return lambda texts: _asked(_table(texts, tokenizer), words)


def pairs(texts: Mapping[int, str]) -> Find:
    """An FTS5 table of words and of pairs of Chinese characters, ordered by its BM25."""
    cut = {number: " ".join(cut_into_pairs(text)) for number, text in texts.items()}
    return _asked(
        _table(cut, "unicode61"), lambda question: cut_into_pairs(" ".join(content_words(question)))
    )


def _table(texts: Mapping[int, str], tokenizer: str) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute(f"CREATE VIRTUAL TABLE texts USING fts5(body, tokenize='{tokenizer}')")
    db.executemany("INSERT INTO texts(rowid, body) VALUES (?, ?)", texts.items())
    return db


def _asked(db: sqlite3.Connection, words: Callable[[str], list[str]]) -> Find:
    def find(question: str) -> list[int]:
        asked = " OR ".join(f'"{word}"' for word in dict.fromkeys(words(question)))
        if not asked:
            return []
        ask = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts), rowid LIMIT ?"
        return [number for (number,) in db.execute(ask, (asked, MOST))]

    return find


def distinct_words(texts: Mapping[int, str]) -> Find:
    """What a person does with grep: each word of the question in turn, texts ordered by how many of them they hold."""
    small = {number: text.lower() for number, text in texts.items()}

    def find(question: str) -> list[int]:
        words = set(cut_into_pairs(" ".join(content_words(question))))
        held = {number: sum(word in text for word in words) for number, text in small.items()}
        return sorted((one for one in held if held[one]), key=lambda one: (-held[one], one))[:MOST]

    return find


PORTER = Way("FTS5 porter", full_text("porter unicode61"))
PAIRS = Way("FTS5, pairs of characters", pairs)
TRIGRAM = Way("FTS5 trigram", full_text("trigram"))
UNICODE = Way("FTS5 unicode61", full_text("unicode61"))
DISTINCT = Way("distinct words, as with ripgrep", distinct_words)
ENGLISH, CHINESE = (PORTER, TRIGRAM, DISTINCT), (PAIRS, TRIGRAM, UNICODE, DISTINCT)
