"""A line cut into words, phrases, identifiers, numbers and marks: the raw pieces that claims are made of."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from daykeep.text.claims import grammar
from daykeep.text.claims.lines import plain_line
from daykeep.text.claims.numbers import Quantity, number_pattern, read_quantity
from daykeep.text.claims.words.vocabulary import base_form, vocabulary
from daykeep.text.numerals import han_number

WORD, NAME, CODE, NUMBER, HAN = range(5)
"""Kinds of unit: known or plain words, names, identifiers and paths, numbers, Chinese characters of no known word."""
BREAK, NOT, BAN, CONTRAST, UNLESS, ORDER, FROM, BACKWARD, WOULD = range(-1, -10, -1)
"""Kinds of mark between units: where a clause ends, negations, and what relates one part to another."""


class Raw(NamedTuple):
    """A unit or mark as it is read: its kind, its word in basic form, its number if it is one."""

    kind: int
    key: str
    quantity: Quantity | None = None


@cache
def _token_pattern() -> re.Pattern[str]:
    return re.compile(
        r"""
        (?P<url>https?://[^\s<>"'）)\]，。；]+)
        |(?P<path>(?:~|\.{1,2})?/[\w.@*{}$-]+(?:/[\w.@*{}$-]+)*/?|(?<!\w)-{1,2}[a-zA-Z][\w-]*(?==|\b)|\$\{?[A-Za-z_]\w*\}?|(?<![\w.])\.[a-zA-Z][\w.-]*\w)
        |(?P<code>[A-Za-z0-9_@][A-Za-z0-9_@]*(?:[./:\\@#_+-]+[A-Za-z0-9_*]+)+(?:/|\(\))?)
        |(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]+)
        |(?P<number>\d)
        |(?P<word>[^\W\d_][^\W_]*(?:['’][a-zA-Z]+)?(?:\+\+|\#(?!\w))?)
        |(?P<tick>`+)
        |(?P<break>[,;.!?:\n，。；！？：—–()（）→]|->|=>)
        """,
        re.VERBOSE,
    )


def read_line(line: str, raws: list[Raw]) -> str:
    """Append the pieces of a line; gives the line as it was read, without bullet, label and date stamp."""
    text = plain_line(line)
    words: list[tuple[str, int]] = []
    ticked = False
    place = 0
    shouting = text.isupper() and text.isascii()
    pattern, numbers = _token_pattern(), number_pattern()
    lower = text.lower() if len(text.lower()) == len(text) else text
    while (match := pattern.search(text, place)) is not None:
        kind, token, place = match.lastgroup, match[0], match.end()
        if kind == "word":
            start = (not raws or raws[-1].kind == BREAK) and not words
            name = token[:1].isupper() and not shouting
            name = name and (not start or _DOES_SOMETHING.match(text, place) is not None)
            words.append(_read_word(token, name=name, ticked=ticked))
            continue
        number = numbers.match(lower, match.start()) if kind in {"number", "code"} else None
        if number is not None and (kind == "number" or number.end() >= match.end() or _is_range(token)):
            _flush(words, raws)
            raws.append(Raw(NUMBER, "#", read_quantity(number)))
            place = max(number.end(), match.start() + 1)
            continue
        if kind == "code" and (parts := _plain_parts(token)):
            words.extend((part, 0) for part in parts)
            continue
        _flush(words, raws)
        if kind == "han":
            place = _read_han(text, match.start(), match.end(), raws)
        elif kind == "tick":
            ticked = not ticked
        elif kind == "break":
            raws.append(Raw(BREAK, token))
        else:
            raws.append(Raw(CODE, token.lower().removesuffix("()").rstrip("/.:,") or token))
    _flush(words, raws)
    return text


def _read_word(word: str, *, name: bool, ticked: bool) -> tuple[str, int]:
    """A word in small letters, and whether it is written as a name (1) or surely is one (2)."""
    plain = word.lower().replace("’", "'")
    if name and len(word) == 1 and word.isascii() and word != "I":
        return f"letter {plain}", 2
    if name:
        plain = _READ_AS.get(word, plain)
    return plain, 2 if ticked else int(name)


_READ_AS = {"May": "month of may"}
"""Capitalised words that mean something else than in small letters."""
_DOES_SOMETHING = re.compile(r" (?:is|was|has|wants|likes|owns|[a-z]{3,}[^s\W]s)\b")
"""What stands behind a name that begins a sentence."""


def _is_range(token: str) -> bool:
    return all(character.isdigit() or character in "-:" for character in token)


def _plain_parts(token: str) -> list[str]:
    """The words of a compound that is no identifier ("hot-reload", "and/or"); empty for an identifier."""
    lower = token.lower()
    if lower in vocabulary().ideas:
        return [lower]
    parts = re.split(r"[-/]", lower)
    if len(parts) > 2 and not any(part in grammar.EMPTY for part in parts[1:-1]):
        return []
    if len(parts) > 1 and all(part.isalpha() and len(part) > 1 for part in parts) and lower.count("/") <= 1:
        return parts
    return []


def _flush(words: list[tuple[str, int]], raws: list[Raw]) -> None:
    """Turn the words gathered so far into units, phrases first."""
    place = 0
    while place < len(words):
        place += _read_phrase(words, place, raws)
    words.clear()


_TURNING = frozenset(phrase.split()[0] for phrase in (*grammar.AFFIRMATIVE, *grammar.CONTRAST))
"""The words that phrases of negation and contrast begin with."""


def _read_phrase(words: list[tuple[str, int]], place: int, raws: list[Raw]) -> int:
    word, name = words[place]
    taken = _read_turn(words, place, raws)
    if taken:
        return taken
    table = vocabulary()
    base = base_form(word)
    for first in (word, base) if word != base else (word,):
        for length in table.phrases.get(first, ()):
            rest = [each for each, _ in words[place + 1 : place + length]]
            if len(rest) < length - 1:
                continue
            for phrase in (" ".join([first, *rest]), " ".join([first, *map(base_form, rest)])):
                if phrase in table.ideas:
                    raws.append(Raw(WORD, phrase))
                    return length
    _add_word(word, name, raws)
    return 1


def _read_turn(words: list[tuple[str, int]], place: int, raws: list[Raw]) -> int:
    """How many words make a phrase of negation or contrast, or a number with its unit; 0 if none do."""
    word = words[place][0]
    for length in (3, 2) if word in _TURNING else ():
        phrase = " ".join(each for each, _ in words[place : place + length])
        if phrase in grammar.AFFIRMATIVE:
            said = grammar.AFFIRMATIVE[phrase]
            if said:
                _add_word(said, 0, raws)
            return length
        if phrase in grammar.CONTRAST:
            raws.append(Raw(CONTRAST, phrase))
            return length
    if word in grammar.NUMBER_WORDS and place + 1 < len(words) and (unit := _unit_of(words[place + 1][0])):
        raws.append(
            Raw(
                NUMBER,
                "#",
                Quantity("time", grammar.NUMBER_WORDS[word] * unit, word, grammar.NUMBER_WORDS[word]),
            )
        )
        return 2
    if word in {"over", "to"} and any(
        base_form(each) in grammar.PREFERRING for each, _ in words[max(0, place - 6) : place - 1]
    ):
        raws.append(Raw(CONTRAST, word))
        return 1
    return 0


def _unit_of(word: str) -> float:
    return grammar.UNITS["time"].get(word, 0.0) if len(word) > 1 else 0.0


@cache
def _marks() -> dict[str, int]:
    """The words that are marks and no units, by their kind."""
    marks: dict[str, int] = {}
    for words, kind in (
        (grammar.BANS, BAN),
        (grammar.CLAUSE_WORDS, BREAK),
        (grammar.UNLESS, UNLESS),
        (grammar.NEGATORS, NOT),
        (grammar.ORDER, ORDER),
        (grammar.ORDER.keys() & grammar.UNLESS, UNLESS),
        (grammar.BACKWARD, BACKWARD),
        (grammar.CONSEQUENCE, WOULD),
        (("from", "从", "由"), FROM),
        (grammar.CONTRAST, CONTRAST),
    ):
        marks.update(dict.fromkeys(words, kind))
    return marks


def _add_word(word: str, name: int, raws: list[Raw]) -> None:
    mark = _marks().get(word)
    if word in {"or", "from", "to"}:
        mark, word = _read_small_word(word, raws)
    elif mark is None and word.endswith("n't"):
        mark = NOT
    elif mark is None and base_form(word) in grammar.BANS:
        mark = BAN
    if mark is not None:
        raws.append(Raw(mark, word))
    elif word in grammar.NUMBER_WORDS and word not in {"one", "once", "half"}:
        value = grammar.NUMBER_WORDS[word]
        raws.append(Raw(NUMBER, "#", Quantity("", value, word, value)))
    elif word not in grammar.EMPTY or (name and word in grammar.NAMES):
        base = base_form(word)
        known = base in vocabulary().ideas
        base = base if known else _plain_letters(base)
        raws.append(Raw(NAME if name == 2 or (name and (not known or word in grammar.NAMES)) else WORD, base))


def _plain_letters(word: str) -> str:
    """A word that is not known, without accents and without the beginning of a German participle: forms of one meet.

    >>> _plain_letters("córtala"), _plain_letters("gesichert")
    ('cortala', 'sichert')
    """
    if not word.isascii() and max(word) < "\u0250":
        word = "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign))
    return word[2:] if _PARTICIPLE.fullmatch(word) else word


_PARTICIPLE = re.compile("ge[a-z]{4,}(?:t|en)")


def _read_small_word(word: str, raws: list[Raw]) -> tuple[int | None, str]:
    """What "or", "from" and "to" are by what stands before them: a mark and its word, or no mark."""
    if word == "from":
        return (BAN if any(raw.key in {"keep", "stop"} for raw in raws[-4:]) else FROM), word
    if word == "or":
        return (BREAK, "otherwise") if raws and raws[-1] == Raw(BREAK, ",") else (None, word)
    return (ORDER, "from-to") if any(raw.kind == FROM for raw in raws[-5:]) else (None, word)


_HAN_NUMERAL = re.compile(r"[零一二两三四五六七八九十百千万]{1,12}|半(?=[个小天年])")
_COUNTED_ONCE = frozenset("个次种条份位点遍项回台步名行")
_HAN_MEASURE = re.compile(
    r"(?:个?小时|分钟|秒钟?|个?月|个?星期|天|周|年|个|次|倍|台|条|份|种|名|位|遍|点|块|元|人|行|步|项|轮|回|字|度)"
)


_EACH_WEEKDAY = re.compile("每(?:周|星期)[一二三四五六日天]")
_LONGEST_MARK = 5
_HAN_NAME = re.compile(
    r"[小老阿][赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马苗方任袁柳唐罗薛雷贺倪汤殷郝邱钟徐高夏蔡田樊胡凌霍万柯卢莫房丁邓洪崔吉龚程邢裴陆翁荀段侯宁甘武刘龙叶黎白赖乔温庄阎连习易廖林梁宋谭曾余于姚汪毛史尹常康贾关熊孟秋江向涂董蒙岑]"
)


def _read_han(text: str, start: int, end: int, raws: list[Raw]) -> int:
    """Cut a run of Chinese into known words, longest first, and single characters; the place where it ends."""
    longest = vocabulary().han
    place = start
    while place < end:
        taken = _read_han_special(text, place, end, raws)
        if taken:
            place = taken
            continue
        for length in range(min(max(longest.get(text[place], 1), _LONGEST_MARK), end - place), 0, -1):
            if _add_han(text[place : place + length], raws):
                place += length
                break
        else:
            raws.append(Raw(HAN, text[place]))
            place += 1
    return end


def _read_han_special(text: str, place: int, end: int, raws: list[Raw]) -> int:
    """Where a number with its measure, the "each" of a weekday or a person's name ends; 0 if there is none."""
    numeral = _HAN_NUMERAL.match(text, place, end)
    taken = _read_han_number(text, numeral, end, raws) if numeral is not None else 0
    if taken:
        return taken
    if text[place] == "每" and _EACH_WEEKDAY.match(text, place, end):
        return place + 1
    name = _HAN_NAME.match(text, place, end)
    ideas = vocabulary().ideas
    if name is not None and not any(text[place : place + length] in ideas for length in (2, 3)):
        raws.append(Raw(NAME, name[0]))
        return name.end()
    return 0


def _read_han_number(text: str, numeral: re.Match[str], end: int, raws: list[Raw]) -> int:
    """Where a numeral with its measure ends, or 0 if it is none; "one" before a measure says nothing."""
    measure = _HAN_MEASURE.match(text, numeral.end(), end)
    value = han_number(numeral[0])
    if measure is None or value is None or numeral[0] + measure[0] in vocabulary().ideas:
        return 0
    if value == 1 and measure[0] in _COUNTED_ONCE:
        return measure.end()
    for dimension, units in grammar.UNITS.items():
        if measure[0] in units:
            raws.append(Raw(NUMBER, "#", Quantity(dimension, value * units[measure[0]], numeral[0], value)))
            return measure.end()
    raws.append(Raw(NUMBER, "#", Quantity("", value, f"{value:g}", value)))
    return measure.end()


def _add_han(word: str, raws: list[Raw]) -> bool:
    """Add a Chinese word that is known; whether it is."""
    said = grammar.AFFIRMATIVE.get(word)
    mark = None if said is not None else _marks().get(word)
    if mark is not None:
        raws.append(Raw(mark, word))
    elif said:
        raws.append(Raw(WORD, said))
    elif said is None and word not in grammar.EMPTY:
        if word not in vocabulary().ideas:
            return False
        raws.append(Raw(WORD, word))
    return True
