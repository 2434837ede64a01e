"""A line cut into words, phrases, identifiers, numbers and marks: the raw pieces that claims are made of."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from daykeep.text.claims import grammar
from daykeep.text.claims.lines import plain_line
from daykeep.text.claims.numbers import Quantity, han_number, number_pattern, read_quantity
from daykeep.text.claims.vocabulary import base_form, vocabulary

WORD, NAME, CODE, NUMBER, HAN = range(5)
"""Kinds of unit: known or plain words, names, identifiers and paths, numbers, Chinese characters of no known word."""
BREAK, NOT, BAN, CONTRAST, UNLESS, ORDER, FROM, BACKWARD = range(-1, -9, -1)
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
        |(?P<path>(?:~|\.{1,2})?/[\w.@*{}$-]+(?:/[\w.@*{}$-]+)*/?|(?<!\w)-{1,2}[a-zA-Z][\w-]*(?==|\b)|\$\{?[A-Za-z_]\w*\}?)
        |(?P<code>[A-Za-z0-9_@][A-Za-z0-9_@]*(?:[./:\\@#_+-]+[A-Za-z0-9_*]+)+(?:/|\(\))?)
        |(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]+)
        |(?P<number>\d)
        |(?P<word>[^\W\d_][^\W_]*(?:['’][a-zA-Z]+)?(?:\+\+|\#(?!\w))?)
        |(?P<tick>`+)
        |(?P<break>[,;.!?:\n，。；！？：—–()（）→]|->|=>)
        """,
        re.VERBOSE,
    )


def read_line(line: str, raws: list[Raw]) -> None:
    """Append the pieces of a line."""
    text = plain_line(line)
    words: list[tuple[str, int]] = []
    ticked = False
    place = 0
    shouting = text.isupper()
    pattern, numbers = _token_pattern(), number_pattern()
    lower = text.lower() if len(text.lower()) == len(text) else text
    while (match := pattern.search(text, place)) is not None:
        kind, token, place = match.lastgroup, match[0], match.end()
        if kind == "word":
            start = not raws or raws[-1].kind == BREAK
            name = token[:1].isupper() and not shouting and not (start and not words)
            words.append((token.lower().replace("’", "'"), 2 if ticked else int(name)))
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
            raws.append(Raw(CODE, token.lower().rstrip("/.:,").removesuffix("()")))
    _flush(words, raws)


def _is_range(token: str) -> bool:
    return all(character.isdigit() or character in "-:" for character in token)


def _plain_parts(token: str) -> list[str]:
    """The words of a compound that is no identifier ("hot-reload", "and/or"); empty for an identifier."""
    lower = token.lower()
    if lower in vocabulary().ideas:
        return [lower]
    parts = re.split(r"[-/]", lower)
    if len(parts) > 1 and all(part.isalpha() and len(part) > 1 for part in parts) and lower.count("/") <= 1:
        return parts
    return []


def _flush(words: list[tuple[str, int]], raws: list[Raw]) -> None:
    """Turn the words gathered so far into units, phrases first."""
    place = 0
    while place < len(words):
        place += _read_phrase(words, place, raws)
    words.clear()


def _read_phrase(words: list[tuple[str, int]], place: int, raws: list[Raw]) -> int:
    word, name = words[place]
    table = vocabulary()
    for length in (3, 2):
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
    base = base_form(word)
    for first in {word, base}:
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


def _unit_of(word: str) -> float:
    return grammar.UNITS["time"].get(word, 0.0) if len(word) > 1 else 0.0


