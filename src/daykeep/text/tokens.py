"""How many tokens a text costs, estimated without a model: the same text always gives the same number.

A weighted count of characters by kind, of runs of letters and digits, and of humps in names like ``camelCase``.
`VOCABULARIES` holds one row of weights for each vocabulary that is published: a bounded least-squares fit of relative
errors over 4,600 pieces of talk, daily logs, articles and manuals in ten languages, code, Markdown, JSON, tool results,
emoji, tables of numbers and encoded bytes. ``general`` is fitted to the mean of four of them (o200k, cl100k, Anthropic's
first public one, DeepSeek's) and is for a model of which nothing is known. `ERROR` is what was measured on texts that
the fit had not seen; docs/explanation/tokens.md has it for each kind of text.
"""

from __future__ import annotations

import string
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCALE = 1000


class Weights(NamedTuple):
    """What each kind of character and run costs, in thousandths of a token.

    ``extra_blank`` is a blank or tab beyond one for each word, ``hump`` a capital right behind a small letter. ``beyond``
    has one cost for each row of ``_SCRIPTS``. A hump never costs more than a run of letters, so that two texts joined
    never cost more than they cost apart.
    """

    word: int
    letter: int
    capital: int
    digit: int
    sign: int
    line_break: int
    extra_blank: int
    letter_run: int
    digit_run: int
    hump: int
    latin_1: int
    beyond: tuple[int, ...]

    def flat(self) -> tuple[int, ...]:
        """All weights in one row, those of ``beyond`` last."""
        return (*(cost for cost in self[:-1] if isinstance(cost, int)), *self.beyond)

    def scaled(self, ascii_factor: float, beyond_factor: float) -> Weights:
        """The weights times a factor, one for ASCII and one for every other character."""
        plain = [round(cost * ascii_factor) for cost in self[:-1] if isinstance(cost, int)]
        return Weights._make([*plain, tuple(round(cost * beyond_factor) for cost in self.beyond)])


GENERAL = "general"
VOCABULARIES: Mapping[str, Weights] = {
    GENERAL: Weights(
        62, 97, 208, 280, 416, 870, 63, 611, 1137, 600, 2030, (940, 384, 677, 998, 818, 909, 994, 2498, 1400)
    ),
    "o200k_base": Weights(
        108, 87, 179, 280, 393, 692, 82, 600, 1167, 600, 778, (300, 246, 344, 914, 699, 787, 679, 2011, 1400)
    ),
    "cl100k_base": Weights(
        157,
        80,
        186,
        280,
        382,
        683,
        71,
        600,
        1184,
        600,
        2245,
        (300, 450, 833, 1031, 958, 1175, 1155, 2764, 1400),
    ),
    "claude": Weights(
        0,
        112,
        201,
        280,
        454,
        1264,
        20,
        622,
        1116,
        600,
        2500,
        (2000, 554, 1108, 1125, 971, 1054, 1359, 2975, 1400),
    ),
    "gemma": Weights(
        0, 74, 140, 639, 516, 1084, 132, 785, 1378, 600, 467, (300, 228, 366, 603, 405, 684, 611, 1475, 1400)
    ),
    "qwen": Weights(
        147, 84, 128, 502, 398, 550, 80, 600, 1892, 600, 1158, (300, 313, 416, 990, 612, 673, 786, 1591, 1400)
    ),
    "deepseek": Weights(
        62, 95, 260, 280, 435, 760, 89, 613, 1108, 600, 2045, (300, 283, 419, 909, 643, 610, 773, 2229, 1400)
    ),
    "llama": Weights(
        134, 88, 182, 280, 377, 649, 73, 600, 1185, 600, 1214, (300, 297, 437, 943, 621, 829, 706, 2738, 1400)
    ),
}
"""The vocabularies of which an estimate was fitted, by the name of their makers' models."""

ERROR = 0.10
"""Mean error for one text against the vocabulary that the weights are for, over all kinds of text."""

