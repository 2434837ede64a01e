"""Ordered pairs of a text: from one to another, one before another, more than another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from daykeep.triage.reading.forms import value_of
from daykeep.triage.reading.spans import scan
from daykeep.triage.reading.tokens import Token, content_of, read_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIDE = r"[^.,;:()!?\n]"
_MOVES = (
    re.compile(rf"\bfrom\s+(?P<a>{_SIDE}{{1,60}}?)\s+(?:down |up |over )?to\s+(?P<b>{_SIDE}{{1,50}})", re.IGNORECASE),
    re.compile(rf"\bto\s+(?P<b>{_SIDE}{{1,60}}?)\s+from\s+(?P<a>{_SIDE}{{1,50}})", re.IGNORECASE),
    re.compile(rf"\b(?:rename[ds]?|change[ds]?|convert(?:ed|s)?|migrate[ds]?)\s+(?P<a>{_SIDE}{{1,60}}?)\s+(?:in)?to\s+(?P<b>{_SIDE}{{1,50}})", re.IGNORECASE),
    re.compile(rf"\breplac(?:e|ed|es|ing)\s+(?P<a>{_SIDE}{{1,60}}?)\s+(?:with|by)\s+(?P<b>{_SIDE}{{1,50}})", re.IGNORECASE),
    re.compile(r"(?P<a>\S+)\s*(?:->|→|⇒)\s*(?P<b>\S+)"),
    re.compile(r"[从由]\s*(?P<a>[^，。；,;]{1,30}?)\s*(?:改|换|降|升|移|调|搬|迁|推迟|提前|涨|减|增|重命名)(?:到|至|为|成)?\s*(?P<b>[^，。；,;]{1,24})"),
    re.compile(r"(?:用|以)\s*(?P<b>[^，。；,;]{1,20}?)\s*(?:代替|替换|取代)\s*(?P<a>[^，。；,;]{1,20})"),
)  # fmt: skip
_MOVE_SIGNS = (
    ("from ",), (" from ",), ("renam", "chang", "convert", "migrat"), ("replac",), ("->", "→", "⇒"), ("从", "由"), ("代替", "替换", "取代"),
)  # fmt: skip
"""What has to stand in a text for each of the patterns: they are slow where they find nothing."""
_ORDERS = (
    re.compile(rf"(?P<a>{_SIDE}{{1,80}}?)\s+before\s+(?P<b>{_SIDE}{{1,60}})", re.IGNORECASE),
    re.compile(rf"(?P<b>{_SIDE}{{1,80}}?)\s+(?:only )?after\s+(?P<a>{_SIDE}{{1,60}})", re.IGNORECASE),
    re.compile(rf"(?P<a>{_SIDE}{{1,80}}?)(?:,)?\s+(?:and )?then\s+(?P<b>{_SIDE}{{1,60}})", re.IGNORECASE),
    re.compile(r"先(?P<a>[^。；;]{1,24}?)[，,]?\s*(?:然后|之后|再|后)(?P<b>[^，。；,;]{1,24})"),
)
_TARGET = re.compile(
    r"(?:\b(?:to|into)\s+(?:the )?|(?:改|移|降|升|调|换|搬)(?:到|为|成|至)\s*)([^\s,;.，。；:：]{1,20})",
    re.IGNORECASE,
)
_ORDER_SIGNS = ((" before ",), (" after ",), (" then ",), ("先",))
_THAN = re.compile(
    rf"(?P<a>{_SIDE}{{1,60}}?)\s+(?:is|are|was|were|be|costs?|has|runs?|looks?)\s+(?:\w+\s)?(?P<how>\w+er|more \w+|less \w+|better|worse|more|less)\s+than\s+(?P<b>{_SIDE}{{1,50}})",
    re.IGNORECASE,
)
_HAN_THAN = re.compile(
    r"(?P<a>[^，。；,;]{1,20})比(?P<b>[^，。；,;]{1,20}?)(?P<how>更?[快慢贵好差大小多少高低便宜][^，。；,;]{0,4})"
)
_NEAR_CHARS, _NAME_CHARS = 18, 4
"""A value counts before a word in front of it, if it stands no farther behind: "invoice INV-2044"."""
_NOT_KEYS = frozenset({"first", "second", "order", "merg", "move", "rais", "lower", "chang", "mov"})


MOVE, ORDER = "move", "order"


class Pair(NamedTuple):
    """Two things in an order: ``how`` is ``move``, ``order`` or the word of a comparison."""

    how: str
    first: str
    second: str

    def turned(self) -> Pair:
        """The same in the other order."""
        return Pair(self.how, self.second, self.first)


def read_pairs(text: str) -> frozenset[Pair]:
    """The ordered pairs of a text, English and Chinese.

    >>> sorted(read_pairs("Moved from 30 to 45 s; merge #57 and then #61"))
    [Pair(how='move', first='30', second='45'), Pair(how='order', first='#57', second='#61')]
    """
    return frozenset(pair for pair in _find(text) if pair.first and pair.second and pair.first != pair.second)


def read_targets(text: str) -> frozenset[str]:
    """The values that something was moved or changed to.

    >>> sorted(read_targets("Moved it to Tuesday; 降到75%"))
    ['75', 'tue']
    """
    return frozenset(_key(found.group(1)) for found in _TARGET.finditer(text) if scan(found.group(1)))


def _find(text: str) -> Iterator[Pair]:
    lowered = text.lower()
    for pattern, signs in zip(_MOVES, _MOVE_SIGNS, strict=True):
        for found in pattern.finditer(text) if _has(lowered, signs) else ():
            yield Pair(MOVE, _key(found["a"], last="->" in found.group()), _key(found["b"]))
    for pattern, signs in zip(_ORDERS, _ORDER_SIGNS, strict=True):
        for found in pattern.finditer(text) if _has(lowered, signs) else ():
            is_before = found.start("a") < found.start("b")
            yield Pair(ORDER, _key(found["a"], last=is_before), _key(found["b"], last=not is_before))
    for pattern, signs in ((_THAN, (" than ",)), (_HAN_THAN, ("比",))):
        for found in pattern.finditer(text) if _has(lowered, signs) else ():
            yield Pair(found["how"].casefold(), _key(found["a"], last=True), _key(found["b"]))


def _stands_for(token: Token, start: int) -> bool:
    """Whether a word in front of the first value is what a side is known by: a name, or a word far in front of it."""
    if token.is_han or token.start >= start:
        return False
    is_name = token.text[0].isupper() and not (token.text.isupper() and len(token.text) < _NAME_CHARS)
    return is_name or start - token.start > _NEAR_CHARS


def _has(lowered: str, signs: tuple[str, ...]) -> bool:
    return any(sign in lowered for sign in signs)


def _key(text: str, *, last: bool = False) -> str:
    """What a side is known by: its first value or word that says something (or its last one)."""
    spans = scan(text)
    tokens = [one for one in read_tokens(text) if content_of([one]) and one.stem not in _NOT_KEYS]
    span = spans[-1 if last else 0] if spans else None
    token = tokens[-1 if last else 0] if tokens else None
    if span is not None and not (token is not None and not last and _stands_for(token, span.start)):
        value = re.match(r"\d+(?:\.\d+)?(?=\D*$)", span.form)
        return value.group() if value else span.form
    words = content_of([token]) if token is not None else []
    return words[-1 if last else 0] if words else ""


_MOST = re.compile(
    r"(?:\b(?:at most|no more than|not more than|no longer than|no later than|up to|maximum(?: of)?|max|(?<!no )(?<!not )(?:under|below|less than|fewer than)|within|not exceed(?:ing)?)|<=?|≤|不超过|最多|至多|少于|低于|不到|上限(?:是|为)?)\s*(?P<v>[^\s,;，。；]+(?: [^\s,;，。；]+)?)",
    re.IGNORECASE,
)
_LEAST = re.compile(
    r"(?:\b(?:at least|no less than|not less than|no fewer than|no earlier than|minimum(?: of)?|(?<!no )(?<!not )(?:more than|over|above|exceed(?:s|ing)?|longer than))|>=?|≥|(?<!不)超过|至少|最少|不少于|不低于|多于|高于|大于|下限(?:是|为)?)\s*(?P<v>[^\s,;，。；]+(?: [^\s,;，。；]+)?)",
    re.IGNORECASE,
)
_MOST_AFTER = re.compile(
    r"(?P<v>\S+(?: \S+)?)\s*(?:at (?:the )?most|max(?:imum)?\b|or less|or fewer|tops|以内|以下|之内|封顶)",
    re.IGNORECASE,
)
_LEAST_AFTER = re.compile(
    r"(?P<v>\S+(?: \S+)?)\s*(?:at least|min(?:imum)?\b|or more|以上|起步)", re.IGNORECASE
)
MOST, LEAST = "at most", "at least"


def read_bounds(text: str) -> dict[str, frozenset[str]]:
    """Which numbers of a text are the most, and which the least.

    >>> sorted((value, *sides) for value, sides in read_bounds("At most 150 words, 预算不超过500元, over 20 MB").items())
    [('150', 'at most'), ('20', 'at least'), ('500', 'at most')]
    """
    found: dict[str, set[str]] = {}
    for pattern, side, last in (
        (_MOST, MOST, False),
        (_LEAST, LEAST, False),
        (_MOST_AFTER, MOST, True),
        (_LEAST_AFTER, LEAST, True),
    ):
        for match in pattern.finditer(text):
            values = [value for span in scan(match["v"]) if (value := value_of(span.form.removeprefix("-")))]
            if values:
                found.setdefault(values[-1 if last else 0], set()).add(side)
    return {value: frozenset(sides) for value, sides in found.items()}