def _add_word(word: str, name: int, raws: list[Raw]) -> None:
    if word in grammar.ORDER:
        raws.append(Raw(UNLESS if word in grammar.UNLESS else ORDER, word))
    elif word == "or" and raws and raws[-1] == Raw(BREAK, ","):
        raws.append(Raw(BREAK, "otherwise"))
    elif word == "from" and any(raw.key in {"keep", "stop"} for raw in raws[-4:]):
        raws.append(Raw(BAN, word))
    elif word == "from":
        raws.append(Raw(FROM, word))
    elif word == "to" and any(raw.kind == FROM for raw in raws[-5:]):
        raws.append(Raw(ORDER, "from-to"))
    elif word in grammar.NEGATORS or word.endswith("n't"):
        raws.append(Raw(NOT, word))
    elif word in grammar.UNLESS:
        raws.append(Raw(UNLESS, word))
    elif word in grammar.CLAUSE_WORDS:
        raws.append(Raw(BREAK, word))
    elif word in grammar.BANS or base_form(word) in grammar.BANS:
        raws.append(Raw(BAN, word))
    elif word in grammar.NUMBER_WORDS and word not in {"one", "once", "half"}:
        raws.append(
            Raw(NUMBER, "#", Quantity("", grammar.NUMBER_WORDS[word], word, grammar.NUMBER_WORDS[word]))
        )
    elif word in grammar.EMPTY:
        pass
    else:
        base = base_form(word)
        known = base in vocabulary().ideas
        raws.append(Raw(NAME if name == 2 or (name and not known) else WORD, base))


_HAN_NUMERAL = re.compile(r"[零一二两三四五六七八九十百千万]+|半(?=[个小天年])")
_COUNTED_ONCE = frozenset("个次种条份位点遍项回台步名行")
_HAN_MEASURE = re.compile(
    r"(?:个?小时|分钟|秒钟?|个?月|个?星期|天|周|年|个|次|倍|台|条|份|种|名|位|遍|点|块|元|人|行|步|项|轮|回|字)"
)


_HAN_NAME = re.compile(
    r"[小老阿][赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕施张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马苗方任袁柳唐罗薛雷贺倪汤殷郝邱钟徐高夏蔡田樊胡凌霍万柯卢莫房丁邓洪崔吉龚程邢裴陆翁荀段侯宁甘武刘龙叶黎白赖乔温庄阎连习易廖]"
)


def _read_han(text: str, start: int, end: int, raws: list[Raw]) -> int:
    """Cut a run of Chinese into known words, longest first, and single characters; the place where it ends."""
    table = vocabulary()
    place = start
    while place < end:
        character = text[place]
        if (numeral := _HAN_NUMERAL.match(text, place, end)) is not None and (
            taken := _read_han_number(text, numeral, end, raws)
        ):
            place = taken
            continue
        if (name := _HAN_NAME.match(text, place, end)) is not None and not any(
            text[place : place + length] in table.ideas for length in (2, 3)
        ):
            raws.append(Raw(NAME, name[0]))
            place = name.end()
            continue
        for length in range(min(max(table.han.get(character, 1), 5), end - place), 0, -1):
            word = text[place : place + length]
            if _add_han(word, raws):
                break
        else:
            length = 1
            raws.append(Raw(HAN, character))
        place += length
    return end


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


def _add_han(word: str, raws: list[Raw]) -> bool:  # noqa: C901 - one list of words a branch
    """Add a Chinese word that is known; whether it is."""
    if word in grammar.AFFIRMATIVE:
        said = grammar.AFFIRMATIVE[word]
        if said:
            raws.append(Raw(WORD, said))
        return True
    if word in grammar.CONTRAST:
        raws.append(Raw(CONTRAST, word))
    elif word in {"从", "由"}:
        raws.append(Raw(FROM, word))
    elif word in grammar.BACKWARD:
        raws.append(Raw(BACKWARD, word))
    elif word in grammar.ORDER:
        raws.append(Raw(UNLESS if word in grammar.UNLESS else ORDER, word))
    elif word in grammar.NEGATORS:
        raws.append(Raw(NOT, word))
    elif word in grammar.UNLESS:
        raws.append(Raw(UNLESS, word))
    elif word in grammar.CLAUSE_WORDS:
        raws.append(Raw(BREAK, word))
    elif word in grammar.BANS:
        raws.append(Raw(BAN, word))
    elif word in grammar.EMPTY:
        pass
    elif word in vocabulary().ideas:
        raws.append(Raw(WORD, word))
    else:
        return False
    return True