_SCRIPTS = (
    (0x01, 0x02),  # Latin Extended
    (0x03, 0x04),  # Greek, Cyrillic
    (0x05, 0x1F),  # Hebrew, Arabic, Indic, South-East Asian scripts
    (0x20, 0x2D),  # punctuation, arrows, box drawing, dingbats
    (0x2E, 0x33),  # CJK punctuation, kana
    (0x34, 0x9F),  # Han
    (0xA0, 0xD7),  # hangul
    (0xD8, 0xDB),  # beyond the basic plane: emoji
    (0xE0, 0xFF),  # full-width forms, private use
)
"""Scripts by the high byte of a character's UTF-16 code unit, first and last."""
_PAGES = tuple(bytes(range(first, last + 1)) for first, last in _SCRIPTS)
_ONLY_PLAIN = [0] * (1 + len(_PAGES))
_GENERAL = VOCABULARIES[GENERAL].flat()


def _only(characters: str) -> bytes:
    """A table that turns these characters into ``x`` and every other byte into a blank."""
    kept = set(characters.encode())
    return bytes(ord("x") if byte in kept else ord(" ") for byte in range(256))


_LETTERS = _only(string.ascii_letters)
_DIGITS = _only(string.digits)
_KINDS = bytes(
    ord("a")
    if chr(byte) in string.ascii_lowercase
    else ord("A")
    if chr(byte) in string.ascii_uppercase
    else ord("!")
    if chr(byte) in string.punctuation
    else ord(" ")
    for byte in range(256)
)
"""What a byte is: a small letter, a capital, a sign, or none of these."""
_INK = bytes(ord(" ") if byte in b" \t\n\r\x0b\x0c" else ord("x") for byte in range(256))


def count_tokens(text: str) -> int:
    """An estimate of the tokens that ``text`` costs; 0 only for nothing, never less for more text.

    Two texts joined cost what they cost apart, give or take a few tokens where they meet.

    >>> count_tokens(""), count_tokens("check the lock file"), count_tokens("先检查锁文件")
    (0, 5, 6)
    """
    return _weigh(text, _GENERAL) if text else 0


def estimate_tokens(text: str, weights: Weights) -> int:
    """`count_tokens` with the weights of one vocabulary."""
    return _weigh(text, weights.flat()) if text else 0


def _weigh(text: str, costs: tuple[int, ...]) -> int:
    """The tokens of a text that isn't empty, by the costs of each kind."""
    total: int = sum(map(mul, measure(text), costs))
    return max(1, -(-total // _SCALE))


def measure(text: str) -> list[int]:
    """How much of each kind that has a weight is in a text, in the order of `Weights.flat`."""
    plain = text.encode("ascii", "ignore")
    measured = _measure_ascii(plain)
    if len(plain) == len(text):
        return measured + _ONLY_PLAIN
    pages = text.encode("utf-16-be", "surrogatepass")[::2]
    return [*measured, pages.count(0) - len(plain), *(_count(pages, page) for page in _PAGES)]


def _measure_ascii(plain: bytes) -> list[int]:
    kinds = plain.translate(_KINDS)
    letters, letter_runs = _marked(plain, _LETTERS)
    digits, digit_runs = _marked(plain, _DIGITS)
    words = _runs(plain.translate(_INK))
    capitals = kinds.count(b"A")
    return [
        words,
        letters,
        capitals,
        digits,
        kinds.count(b"!"),
        plain.count(b"\n"),
        max(0, plain.count(b" ") + plain.count(b"\t") - words),
        letter_runs,
        digit_runs,
        kinds.count(b"aA") if capitals else 0,
    ]


def _marked(plain: bytes, table: bytes) -> tuple[int, int]:
    """How many bytes the table marks, and how many runs of them there are."""
    marks = plain.translate(table)
    return marks.count(b"x"), _runs(marks)


def _runs(marks: bytes) -> int:
    return marks.count(b" x") + marks.startswith(b"x")


def _count(data: bytes, kind: bytes) -> int:
    return len(data) - len(data.translate(None, kind))
