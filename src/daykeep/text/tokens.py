"""How many tokens a text costs, estimated without a model: the same text always gives the same number.

A weighted count of characters by kind and of runs of letters, digits and capitals. `VOCABULARIES` holds one row of
weights for each vocabulary that is published: a bounded least-squares fit of relative errors over 3,900 pieces of
English, German, French, Spanish, Vietnamese, Chinese, Japanese, Korean, Russian and Arabic text, code, Markdown, JSON,
tool results, emoji, tables of numbers and encoded bytes. ``general`` is fitted to the mean of four of them (o200k,
cl100k, Anthropic's first public one, DeepSeek's) and is for a model of which nothing is known. ``ERROR`` is what was
measured on texts that the fit had not seen; docs/explanation/tokens.md has it for each kind of text.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_SCALE = 1000


class Weights(NamedTuple):
    """What each kind of character and run costs, in thousandths of a token.

    ``extra_blank`` is a blank or tab beyond one for each word; ``beyond`` has one cost for each row of scripts of
    ``_SCRIPTS``.
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
    capital_run: int
    latin_1: int
    beyond: tuple[int, ...]

    def scaled(self, ascii_factor: float, beyond_factor: float) -> Weights:
        """The weights times a factor, one for ASCII and one for every other character."""
        plain = [round(cost * ascii_factor) for cost in self[:-1] if isinstance(cost, int)]
        return Weights._make([*plain, tuple(round(cost * beyond_factor) for cost in self.beyond)])


GENERAL = "general"
VOCABULARIES: Mapping[str, Weights] = {
    GENERAL: Weights(
        0, 59, 0, 280, 398, 988, 60, 809, 999, 872, 1786, (634, 384, 679, 737, 815, 901, 995, 2460, 1400)
    ),
    "o200k_base": Weights(
        67, 58, 0, 280, 371, 790, 79, 751, 1057, 785, 454, (300, 245, 346, 684, 695, 780, 680, 1942, 1400)
    ),
    "cl100k_base": Weights(
        105, 50, 0, 280, 362, 780, 71, 749, 1066, 850, 1939, (300, 450, 834, 725, 955, 1165, 1155, 2723, 1400)
    ),
    "claude": Weights(
        0,
        77,
        0,
        280,
        444,
        1358,
        20,
        731,
        1027,
        883,
        2500,
        (2000, 551, 1107, 793, 967, 1047, 1356, 2952, 1400),
    ),
    "gemma": Weights(
        0, 74, 0, 634, 506, 1148, 134, 744, 1389, 628, 300, (300, 226, 365, 507, 400, 681, 607, 1376, 1400)
    ),
    "qwen": Weights(
        109, 78, 0, 484, 373, 629, 81, 649, 1905, 577, 857, (300, 312, 417, 682, 609, 666, 786, 1536, 1400)
    ),
    "deepseek": Weights(
        0, 66, 45, 280, 412, 866, 86, 786, 991, 812, 1704, (300, 283, 421, 721, 640, 604, 775, 2152, 1400)
    ),
    "llama": Weights(
        110, 73, 0, 280, 352, 708, 78, 656, 1121, 790, 884, (300, 296, 437, 582, 617, 820, 705, 2683, 1400)
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


def _only(characters: str) -> bytes:
    """A table that turns these characters into ``x`` and every other byte into a blank."""
    kept = set(characters.encode())
    return bytes(ord("x") if byte in kept else ord(" ") for byte in range(256))


_LETTERS, _CAPITALS = _only(string.ascii_letters), _only(string.ascii_uppercase)
_DIGITS, _SIGNS = _only(string.digits), _only(string.punctuation)
_INK = bytes(ord(" ") if byte in b" \t\n\r\x0b\x0c" else ord("x") for byte in range(256))


def count_tokens(text: str) -> int:
    """An estimate of the tokens that ``text`` costs; 0 only for nothing, never less for more text.

    Two texts joined cost what they cost apart, give or take a few tokens where they meet.

    >>> count_tokens(""), count_tokens("check the lock file"), count_tokens("先检查锁文件")
    (0, 5, 6)
    """
    return estimate_tokens(text, VOCABULARIES[GENERAL])


def estimate_tokens(text: str, weights: Weights) -> int:
    """`count_tokens` with the weights of one vocabulary."""
    if not text:
        return 0
    plain = text.encode("ascii", "ignore")
    total = _ascii_cost(plain, weights)
    if len(plain) != len(text):
        pages = text.encode("utf-16-be", "surrogatepass")[::2]
        total += weights.latin_1 * (pages.count(0) - len(plain))
        total += sum(cost * _count(pages, page) for page, cost in zip(_PAGES, weights.beyond, strict=True))
    return max(1, -(-total // _SCALE))


def _ascii_cost(plain: bytes, weights: Weights) -> int:
    letters, letter_runs = _marked(plain, _LETTERS)
    digits, digit_runs = _marked(plain, _DIGITS)
    capitals, capital_runs = _marked(plain, _CAPITALS)
    signs = plain.translate(_SIGNS).count(b"x")
    words = _marked(plain, _INK)[1]
    extra = max(0, plain.count(b" ") + plain.count(b"\t") - words)
    measured = (
        (words, weights.word),
        (letters, weights.letter),
        (capitals, weights.capital),
        (digits, weights.digit),
        (signs, weights.sign),
        (plain.count(b"\n"), weights.line_break),
        (extra, weights.extra_blank),
        (letter_runs, weights.letter_run),
        (digit_runs, weights.digit_run),
        (capital_runs, weights.capital_run),
    )
    return sum(number * cost for number, cost in measured)


def _marked(plain: bytes, table: bytes) -> tuple[int, int]:
    """How many bytes the table marks, and how many runs of them there are."""
    marks = plain.translate(table)
    return marks.count(b"x"), marks.count(b" x") + marks.startswith(b"x")


def _count(data: bytes, kind: bytes) -> int:
    return len(data) - len(data.translate(None, kind))
