"""The words with which somebody asks to remember; what is to be remembered comes behind them."""

from __future__ import annotations

import re
from functools import cache


def without_lead(text: str) -> str:
    """A statement without the words that only ask to remember it ("remember that ...", ``记住：…``).

    "Remember to ..." says what to do and stays, and so does a text that would be empty. Every other character is kept.

    >>> without_lead("Please remember that I prefer tabs")
    'I prefer tabs'
    >>> without_lead("记住我喜欢用 Prettier")
    '我喜欢用 Prettier'
    """
    for pattern in _leads():
        match = pattern.match(text)
        if match is not None and text[match.end() :].strip():
            return text[match.end() :].lstrip()
    return text


@cache
def _leads() -> tuple[re.Pattern[str], ...]:
    polite = r"\W{0,3}(?:(?:please|pls|ok|okay|hey|so|also|just|now)[, ]+)*(?:(?:can|could|would|will) you (?:please )?|I(?: want|'d like| need) you to )?"
    verbs = r"(?:(?:always )?remember|keep in mind|bear in mind|take note|(?:make a )?note|don't forget|do not forget)"
    whom = r"I|we|my|our|you|your|he|she|they|the user|don't|do not|never|always"
    asks = "(?:请你?|麻烦你?|帮我|给我|你要|一定要|务必|要)*"
    after = "我|你|他|她|用户|咱|以后|今后|下次|不要|别|不能|必须|永远|总是|每次|所有|这"
    return (
        re.compile(
            rf"{polite}{verbs}(?:(?: this| the following)?\s*[:：,，—–]|(?: this)?\s+-\s|\s+that\b(?=\s))\s*",
            re.IGNORECASE,
        ),
        re.compile(rf"{polite}remember\s+(?=(?:{whom})\b)", re.IGNORECASE),
        re.compile(rf"{asks}(?:记住|记得|牢记|记一下|记下来?|别忘了|不要忘记|注意)[了]?(?:这一?点)?\s*[：:，,、]\s*"),
        re.compile(rf"{asks}(?:记住|牢记|记一下|记下)\s*(?={after})"),
    )  # fmt: skip
